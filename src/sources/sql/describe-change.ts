import { shortened } from "../../text/text-end.ts";
import type { RowChange, StoredRow, StoredValue, TableCount, TrialEffects } from "./database.ts";

/** How many changed rows of each table are shown. */
export const SAMPLE_ROWS = 5;
const MAX_VALUE_LENGTH = 60;

/** The effect of a change, for the person who approves it. */
export function describeTried(tried: TrialEffects, database: string): string {
  const { counts, changes, schema, locks, noUndo, untried } = tried;
  const touched = counts.filter((count) => rowsOf(count) > 0);
  const lines = [
    ...(touched.length === 0 && schema.length === 0 && untried === undefined ? ["Changes no rows."] : []),
    ...touched.map((count) => countLine(database, count)),
    ...touched.flatMap(warning),
    ...schema.map((line) => `schema ${line}`),
    ...sampleLines(changes),
    ...locks.map((lock) => `Locks: ${lock}`),
    noUndo === undefined ? "Can be undone with: dejima undo CALL" : `Cannot be undone: ${noUndo}`,
    untried === undefined
      ? "Tried in a transaction that was rolled back; nothing has changed yet."
      : `Not tried beforehand: ${untried}. Nothing has changed yet.`,
  ];
  return lines.join("\n");
}

/** Why a change cannot be previewed. */
export function describeUntried(functions: readonly string[]): string {
  return `Not tried beforehand: it calls ${functions.join(", ")}, and what a function does outside of the transaction cannot be rolled back. How many rows change is not known.`;
}

/** The counts in a few words, for results. */
export function countLine(
  database: string,
  { table, inserted, updated, deleted, total }: TableCount,
): string {
  const parts = [
    ...(inserted > 0 ? [`${inserted} inserted`] : []),
    ...(updated > 0 ? [`${updated} updated`] : []),
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
  ];
  return `${database}.${table}: ${parts.join(", ")}${total === undefined ? "" : ` (of ${total} rows)`}`;
}

/** How many rows of a table a change touched. */
export function rowsOf({ inserted, updated, deleted }: TableCount): number {
  return inserted + updated + deleted;
}

function warning({ table, updated, deleted, total }: TableCount): string[] {
  if (total === undefined || total < 2 || updated + deleted < total) return [];
  return [`WARNING: this touches every row of ${table}; no condition leaves any out`];
}

function sampleLines(changes: readonly RowChange[]): string[] {
  const shown = [...Map.groupBy(changes, ({ table }) => table)].flatMap(([table, own]) => [
    ...own
      .slice(0, SAMPLE_ROWS)
      .flatMap(({ before, after }) => [
        ...(before === undefined ? [] : [`- ${table} ${rowText(before)}`]),
        ...(after === undefined ? [] : [`+ ${table} ${rowText(after)}`]),
      ]),
    ...(own.length > SAMPLE_ROWS ? [`  … ${own.length - SAMPLE_ROWS} more rows of ${table}`] : []),
  ]);
  return shown;
}

function rowText(row: StoredRow): string {
  return Object.entries(row)
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join(", ");
}

function valueText(value: StoredValue): string {
  if (typeof value === "object" && value !== null)
    return "i" in value ? value.i : `(${value.b.length} base64 characters)`;
  return cut(JSON.stringify(value));
}

/** A value, cut if it is too long to read. */
export function cut(text: string): string {
  return shortened(text, MAX_VALUE_LENGTH);
}
