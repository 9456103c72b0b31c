import { canonicalJson } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import type { StoredRow, StoredValue, TrialEffects } from "./database.ts";
import { rowsOf } from "./describe-change.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const JULIAN_EPOCH = 2_440_587.5;
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?/;
const TIME_OF_DAY = /^\d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d)?$/;

/**
 * The data that an approval of a change is bound to: the rows it changes or deletes with their new values, the rows it adds, and
 * the definitions it changes. A second try shows which columns get a different value each time, for example from a counter or at
 * random.
 */
export async function boundChange(first: TrialEffects, again: () => Promise<TrialEffects>): Promise<unknown> {
  if (!isWhole(first) || first.changes.every(({ after }) => after === undefined)) return boundPart(first, []);
  return boundPart(first, unsteadyColumns(first, await again()));
}

/** Whether a change is the approved one. */
export function isBoundTo(bound: unknown, tried: TrialEffects): boolean {
  const { unsteady } = Object(bound);
  const columns = Array.isArray(unsteady) ? unsteady.map(String) : [];
  return canonicalJson(bound) === canonicalJson(boundPart(tried, columns));
}

function boundPart(tried: TrialEffects, unsteady: readonly string[]): unknown {
  const { counts, changes, schema } = tried;
  const rows = counts
    .map(({ table, inserted, updated, deleted }) => ({ table, inserted, updated, deleted }))
    .sort((a, b) => (a.table < b.table ? -1 : 1));
  // If not all rows are known, only their number counts.
  if (!isWhole(tried)) return { rows, schema };
  const hashed = (lines: readonly string[]) => sha256(lines.toSorted().join("\n"));
  const before = changes.flatMap((change) =>
    change.before === undefined ? [] : [canonicalJson([change.table, change.before])],
  );
  const after = changes.flatMap((change) =>
    change.after === undefined
      ? []
      : [canonicalJson([change.table, steady(change.table, change.after, unsteady)])],
  );
  return { rows, schema, before: hashed(before), after: hashed(after), unsteady };
}

function isWhole({ counts, changes }: TrialEffects): boolean {
  return changes.length > 0 && changes.length >= counts.reduce((sum, count) => sum + rowsOf(count), 0);
}

/** The columns whose new values differ between two tries, as `table.column`. */
function unsteadyColumns(first: TrialEffects, second: TrialEffects): string[] {
  const [one, other] = [valuesByColumn(first), valuesByColumn(second)];
  const columns = [...new Set([...one.keys(), ...other.keys()])].sort();
  return columns.filter((column) => String(one.get(column)?.sort()) !== String(other.get(column)?.sort()));
}

function valuesByColumn({ changes }: TrialEffects): Map<string, string[]> {
  const values = changes.flatMap(({ table, after = {} }) =>
    Object.entries(after).map(([name, value]) => [`${table}.${name}`, canonicalJson(value)] as const),
  );
  const grouped = Map.groupBy(values, ([column]) => column);
  return new Map([...grouped].map(([column, own]) => [column, own.map(([, value]) => value)]));
}

/** A new row without the parts that differ each time: unsteady columns, and clock values. */
function steady(table: string, row: StoredRow, unsteady: readonly string[]): unknown {
  const steadyEntries = Object.entries(row).filter(([name]) => !unsteady.includes(`${table}.${name}`));
  return Object.fromEntries(
    steadyEntries.map(([name, value]) => [name, isClock(value, Date.now()) ? "now" : value]),
  );
}

/** Whether a value is close to the current time, in one of the formats of databases. */
function isClock(value: StoredValue, now: number): boolean {
  if (value === null || (typeof value === "object" && "b" in value)) return false;
  const text = typeof value === "object" ? value.i : String(value);
  if (TIME_OF_DAY.test(text)) return true;
  const number = Number(text);
  const [isMoment, day, time = "00:00"] = MOMENT.exec(text) ?? [];
  const moments = isMoment
    ? [Date.parse(`${day}T${time}Z`)]
    : text !== "" && Number.isFinite(number)
      ? [number, number * 1_000, (number - JULIAN_EPOCH) * DAY_MS]
      : [];
  return moments.some((moment) => Math.abs(moment - now) < DAY_MS);
}
