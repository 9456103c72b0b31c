import { settledCost, type ToolCost, toolSpend, usedUp } from "../contract/figures/tool-spend.ts";
import type { Outcome } from "../contract/outcome.ts";
import { Unreached } from "../contract/unreached.ts";
import type { Call, JudgedRequest } from "./call.ts";
import type { CallContext } from "./call-context.ts";
import type { ExecutionWorld } from "./harbour.ts";

const NEVER = new AbortController().signal;

/**
 * Before a call that costs begins: if a budget is used up, asks a person to raise it. Returns the outcome if the question waits in
 * the store; nothing of the call is recorded then, and it can be made again. Throws if nobody raises the budget.
 */
export async function requireBudget(
  call: Call,
  { tool, effects, verdict }: JudgedRequest,
  world: ExecutionWorld,
): Promise<Outcome | undefined> {
  const { spending, user, schedule } = world;
  const spend = spending === undefined ? undefined : toolSpend(tool, effects);
  if (spending === undefined || spend === undefined || verdict.verdict === "deny") return undefined;
  for (;;) {
    const reached = await spending.reached(spend, { runId: call.runId, user, schedule });
    if (reached === undefined) return undefined;
    const raised = await world.raiseBudget(reached, call.signal ?? NEVER);
    if (raised.type === "success") continue;
    if (raised.error.details.parked === true) return { ...raised, callId: call.callId };
    throw usedUp(tool.name, reached);
  }
}

/** Runs a call that costs between its reservation and its settlement. A process that dies in between has spent what it reserved. */
export async function payFor<Result>(
  { tool, effects }: Pick<JudgedRequest, "tool" | "effects">,
  { call, world, context, onCost }: PayOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const spend = toolSpend(tool, effects);
  if (spend === undefined || world.spending === undefined) return work();
  const { user, schedule, budgets } = world;
  const payer = { runId: call.runId, user, schedule };
  const reservation = await world.spending.reserve(spend, payer, call.signal ?? NEVER);
  if (reservation.unpriced) budgets.listener?.onUnpriced(tool.name);
  let unreached = false;
  try {
    return await work();
  } catch (error) {
    unreached = error instanceof Unreached;
    throw error;
  } finally {
    const cost = settledCost(spend, { reports: context.costReports, unreached });
    onCost(cost);
    for (const near of await reservation.settle(cost)) budgets.listener?.onNearly(near);
  }
}

interface PayOptions {
  readonly call: Call;
  readonly world: ExecutionWorld;
  readonly context: CallContext;
  onCost(cost: ToolCost): void;
}
