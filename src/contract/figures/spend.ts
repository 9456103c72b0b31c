import type { Effect } from "../effect.ts";

/** Why a model is asked. */
type SpendPurpose =
  | "answer"
  | "reflection"
  | "summary"
  | "quarantine"
  | "title"
  | "evaluation"
  | "suggestion";

/** The purpose of a spend that a call of a tool makes. */
export const TOOL_PURPOSE = "tool";

/** What one budget covers: a whole run or conversation, or one UTC day of a user, a schedule or everybody. */
export const SPEND_SCOPES = ["run", "conversation", "user", "schedule", "day"] as const;
export type SpendScope = (typeof SPEND_SCOPES)[number];

/** Whose call it is. */
export interface Payer {
  readonly runId: string;
  readonly conversation: string;
  readonly user: string;
  readonly schedule?: string;
  readonly purpose?: SpendPurpose;
}

/** The tool name under which a model call is judged when a rule limits its cost. */
export const SPEND_TOOL = "spend_on_model";

/** The tool that asks a person to raise a budget. */
export const RAISE_TOOL = "raise_budget";

/** What a call of a model would do: spend up to this much, in millionths of a US dollar; `undefined` if its price is unknown. */
export function spendEffect(model: string, cost: number | undefined): Effect {
  const amount = cost === undefined ? "unknown" : `${digits(cost)} USD`;
  return { kind: "money.spend", target: `${amount} ${model}` };
}

const SPEND = /^(unknown|\d+(?:\.\d+)?)(?:\s+([A-Z]{3}))?(?:\s+(\S[\s\S]*))?$/;

/** The parts of the target of a `money.spend` effect: `0.32 USD openai:gpt-5`. Returns `undefined` if it names no amount. */
export function readSpend(
  target: string,
):
  | { readonly amount: number | "unknown"; readonly currency: string | undefined; readonly payee: string }
  | undefined {
  const [, amount, currency, payee = ""] = SPEND.exec(target) ?? [];
  if (amount === undefined) return undefined;
  return { amount: amount === "unknown" ? amount : Number(amount), currency, payee };
}

/** Millionths of a US dollar for people, with the digits that matter. */
export function dollars(cost: number): string {
  return `$${digits(cost)}`;
}

/** An amount of a budget in words: two places of a dollar, up to four where the amount needs them. */
export function amountWords(unit: Reached["unit"], value: number, language: "en" | "zh" = "en"): string {
  if (unit === "cost") return dollars(Math.round(value / 100) * 100 || value);
  if (language === "zh") return `${grouped(value)} 个 token`;
  return `${grouped(value)} ${value === 1 ? "token" : "tokens"}`;
}

/** The used part of a budget, in words: "8,790 of 5,000 tokens". */
export function spentOf({ unit, spent, most }: Pick<Reached, "unit" | "spent" | "most">): string {
  return `${unit === "cost" ? amountWords(unit, spent) : grouped(spent)} of ${amountWords(unit, most)}`;
}

const grouped = (count: number): string => count.toLocaleString("en");

/** Millionths of a unit as a decimal number. */
export function digits(cost: number): string {
  const whole = cost / 1_000_000;
  const places = [2, 3, 4, 5].find((count) => Number(whole.toFixed(count)) === whole) ?? 6;
  return whole.toFixed(places);
}

/** A group of users, whose spends of one day count together. */
export interface SpendTeam {
  readonly team: string;
  readonly members: readonly string[];
}

/** A budget that is used up. */
export interface Reached {
  readonly limit: { readonly scope: BudgetScope; readonly account: string };
  readonly unit: "cost" | "tokens";
  readonly spent: number;
  readonly most: number;
}

/** What can have a budget: a single call, every scope, and teams. */
export const BUDGET_SCOPES = ["call", "run", "conversation", "user", "team", "schedule", "day"] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];

/** The scopes in which one user, team or schedule can have a separate budget, instead of the one for each. */
export const NAMED_SCOPES: readonly BudgetScope[] = ["user", "team", "schedule"];

const SCOPE_WORDS: Readonly<Record<BudgetScope, { readonly en: string; readonly zh: string }>> = {
  call: { en: "this call", zh: "本次调用" },
  run: { en: "this run", zh: "本次运行" },
  conversation: { en: "this conversation", zh: "本对话" },
  user: { en: "this user today", zh: "该用户今天" },
  team: { en: "the team {name} today", zh: "团队 {name} 今天" },
  schedule: { en: "this schedule today", zh: "该定时任务今天" },
  day: { en: "today", zh: "今天" },
};

/** What a budget is for, in words. The account of a team begins with its name. */
export function budgetWords(scope: BudgetScope, account: string, language: "en" | "zh"): string {
  return SCOPE_WORDS[scope][language].replace("{name}", () => account.split(" ")[0] ?? "");
}

/** The keys by which spends can be summed up. */
export type SpendGroup = "model" | "purpose" | "tool" | "conversation" | "user" | "day" | "runId";

/** One call of a model or of a tool that costs: first the reserved cost, then the actual one. Costs are in millionths of a US dollar. */
export interface Spend {
  readonly id: string;
  readonly runId: string;
  readonly conversation: string;
  readonly user: string;
  /** The schedule of the run. Empty if there is none. */
  readonly schedule: string;
  readonly day: string;
  readonly at: number;
  /** When an unsettled reservation counts as spent. */
  readonly until: number;
  /** Empty for a call of a tool. */
  readonly model: string;
  readonly purpose: SpendPurpose | typeof TOOL_PURPOSE;
  readonly status: "reserved" | "settled";
  /** Whether the price is known. If not, `cost` is 0, or the most that a tool's call may cost. */
  readonly price: "known" | "unknown";
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Input tokens that the provider read from its cache. */
  readonly cachedTokens: number;
  readonly cost: number;
  /** How much prompt caching saved. */
  readonly saved: number;
  /** The tools that the answer called, separated by commas, or the tool itself. Empty for an answer in words. */
  readonly tool: string;
}

/** The total of one scope. Reservations count as spent. */
export interface SpendTotal {
  readonly cost: number;
  readonly tokens: number;
  /** Number of reservations that may still be settled. */
  readonly open: number;
}

/** The total of one model, user and so on. */
export interface SpendSum {
  readonly key: string;
  readonly calls: number;
  /** Calls whose cost is not counted because the price is unknown. */
  readonly unpriced: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly cost: number;
  /** How much prompt caching saved. */
  readonly saved: number;
}

/** Adds up sums under one key. */
export function addSums(key: string, sums: readonly SpendSum[]): SpendSum {
  const add = (field: Exclude<keyof SpendSum, "key">) => sums.reduce((total, sum) => total + sum[field], 0);
  return {
    key,
    calls: add("calls"),
    unpriced: add("unpriced"),
    inputTokens: add("inputTokens"),
    outputTokens: add("outputTokens"),
    cachedTokens: add("cachedTokens"),
    cost: add("cost"),
    saved: add("saved"),
  };
}

/** The expected cost of this month, extrapolated from the last days. In UTC and millionths of a US dollar. */
export interface CostForecast {
  /** Such as `2026-11`. */
  readonly month: string;
  readonly today: number;
  readonly spent: number;
  readonly expected: number;
}
