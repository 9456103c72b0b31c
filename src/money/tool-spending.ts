import { DejimaError } from "../contract/error.ts";
import { type Payer, type Spend, type SpendTeam, TOOL_PURPOSE } from "../contract/figures/spend.ts";
import type { ToolPayer, ToolSpend, ToolSpending } from "../contract/figures/tool-spend.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { createMoneySettings } from "./money-settings.ts";
import { newSpend } from "./price-call.ts";
import { findReached, reserveSpend, settleSpend } from "./reserve-spend.ts";

interface ToolSpendingOptions {
  store(): Promise<Pick<Store, "spends" | "documents" | "conversations">>;
  now(): number;
  teamsOf(user: string): Promise<readonly SpendTeam[]>;
  /** How long to wait for open spends before checking them again. */
  readonly waitMs?: number;
}

const WAIT_MS = 50;

/** Counts the costs of tool calls in the same ledger, and against the same budgets, as model calls. */
export function createToolSpending({
  store,
  now,
  teamsOf,
  waitMs = WAIT_MS,
}: ToolSpendingOptions): ToolSpending {
  const open = async ({ runId, user, schedule }: ToolPayer) => {
    const { spends, documents, conversations } = await store();
    const conversation = (await conversations.turn(runId))?.conversationId ?? runId;
    const payer: Payer = { runId, conversation, user, ...defined({ schedule }) };
    return { payer, ledger: { spends, settings: createMoneySettings(documents), teamsOf } };
  };
  const draftOf = (spend: ToolSpend, payer: Payer): Spend => ({
    ...newSpend({ ...payer, purpose: TOOL_PURPOSE }, Math.floor(now())),
    model: "",
    tool: spend.tool,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    saved: 0,
    ...(spend.cost === undefined ? { cost: 0, price: "unknown" } : { cost: spend.cost, price: "known" }),
    // Nested calls would wait for this call's open reservation, and this call for them. So it counts as spent at once.
    status: spend.composes ? "settled" : "reserved",
  });
  return {
    async reached(spend, of) {
      const { payer, ledger } = await open(of);
      return findReached(draftOf(spend, payer), ledger);
    },
    async reserve(spend, of, { signal, onReached }) {
      const { payer, ledger } = await open(of);
      let unpriced = false;
      const reserving = reserveSpend(() => draftOf(spend, payer), ledger, {
        signal,
        waitMs,
        onReached,
        onUnpriced() {
          unpriced = true;
        },
      });
      const reserved = await reserving.catch((error) => {
        if (!signal.aborted) throw error;
        throw new DejimaError("cancelled", `Cancelled "${spend.tool}" while it waited for a budget`);
      });
      return {
        unpriced,
        settle: (cost) =>
          settleSpend(reserved, { ...reserved.spend, ...cost, status: "settled" }, ledger.spends),
      };
    },
  };
}
