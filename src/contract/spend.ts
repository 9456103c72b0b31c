import type { Effect } from "./effect.ts";

/** Why a model is asked. */
export type SpendPurpose =
  | "answer"
  | "reflection"
  | "summary"
  | "quarantine"
  | "title"
  | "evaluation"
  | "suggestion";

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

/** The tool that stands for a call of a model where a rule speaks of its cost. */
export const SPEND_TOOL = "spend_on_model";

/** What a call of a model would do: spend up to this much, in millionths of a US dollar; `undefined` if its price is unknown. */
export function spendEffect(model: string, cost: number | undefined): Effect {
  const amount = cost === undefined ? "unknown" : `${digits(cost)} USD`;
  return { kind: "money.spend", target: `${amount} ${model}` };
}

/** Millionths of a US dollar for people, with as many digits as tell anything. */
export function dollars(cost: number): string {
  return `$${digits(cost)}`;
}

function digits(cost: number): string {
  const whole = cost / 1_000_000;
  const places = [2, 3, 4, 5].find((count) => Number(whole.toFixed(count)) === whole) ?? 6;
  return whole.toFixed(places);
}

/** A group of users, whose spends of one day count together. */
export interface SpendTeam {
  readonly team: string;
  readonly members: readonly string[];
}

/** What can have a budget: a single call of a model, every scope, and teams. */
export const BUDGET_SCOPES = ["call", "run", "conversation", "user", "team", "schedule", "day"] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];

/** The scopes in which one user, team or schedule can have a budget of its own, instead of the one for each. */
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

/** One call of a model: first the reserved cost, then the actual one. Costs are in millionths of a US dollar. */
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
  readonly model: string;
  readonly purpose: SpendPurpose;
  readonly status: "reserved" | "settled";
  /** Whether the model's price is known; if not, `cost` is 0. */
  readonly price: "known" | "unknown";
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Input tokens that the provider read from its cache. */
  readonly cachedTokens: number;
  readonly cost: number;
  /** What prompt caching saved. */
  readonly saved: number;
  /** The tools that the answer called, separated by commas. Empty for an answer in words. */
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
  /** What prompt caching saved. */
  readonly saved: number;
}

/** The expected cost of this month, extrapolated from the last days. In UTC and millionths of a US dollar. */
export interface CostForecast {
  /** Such as `2026-11`. */
  readonly month: string;
  readonly today: number;
  readonly spent: number;
  readonly expected: number;
}
