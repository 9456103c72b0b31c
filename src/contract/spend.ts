/** What a model is asked for. */
export type SpendPurpose =
  | "answer"
  | "reflection"
  | "summary"
  | "quarantine"
  | "title"
  | "evaluation"
  | "suggestion";

/** What one budget counts: all of a run or a conversation; of a person, a schedule or everybody, one day (in UTC). */
export const SPEND_SCOPES = ["run", "conversation", "user", "schedule", "day"] as const;
export type SpendScope = (typeof SPEND_SCOPES)[number];

/** What can have a budget: one call of a model, and every scope. */
export const BUDGET_SCOPES = ["call", ...SPEND_SCOPES] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];

/** What spends can be added up by. */
export type SpendGroup = "model" | "purpose" | "tool" | "conversation" | "user" | "day" | "runId";

/** One call of a model: what it was reserved for, then what it cost. Costs are in millionths of a US dollar. */
export interface Spend {
  readonly id: string;
  readonly runId: string;
  readonly conversation: string;
  readonly user: string;
  /** The schedule that the run belongs to; empty for none. */
  readonly schedule: string;
  readonly day: string;
  readonly at: number;
  /** When a reservation that nobody settles counts as spent. */
  readonly until: number;
  readonly model: string;
  readonly purpose: SpendPurpose;
  readonly status: "reserved" | "settled";
  /** Whether the model's price is known; if not, `cost` is 0. */
  readonly price: "known" | "unknown";
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input, what the provider had kept. */
  readonly cachedTokens: number;
  readonly cost: number;
  /** What it would have cost more if the provider had kept nothing of the input. */
  readonly saved: number;
  /** The offered tools that the answer called, with commas between them; empty for an answer in words. */
  readonly tool: string;
}

/** What the spends of one scope add up to; reservations count as spent. */
export interface SpendTotal {
  readonly cost: number;
  readonly tokens: number;
  /** Reservations that may still be settled. */
  readonly open: number;
}

/** What the spends of one model, person and so on add up to. */
export interface SpendSum {
  readonly key: string;
  readonly calls: number;
  /** Calls whose cost is not counted, because the price is unknown. */
  readonly unpriced: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly cost: number;
  /** What prompt caching saved. */
  readonly saved: number;
}

/** What this month will cost if it goes on like the last days. In UTC and millionths of a US dollar. */
export interface CostForecast {
  /** Such as `2026-11`. */
  readonly month: string;
  readonly today: number;
  readonly spent: number;
  readonly expected: number;
}
