import { setTimeout as delay } from "node:timers/promises";
import type { BudgetScope, Reached, Spend, SpendScope, SpendTeam } from "../contract/figures/spend.ts";
import type { SpendTotals, Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { accountOf, admit, type Limit, nearlyReached } from "./admit.ts";
import type { MoneySettings } from "./money-settings.ts";

/** Where spends are kept, and who belongs together. */
interface SpendLedger {
  readonly spends: Store["spends"];
  readonly settings: MoneySettings;
  /** The teams that a user belongs to. */
  teamsOf(user: string): Promise<readonly SpendTeam[]>;
}

interface ReserveOptions {
  readonly signal: AbortSignal;
  /** How long others are waited for before they are looked at again. */
  readonly waitMs: number;
  /** A budget is used up. Resolves when it was raised; rejects when the call may not be made. */
  onReached(reached: Reached): Promise<void>;
  /** A budget in money does not count this spend, because its price is unknown. */
  onUnpriced?(): void;
}

/** A spend that may be made, and the budgets that count it. */
interface ReservedSpend {
  readonly spend: Spend;
  readonly before: SpendTotals;
  readonly limits: readonly Limit[];
}

/** Reserves a spend at the most that it may cost. Waits while open spends leave too little of a budget. */
export async function reserveSpend(
  draft: () => Spend,
  { spends, settings, teamsOf }: SpendLedger,
  { signal, waitMs, onReached, onUnpriced }: ReserveOptions,
): Promise<ReservedSpend> {
  for (;;) {
    signal.throwIfAborted();
    const spend = draft();
    const limits = await limitsOf(settings, spend, teamsOf);
    if (spend.price === "unknown" && limits.some(({ cost }) => cost !== undefined)) onUnpriced?.();
    // Where no budget holds, nothing depends on it before the call: it is written once, after it.
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

/** The budget that is used up already, so that this spend may not be made. */
export async function findReached(
  spend: Spend,
  { spends, settings, teamsOf }: SpendLedger,
): Promise<Reached | undefined> {
  const limits = await limitsOf(settings, spend, teamsOf);
  if (limits.length === 0) return undefined;
  const verdict = admit(spend, await spends.totals(spend, limits.flatMap(countedBy)), limits);
  return verdict.type === "reached" ? verdict.reached : undefined;
}

const YES_OR_NO = [() => true, () => false] as const;

/** Records what a reserved spend has really cost. Returns the budgets that it brought to four fifths. */
export async function settleSpend(
  { limits, before }: ReservedSpend,
  settled: Spend,
  spends: Store["spends"],
): Promise<readonly Reached[]> {
  // A reservation that cannot be settled counts as spent; the result of the call, or why there is none, comes first.
  const written = limits.length > 0 ? spends.settle(settled) : spends.reserve(settled, () => true, []);
  const isSettled = await written.then(...YES_OR_NO);
  if (!isSettled || limits.length === 0) return [];
  return nearlyReached(limits, before, await spends.totals(settled, limits.flatMap(countedBy)));
}

/** The budgets that hold for a spend. */
async function limitsOf(
  settings: MoneySettings,
  spend: Spend,
  teamsOf: SpendLedger["teamsOf"],
): Promise<Limit[]> {
  const limits: Limit[] = [];
  const budgets = await settings.budgets();
  // A budget for one user, team or schedule holds instead of the one for each.
  const budgetOf = (scope: BudgetScope, name: string) =>
    budgets.find((one) => one.scope === scope && one.name === name) ??
    budgets.find((one) => one.scope === scope && one.name === undefined);
  const add = async (scope: BudgetScope, { name = "", account, team }: LimitParts) => {
    const budget = budgetOf(scope, name);
    if (budget === undefined) return;
    const more = await settings.raised(scope, account);
    limits.push({
      ...{ scope, account, ...defined({ team }) },
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
  /** The user, team or schedule that may have a budget of its own. */
  readonly name?: string;
  readonly account: string;
  readonly team?: SpendTeam;
}

/** What has to be added up for a budget. Adding up a day takes longer the more was spent: only where a budget asks for it. */
function countedBy({ scope, team }: Limit): (SpendScope | SpendTeam)[] {
  if (scope === "call") return [];
  if (scope === "team") return team === undefined ? [] : [team];
  return [scope];
}
