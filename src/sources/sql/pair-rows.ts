import type { RowChange, StoredRow } from "./database.ts";

/** Pairs the old and the new version of rows by their key. An update stores its key and the columns that differ. */
export function pairRows(found: {
  readonly table: string;
  readonly before: readonly StoredRow[];
  readonly after: readonly StoredRow[];
  readonly keys: readonly string[];
}): RowChange[] {
  const { table, before, after, keys } = found;
  const keyOf = (row: StoredRow) => JSON.stringify(keys.map((name) => row[name]));
  const waiting = new Map(keys.length === 0 ? [] : after.map((row) => [keyOf(row), row]));
  const changes = before.map((row): RowChange => {
    const now = waiting.get(keyOf(row));
    if (now === undefined) return { table, before: row };
    waiting.delete(keyOf(row));
    const differing = Object.keys(row).filter((name) => keys.includes(name) || row[name] !== now[name]);
    const part = (whole: StoredRow) =>
      Object.fromEntries(differing.map((name) => [name, whole[name] ?? null]));
    return { table, before: part(row), after: part(now) };
  });
  const inserted = keys.length === 0 ? after : [...waiting.values()];
  return [...changes, ...inserted.map((row) => ({ table, after: row }))];
}
