import {
  SPEND_SCOPES,
  type Spend,
  type SpendGroup,
  type SpendScope,
  type SpendSum,
  type SpendTeam,
} from "../contract/figures/spend.ts";
import { defined } from "../support/defined.ts";
import type { SpendTotals } from "./spend-repository.ts";

/** The column of each field of a spend. All SQL drivers use the same. */
const COLUMN_OF = {
  id: "id",
  runId: "run_id",
  conversation: "conversation",
  user: "person",
  schedule: "schedule",
  day: "day",
  at: "at",
  until: "until",
  model: "model",
  purpose: "purpose",
  status: "status",
  price: "price",
  inputTokens: "input_tokens",
  outputTokens: "output_tokens",
  cachedTokens: "cached_tokens",
  cost: "cost",
  saved: "saved",
  tool: "tool",
} as const satisfies Record<keyof Spend, string>;

export const SPEND_FIELDS = Object.keys(COLUMN_OF) as readonly (keyof Spend)[]; // its keys are those fields
export const SPEND_COLUMNS = Object.values(COLUMN_OF);

/** The fields that are numbers. */
export const SPEND_NUMBERS: ReadonlySet<keyof Spend> = new Set<keyof Spend>([
  ...(["at", "until", "inputTokens", "outputTokens", "cachedTokens", "cost", "saved"] as const),
]);

/** The groups that spends are added up by: a scope, or the members of a team. */
export type Counted = SpendScope | SpendTeam;

/** The columns, with their values, that select the spends of the same group. `undefined` if the spend does not belong to it. */
export function spendsOf(
  counted: Counted,
  spend: Spend,
): readonly (readonly [string, readonly string[]])[] | undefined {
  const day = ["day", [spend.day]] as const;
  if (typeof counted === "object") return [day, ["person", counted.members]];
  if (counted === "run") return [["run_id", [spend.runId]]];
  if (counted === "conversation") return [["conversation", [spend.conversation]]];
  if (counted === "user") return [["person", [spend.user]], day];
  if (counted === "day") return [day];
  return spend.schedule === "" ? undefined : [["schedule", [spend.schedule]], day];
}

/** The key of a total. */
export function nameOf(counted: Counted): keyof SpendTotals {
  return typeof counted === "object" ? `team ${counted.team}` : counted;
}

/** The statements of a driver that writes its n-th parameter as `place(n)`. */
export function spendSql(place: (number: number) => string) {
  const all = SPEND_COLUMNS.map((_column, at) => place(at + 1)).join(", ");
  return {
    insert: `INSERT INTO spends (${SPEND_COLUMNS.join(", ")}) VALUES (${all})`,
    update: `UPDATE spends SET ${SPEND_COLUMNS.map((column, at) => `${column} = ${place(at + 1)}`).join(", ")} WHERE id = ${place(1)}`,
    total(same: NonNullable<ReturnType<typeof spendsOf>>): string {
      let used = 1;
      const places = (values: readonly string[]) => values.map(() => place(++used)).join(", ");
      const where = same.map(([column, values]) => `${column} IN (${places(values)})`).join(" AND ");
      return `SELECT coalesce(sum(cost), 0) AS cost, coalesce(sum(input_tokens + output_tokens), 0) AS tokens,
        coalesce(sum(CASE WHEN status = 'reserved' AND until > ${place(1)} THEN 1 ELSE 0 END), 0) AS open
        FROM spends WHERE ${where}`;
    },
    sums: (by: SpendGroup, only: readonly (keyof Spend)[]) =>
      `SELECT ${COLUMN_OF[by]} AS key, count(*) AS calls, sum(CASE WHEN price = 'unknown' THEN 1 ELSE 0 END) AS unpriced,
        sum(input_tokens) AS "inputTokens", sum(output_tokens) AS "outputTokens", sum(cached_tokens) AS "cachedTokens",
        sum(cost) AS cost, sum(saved) AS saved FROM spends
        WHERE day >= ${place(1)}${only.map((field, at) => ` AND ${COLUMN_OF[field]} = ${place(at + 2)}`).join("")}
        GROUP BY ${COLUMN_OF[by]}`,
  };
}

/** The fields to filter spends by, with their values. */
export function chosenBy({ runId, purpose }: Partial<Pick<Spend, "runId" | "purpose">> = {}) {
  const chosen = { ...defined({ runId, purpose }) };
  return { fields: Object.keys(chosen) as (keyof typeof chosen)[], values: Object.values(chosen) }; // its own keys
}

/** The values of a spend in the order of the columns. */
export function spendValues(spend: Spend): (string | number)[] {
  return SPEND_FIELDS.map((field) => spend[field]);
}

/** Parses a sum from a row. */
export function sumFrom(row: Readonly<Record<string, unknown>>): SpendSum {
  const number = (name: string) => Number(row[name]);
  return {
    key: String(row.key),
    calls: number("calls"),
    unpriced: number("unpriced"),
    inputTokens: number("inputTokens"),
    outputTokens: number("outputTokens"),
    cachedTokens: number("cachedTokens"),
    cost: number("cost"),
    saved: number("saved"),
  };
}

/** Sorts sums for display: highest cost first, then by key. */
export function sortedSums(sums: readonly SpendSum[]): SpendSum[] {
  return sums.toSorted((a, b) => b.cost - a.cost || (a.key < b.key ? -1 : 1));
}

/** The scopes and teams that a spend counts for. */
export function scopesOf(spend: Spend, wanted: readonly Counted[] = SPEND_SCOPES): Counted[] {
  return wanted.filter((counted) => spendsOf(counted, spend) !== undefined);
}
