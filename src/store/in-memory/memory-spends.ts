import type { Spend, SpendSum } from "../../contract/figures/spend.ts";
import { type Counted, nameOf, scopesOf, sortedSums, spendsOf } from "../spend-columns.ts";
import type { SpendRepository, SpendTotals } from "../spend-repository.ts";
import { entryExists, noSuchEntry } from "../store-errors.ts";

/** Spends in memory. They are lost when the process ends. */
export function memorySpends(assertOpen: () => void): SpendRepository {
  const spends = new Map<string, Spend>();
  const totals = (spend: Spend, scopes?: readonly Counted[]): SpendTotals =>
    Object.fromEntries(
      scopesOf(spend, scopes).map((counted) => {
        const same = [...spends.values()].filter((other) => countTogether(counted, spend, other));
        const open = same.filter(({ status, until }) => status === "reserved" && until > spend.at).length;
        const tokens = same.reduce((sum, other) => sum + other.inputTokens + other.outputTokens, 0);
        return [nameOf(counted), { cost: same.reduce((sum, { cost }) => sum + cost, 0), tokens, open }];
      }),
    );
  return {
    async reserve(spend, admit, scopes) {
      assertOpen();
      if (spends.has(spend.id)) throw entryExists("spends", spend.id);
      const before = totals(spend, scopes);
      const admitted = admit(before);
      if (admitted) spends.set(spend.id, { ...spend });
      return { admitted, totals: before };
    },
    async add(spend) {
      assertOpen();
      if (spends.has(spend.id)) throw entryExists("spends", spend.id);
      spends.set(spend.id, { ...spend });
    },
    async settle(spend) {
      assertOpen();
      if (!spends.has(spend.id)) throw noSuchEntry("spends", spend.id);
      spends.set(spend.id, { ...spend });
    },
    async totals(spend, scopes) {
      assertOpen();
      return totals(spend, scopes);
    },
    async sums(by, from, { runId, purpose } = {}) {
      assertOpen();
      const since = [...spends.values()].filter(
        (spend) =>
          spend.day >= from &&
          (runId === undefined || spend.runId === runId) &&
          (purpose === undefined || spend.purpose === purpose),
      );
      const groups = Map.groupBy(since, (spend) => spend[by]);
      return sortedSums([...groups].map(([key, group]) => sumOf(key, group)));
    },
  };
}

function countTogether(counted: Counted, spend: Spend, other: Spend): boolean {
  if (typeof counted === "object") return other.day === spend.day && counted.members.includes(other.user);
  return JSON.stringify(spendsOf(counted, other)) === JSON.stringify(spendsOf(counted, spend));
}

function sumOf(key: string, spends: readonly Spend[]): SpendSum {
  const add = (field: "inputTokens" | "outputTokens" | "cachedTokens" | "cost" | "saved") =>
    spends.reduce((sum, spend) => sum + spend[field], 0);
  return {
    key,
    calls: spends.length,
    unpriced: spends.filter(({ price }) => price === "unknown").length,
    inputTokens: add("inputTokens"),
    outputTokens: add("outputTokens"),
    cachedTokens: add("cachedTokens"),
    cost: add("cost"),
    saved: add("saved"),
  };
}
