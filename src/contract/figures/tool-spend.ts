import type { Effect } from "../effect.ts";
import { DejimaError } from "../error.ts";
import { budgetWords, digits, RAISE_TOOL, type Reached, readSpend, SPEND_TOOL } from "./spend.ts";

/** What a call of a tool costs, as the user declares it in the config. */
export interface ToolPrice {
  /** What a call costs. With `header`, the most that it may cost. */
  readonly amount: number;
  /** The header of the answer that names the price of the call, in lower case. */
  readonly header?: string | undefined;
  readonly currency: string;
  /** US dollars for one unit of the currency. If it is unknown, so is the cost. */
  readonly rate?: number | undefined;
}

/** A tool, as far as its price is concerned. */
interface PricedTool {
  readonly name: string;
  readonly price?: ToolPrice;
  readonly composes?: boolean;
}

/** What a call of a tool would spend. */
export interface ToolSpend {
  readonly tool: string;
  /** The most that it may cost, in millionths of a US dollar; `undefined` if the price is unknown. */
  readonly cost: number | undefined;
  /** Set if the answer names the price. */
  readonly fromAnswer: boolean;
  /** Set if other calls are made within it, for whose reservations it must not wait. */
  readonly composes: boolean;
}

/** The recorded cost of a call of a tool. */
export interface ToolCost {
  /** Millionths of a US dollar. If the price is unknown, 0 or the most that the call may cost. */
  readonly cost: number;
  readonly price: "known" | "unknown";
}

/** The reservation of one call. */
interface ToolReservation {
  /** Whether a budget in money does not count the call, because its price is unknown. */
  readonly unpriced: boolean;
  /** Records what the call has cost. Returns the budgets that it brought to four fifths. */
  settle(cost: ToolCost): Promise<readonly Reached[]>;
}

/** Listens to the budgets of a run. */
export interface BudgetListener {
  /** Four fifths of a budget are used up. */
  onNearly(reached: Reached): void;
  /** A budget in money does not count this model or tool, because its price is unknown. */
  onUnpriced(name: string): void;
}

/** Whose call it is. */
export interface ToolPayer {
  readonly runId: string;
  readonly user: string;
  readonly schedule?: string | undefined;
}

/** The budgets, as calls of tools use them. */
export interface ToolSpending {
  /** The budget that blocks the call. `undefined` if no budget does. */
  reached(spend: ToolSpend, payer: ToolPayer): Promise<Reached | undefined>;
  /** Reserves the most that a call may cost. Waits while open calls leave too little. */
  reserve(
    spend: ToolSpend,
    payer: ToolPayer,
    options: {
      readonly signal: AbortSignal;
      /** A budget is used up. Resolves when it was raised. Rejects if the call is not allowed. */
      onReached(reached: Reached): Promise<void>;
    },
  ): Promise<ToolReservation>;
}

const MILLION = 1_000_000;
/** A header that names more is a mistake or a lie. */
const MAX_AMOUNT = 1_000_000;
/** More is counted as this much, so that sums stay exact. */
const MAX_COUNTED = 100_000_000;

/** These represent model calls, which are counted separately, and the question about a budget. */
const UNCOUNTED: ReadonlySet<string> = new Set([SPEND_TOOL, RAISE_TOOL]);

/** An amount of a currency in millionths of a US dollar, rounded up. `undefined` if its rate is unknown. */
function inDollars(
  amount: number,
  { currency, rate }: Pick<ToolPrice, "currency" | "rate">,
): number | undefined {
  const known = rate ?? (currency === "USD" ? 1 : undefined);
  // Decimal fractions are not exact: without this, 0.07 would become 70,001 millionths.
  return known === undefined ? undefined : Math.ceil(Number((amount * known * MILLION).toFixed(3)));
}

/** The effect of the declared price of a tool. */
export function priceEffect({
  name,
  price,
}: Pick<PricedTool, "name"> & { readonly price: ToolPrice }): Effect {
  const cost = inDollars(price.amount, price);
  const amount =
    cost === undefined
      ? `${digits(Math.ceil(price.amount * MILLION))} ${price.currency}`
      : `${digits(cost)} USD`;
  return { kind: "money.spend", target: `${amount} ${name}`, priced: true };
}

/** What a call with these effects would spend. `undefined` if it spends nothing. */
export function toolSpend(tool: PricedTool, effects: readonly Effect[]): ToolSpend | undefined {
  if (UNCOUNTED.has(tool.name)) return undefined;
  const costs = effects.flatMap((effect) => (effect.kind === "money.spend" ? [costOf(effect)] : []));
  if (costs.length === 0) return undefined;
  return {
    tool: tool.name,
    cost: costs.reduce((sum, cost) => (sum === undefined || cost === undefined ? undefined : sum + cost), 0),
    fromAnswer: tool.price?.header !== undefined,
    composes: tool.composes === true,
  };
}

function costOf({ target, opaque }: Effect): number | undefined {
  const { amount = "unknown", currency } = readSpend(target) ?? {};
  if (amount === "unknown" || currency === undefined || opaque === true) return undefined;
  return inDollars(Math.min(amount, MAX_COUNTED), { currency });
}

const AMOUNT = /^\d{1,9}(?:\.\d{1,20})?(?:e-\d{1,2})?$/i;

/**
 * The price that a header names, in millionths of a US dollar. A server wrote it: anything but one plain amount, with the
 * declared currency or none, and not above the declared price, is not a price. Returns `undefined` for it.
 */
export function readPrice(text: string, price: ToolPrice): number | undefined {
  const [first = "", second, ...more] = text.trim().split(/\s+/);
  const [amount, currency] = AMOUNT.test(first) ? [first, second] : [second ?? "", first];
  if (more.length > 0 || !AMOUNT.test(amount) || (currency ?? price.currency) !== price.currency)
    return undefined;
  return Number(amount) > Math.min(price.amount, MAX_AMOUNT) ? undefined : inDollars(Number(amount), price);
}

/** The facts about the cost of a call after it has ended. */
interface ReportedCost {
  /** Prices reported by the tool or by responses, in millionths of a US dollar; `undefined` for an invalid one. */
  readonly reports: readonly (number | undefined)[];
  /** Whether the call ended before it reached anybody who could charge for it. */
  readonly unreached: boolean;
}

/**
 * The cost of a call that has ended. A cost that is missing or not credible counts as the maximum that the user declared, and
 * its price as unknown. So a server can neither hide a call nor use up a budget with a single one.
 */
export function settledCost(
  { cost: most, fromAnswer }: Pick<ToolSpend, "cost" | "fromAnswer">,
  { reports, unreached }: ReportedCost,
): ToolCost {
  if (reports.length === 0 && unreached) return { cost: 0, price: "known" };
  if (reports.length === 0 && !fromAnswer && most !== undefined) return { cost: most, price: "known" };
  const known = reports.flatMap((report) => report ?? []);
  const sum = known.reduce((total, report) => total + report, 0);
  const isBelieved =
    reports.length > 0 && known.length === reports.length && sum <= (most ?? MAX_AMOUNT * MILLION);
  return isBelieved ? { cost: sum, price: "known" } : { cost: most ?? 0, price: "unknown" };
}

/** The error for a call that a budget blocks. */
export function usedUp(tool: string, { limit: { scope, account } }: Pick<Reached, "limit">): DejimaError {
  return new DejimaError(
    "limit_exceeded",
    `Cannot call "${tool}": the budget for ${budgetWords(scope, account, "en")} is used up. \`dejima cost budget set ${scope}\` raises it`,
    { tool, scope },
  );
}
