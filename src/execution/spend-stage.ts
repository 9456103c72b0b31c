import { Parked } from "../approval/approval-errors.ts";
import { Unreached } from "../contract/error.ts";
import type { Reached } from "../contract/figures/spend.ts";
import { settledCost, type ToolCost, toolSpend, usedUp } from "../contract/figures/tool-spend.ts";
import type { Call, JudgedRequest } from "./call.ts";
import type { CallContext } from "./call-context.ts";
import type { ExecutionWorld } from "./harbour.ts";

const NEVER = new AbortController().signal;

/** The reserved cost of a call. A process that dies before it is settled has spent what it reserved. */
export interface Payment {
  /** Runs the call and settles what it has cost. */
  during<Result>(
    context: CallContext,
    onCost: (cost: ToolCost) => void,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Settles a call that did not run. */
  release(): Promise<void>;
}

/** Whether a call costs. Checked first, so that all other calls continue synchronously. */
export function spends({ effects }: Pick<JudgedRequest, "effects">): boolean {
  return effects.some(({ kind }) => kind === "money.spend");
}

/**
 * Before a person is asked about a call that costs: if a budget is used up, asks them to raise it first. Throws `Parked` if that
 * question waits in the store, another error if nobody raises the budget.
 */
export async function requireBudget(
  call: Call,
  { tool, effects, verdict }: JudgedRequest,
  world: ExecutionWorld,
): Promise<void> {
  const { spending, user, schedule } = world;
  const spend = spending === undefined ? undefined : toolSpend(tool, effects);
  if (spending === undefined || spend === undefined || verdict.verdict === "deny") return;
  for (;;) {
    const reached = await spending.reached(spend, { runId: call.runId, user, schedule });
    if (reached === undefined) return;
    await raise(reached, call, tool.name, world);
  }
}

/**
 * Reserves the most that a permitted call may cost. Other calls may have used up a budget while a person was asked about this one:
 * then they are asked to raise it, like before every other call.
 */
export async function reserveBudget(
  call: Call,
  { tool, effects }: Pick<JudgedRequest, "tool" | "effects">,
  world: ExecutionWorld,
): Promise<Payment | undefined> {
  const spend = toolSpend(tool, effects);
  if (spend === undefined || world.spending === undefined) return undefined;
  const { user, schedule, budgets } = world;
  const { unpriced, settle } = await world.spending.reserve(
    spend,
    { runId: call.runId, user, schedule },
    { signal: call.signal ?? NEVER, onReached: (reached) => raise(reached, call, tool.name, world) },
  );
  if (unpriced) budgets.listener?.onUnpriced(tool.name);
  let isSettled = false;
  const end = async (cost: ToolCost) => {
    isSettled = true;
    for (const near of await settle(cost)) budgets.listener?.onNearly(near);
  };
  return {
    async during(context, onCost, work) {
      let unreached = false;
      try {
        return await work();
      } catch (error) {
        unreached = error instanceof Unreached;
        throw error;
      } finally {
        const cost = settledCost(spend, { reports: context.costReports, unreached });
        onCost(cost);
        await end(cost);
      }
    },
    async release() {
      if (!isSettled) await end({ cost: 0, price: "known" });
    },
  };
}

/** Asks a person to raise a budget that is used up. Throws unless they do. */
async function raise(
  reached: Reached,
  { signal = NEVER, ask }: Call,
  tool: string,
  world: ExecutionWorld,
): Promise<void> {
  const raised = await world.raiseBudget(reached, signal, ask);
  if (raised.type === "success") return;
  const { parked, id } = raised.error.details;
  if (parked !== true) throw usedUp(tool, reached);
  throw new Parked(await (await world.asking.service()).queue.get(String(id)));
}
