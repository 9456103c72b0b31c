import { setTimeout as delay } from "node:timers/promises";
import {
  type BudgetScope,
  type Reached,
  type Spend,
  type SpendScope,
  type SpendTeam,
  TOOL_PURPOSE,
} from "../contract/figures/spend.ts";
import type { SpendTotals } from "../store/spend-repository.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import type { Budget, MoneySettings } from "./money-settings.ts";

/** The stored spends and budgets, and the teams of users. */
interface SpendLedger {
  readonly spends: Store["spends"];
  readonly settings: MoneySettings;
  /** The teams that a user belongs to. */
  teamsOf(user: string): Promise<readonly SpendTeam[]>;
}

interface ReserveOptions {
  readonly signal: AbortSignal;
  /** How long to wait for open spends before checking them again. */
  readonly waitMs: number;
  /** A budget is used up. Resolves when it was raised. Rejects if the call is not allowed. */
  onReached(reached: Reached): Promise<void>;
  /** A budget in money cannot count this spend, because its price is unknown. */
  onUnpriced?(): void;
}

/** An admitted spend, and the budgets that count it. */
interface ReservedSpend {
  readonly spend: Spend;
  readonly before: SpendTotals;
  readonly limits: readonly Limit[];
}

/** Reserves a spend at its maximum cost. Waits while open spends leave too little of a budget. */
export async function reserveSpend(
  draft: () => Spend,
  { spends, settings, teamsOf }: SpendLedger,
  { signal, waitMs, onReached, onUnpriced }: ReserveOptions,
): Promise<ReservedSpend> {
  for (;;) {
    signal.throwIfAborted();
    const spend = draft();
    const budgets = await settings.budgets();
    const limits = budgets.length === 0 ? NO_LIMITS : await limitsOf(budgets, spend, { settings, teamsOf });
    if (spend.price === "unknown" && limits.some(({ cost }) => cost !== undefined)) onUnpriced?.();
    // Without a budget no reservation is needed: the spend is written once, after the call.
    if (limits.length === 0) return { spend, before: {}, limits };
    let verdict = admit(spend, {}, []);
    const { admitted, totals } = await spends.reserve(
      spend,
      (spent) => {
        verdict = admit(spend, spent, limits);
        return verdict.type === "go";
      },
      limits.flatMap(countedBy),
    );
    if (admitted) return { spend, before: totals, limits };
    if (verdict.type === "reached") await onReached(verdict.reached);
    else await delay(waitMs, undefined, { signal });
  }
}

/** Returns the budget that is already used up and prevents this spend. */
export async function findReached(
  spend: Spend,
  { spends, settings, teamsOf }: SpendLedger,
): Promise<Reached | undefined> {
  const limits = await limitsOf(await settings.budgets(), spend, { settings, teamsOf });
  if (limits.length === 0) return undefined;
  const verdict = admit(spend, await spends.totals(spend, limits.flatMap(countedBy)), limits);
  return verdict.type === "reached" ? verdict.reached : undefined;
}

const NO_LIMITS: readonly Limit[] = [];
const NONE: readonly Reached[] = [];

/** Records the actual cost of a reserved spend. Returns the budgets that it raised to four fifths. */
export async function settleSpend(
  { limits, before }: ReservedSpend,
  settled: Spend,
  spends: Store["spends"],
): Promise<readonly Reached[]> {
  try {
    if (limits.length > 0) await spends.settle(settled);
    else await spends.add(settled);
  } catch {
    // A failure to settle must not hide the result or the error of the call. The reservation then counts as spent.
    return NONE;
  }
  if (limits.length === 0) return NONE;
  const totals = await spends.totals(settled, limits.flatMap(countedBy)).catch(() => undefined);
  return totals === undefined ? [] : nearlyReached(limits, before, totals);
}

/** The budgets that apply to a spend. */
async function limitsOf(
  budgets: Awaited<ReturnType<MoneySettings["budgets"]>>,
  spend: Spend,
  { settings, teamsOf }: Pick<SpendLedger, "settings" | "teamsOf">,
): Promise<Limit[]> {
  const limits: Limit[] = [];
  // A budget for one user, team or schedule replaces the general one.
  const budgetOf = (scope: BudgetScope, name: string) =>
    budgets.find((one) => one.scope === scope && one.name === name) ??
    budgets.find((one) => one.scope === scope && one.name === undefined);
  const add = async (scope: BudgetScope, { name = "", account, team }: LimitParts) => {
    const budget = budgetOf(scope, name);
    if (budget === undefined) return;
    const more = await settings.raised(scope, account);
    limits.push({
      scope,
      account,
      ...defined({ team }),
      ...defined({
        cost: budget.cost === undefined ? undefined : budget.cost + (more.cost ?? 0),
        tokens: budget.tokens === undefined ? undefined : budget.tokens + (more.tokens ?? 0),
      }),
    });
  };
  for (const scope of new Set(budgets.map((budget) => budget.scope))) {
    if (scope === "call") await add(scope, { account: spend.runId });
    else if (scope === "team")
      for (const team of await teamsOf(spend.user))
        await add(scope, { name: team.team, account: `${team.team} ${spend.day}`, team });
    else if (scope !== "schedule" || spend.schedule !== "")
      await add(scope, {
        name: scope === "user" ? spend.user : spend.schedule,
        account: accountOf(scope, spend),
      });
  }
  return limits;
}

interface LimitParts {
  /** The user, team or schedule that may have its own budget. */
  readonly name?: string;
  readonly account: string;
  readonly team?: SpendTeam;
}

/** The totals that a budget needs. Only these are calculated, because the total of a day takes longer the more was spent. */
function countedBy({ scope, team }: Limit): (SpendScope | SpendTeam)[] {
  if (scope === "call") return [];
  if (scope === "team") return team === undefined ? [] : [team];
  return [scope];
}

/** A budget that applies to one spend, including what a person has added to it. */
interface Limit extends Budget {
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
function admit(spend: Spend, totals: SpendTotals, limits: readonly Limit[]): Admission {
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
function accountOf(scope: SpendScope, spend: Spend): string {
  if (scope === "run") return spend.runId;
  if (scope === "conversation") return spend.conversation;
  if (scope === "user") return `${spend.user} ${spend.day}`;
  if (scope === "schedule") return `${spend.schedule} ${spend.day}`;
  return spend.day;
}

/** The budgets whose used part a spend raised from below four fifths to four fifths or more. */
function nearlyReached(limits: readonly Limit[], before: SpendTotals, after: SpendTotals): Reached[] {
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
