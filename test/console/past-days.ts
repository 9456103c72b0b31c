import type { Spend } from "../../src/contract/figures/spend.ts";
import type { Store } from "../../src/store/store.ts";
import { bucketOf } from "../../src/support/histogram.ts";

const DAY_MS = 86_400_000;

/** Puts a month of counts and spends into a store, so that charts have something to draw: weeks with quiet ends. */
export async function fillPastDays({
  statistics,
  spends,
  documents,
}: Pick<Store, "statistics" | "spends" | "documents">): Promise<void> {
  const counts = Array.from({ length: 29 }, (_nothing, index) => index + 1).flatMap((back) => {
    const date = new Date(Date.now() - back * DAY_MS);
    const weekend = date.getUTCDay() % 6 === 0;
    const wave = 1 + Math.sin(back * 1.7) / 3;
    const calls = Math.round((weekend ? 9 : 60) * wave);
    const typical = 90 + 40 * Math.cos(back);
    const figures: Readonly<Record<string, number>> = {
      runs: Math.round(calls / 4),
      calls,
      failures: Math.round(calls * (back % 9 === 0 ? 0.3 : 0.05)),
      totalMs: calls * typical,
      [`ms.${bucketOf(typical)}`]: calls,
      [`ms.${bucketOf(typical * 5)}`]: Math.ceil(calls / 12),
      inputTokens: calls * 900,
      outputTokens: calls * 120,
      tokensSaved: Math.round(calls * 2400 * wave),
      asked: Math.round(calls / 10),
      approved: Math.round(calls / 12),
      denied: back % 5 === 0 ? 2 : 0,
      granted: Math.round(calls / 8),
    };
    const day = date.toISOString().slice(0, 10);
    return Object.entries(figures).map(([name, value]) => ({ day, name, value }));
  });
  await statistics.count(counts);
  for (const spend of pastSpends()) await spends.reserve(spend, () => true, []);
  await fillPastExperiment(documents);
}

/** An experiment that has ended, with 60 runs: enough for a plot of its course. */
async function fillPastExperiment(documents: Store["documents"]): Promise<void> {
  const at = Date.now() - 20 * DAY_MS;
  await documents.put("experiments", "shorter-words", {
    name: "shorter-words",
    tool: "read_file",
    description: "Read one text file",
    by: "ann",
    startedAt: at,
    end: { at: at + DAY_MS, why: "stopped", note: "stopped by ann" },
  });
  for (let run = 0; run < 60; run++)
    await documents.put("experiment-runs", `shorter-words/past-${run}`, {
      variant: run % 2 === 0 ? "a" : "b",
      calls: 1,
      callIds: [],
      failures: 0,
      retries: 0,
      questions: 0,
      undone: 0,
      totalMs: 20,
      tokens: 900,
      first: run % 4 !== 2,
      firstAt: at + run,
    });
}

/** Two spends on each of the last 29 days: one of a model with a price, one of a model without. */
function pastSpends(): Spend[] {
  return Array.from({ length: 29 }, (_nothing, index) => index + 1).flatMap((back) => {
    const at = Date.now() - back * DAY_MS;
    const day = new Date(at).toISOString().slice(0, 10);
    const inputTokens = 40_000 + 9_000 * (back % 5);
    const cachedTokens = back % 3 === 0 ? 0 : 24_000;
    const common = {
      runId: `past-${back}`,
      conversation: `past-${back % 4}`,
      schedule: "",
      day,
      at,
      until: at,
      ...({ purpose: "answer", status: "settled", inputTokens, cachedTokens, outputTokens: 1_200 } as const),
    };
    return [
      {
        ...common,
        id: `past-${back}-a`,
        user: back % 2 === 0 ? "local" : "ann",
        model: "acme:large",
        ...({
          price: "known",
          cost: (inputTokens - cachedTokens) * 3 + 18_000,
          saved: cachedTokens * 3,
        } as const),
        tool: ["read_file", "web_search", ""][back % 3] ?? "",
      },
      {
        ...common,
        id: `past-${back}-b`,
        user: "local",
        model: "other:small",
        ...({ price: "unknown", cost: 0, saved: 0, tool: "" } as const),
      },
    ];
  });
}
