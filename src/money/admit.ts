import {
  type BudgetScope,
  type Reached,
  type Spend,
  type SpendScope,
  type SpendTeam,
  TOOL_PURPOSE,
} from "../contract/figures/spend.ts";
import type { SpendTotals } from "../store/store.ts";
import type { Budget } from "./money-settings.ts";

/** A budget that applies to one spend, including what a person has added to it. */
export interface Limit extends Budget {
  readonly scope: BudgetScope;
  /** The run, conversation, day and so on that the budget is for. */
  readonly account: string;
  /** The team that the budget is for. */
  readonly team?: SpendTeam;
}

/** The decision on a spend: go ahead, wait for open spends to be settled, or stop because a budget is used up. */
type Admission =
  | { readonly type: "go" }
  | { readonly type: "wait" }
  | { readonly type: "reached"; readonly reached: Reached };

/**
 * Decides on one spend. While other spends are open, it must fit into what they leave of the budget, each counted at its maximum
 * cost. If none is open, the budget must not be used up. So at most one call exceeds it, regardless of how many run at once.
 */
export function admit(spend: Spend, totals: SpendTotals, limits: readonly Limit[]): Admission {
  let waits = false;
  for (const limit of limits) {
    const total = totalOf(limit, totals);
    for (const unit of ["cost", "tokens"] as const) {
      const most = limit[unit];
      if (most === undefined || (unit === "cost" && spend.price === "unknown")) continue;
      // Tools use no tokens.
      if (unit === "tokens" && spend.purpose === TOOL_PURPOSE) continue;
      const own = unit === "cost" ? spend.cost : spend.inputTokens + spend.outputTokens;
      if (limit.scope === "call") {
        if (own > most) return { type: "reached", reached: { limit, unit, spent: own, most } };
        continue;
      }
      const { [unit]: spent = 0, open = 0 } = total ?? {};
      if (open === 0 && spent >= most) return { type: "reached", reached: { limit, unit, spent, most } };
      if (open > 0 && spent + own > most) waits = true;
    }
  }
  return waits ? { type: "wait" } : { type: "go" };
}

/** The total of the spends that a budget counts. `undefined` for a budget for single calls. */
function totalOf({ scope, team }: Limit, totals: SpendTotals): SpendTotals[SpendScope] {
  if (scope === "team") return team === undefined ? undefined : totals[`team ${team.team}`];
  return scope === "call" ? undefined : totals[scope];
}

/** The account of a spend in a scope. */
export function accountOf(scope: SpendScope, spend: Spend): string {
  if (scope === "run") return spend.runId;
  if (scope === "conversation") return spend.conversation;
  if (scope === "user") return `${spend.user} ${spend.day}`;
  if (scope === "schedule") return `${spend.schedule} ${spend.day}`;
  return spend.day;
}

/** The budgets whose used part a spend raised from below four fifths to four fifths or more. */
export function nearlyReached(limits: readonly Limit[], before: SpendTotals, after: SpendTotals): Reached[] {
  return limits.flatMap((limit) => {
    const [was, is] = [totalOf(limit, before), totalOf(limit, after)];
    return (["cost", "tokens"] as const).flatMap((unit) => {
      const most = limit[unit];
      if (most === undefined || was === undefined || is === undefined) return [];
      const crossed = was[unit] < most * 0.8 && is[unit] >= most * 0.8;
      return crossed ? [{ limit, unit, spent: is[unit], most }] : [];
    });
  });
}
