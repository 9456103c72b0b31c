import type { Row, SqliteDatabase } from "./sqlite-database.ts";

/** Rows that every run reads again and that rarely change, kept until somebody changes the database. */
export interface KeptRows {
  /** The rows of a read. The first parameter is its group. */
  all(sql: string, group: string, ...parameters: (string | number)[]): readonly Row[];
  /** Drops the kept rows of a group. Must be called with each write of this connection to what the group reads. */
  forget(group: string): void;
}

/** How many reads are kept, and how many characters of each. */
const MOST_READS = 200;
const MOST_CHARACTERS = 10_000;

/**
 * Keeps rows of short reads. Whether another process has changed the database is asked once in a turn of the event loop, so that
 * its changes hold from the next turn on. Changes by another connection of this process hold at once.
 */
export function createKeptRows(database: SqliteDatabase): KeptRows {
  const groups = new Map<string, Map<string, readonly Row[]>>();
  let reads = 0;
  let version: unknown;
  let asked: number | undefined;

  function forgetChanged(): void {
    const others = database.writesOfOthers();
    if (asked === others) return;
    if (asked === undefined) setImmediate(askAgain).unref();
    asked = others;
    // Changes with every commit of another connection.
    const current = database.get("PRAGMA data_version")?.data_version;
    if (current !== version) forgetAll();
    version = current;
  }

  function askAgain(): void {
    asked = undefined;
  }

  function forgetAll(): void {
    groups.clear();
    reads = 0;
  }

  return {
    all(sql, group, ...parameters) {
      forgetChanged();
      const read = [sql, ...parameters].join("\0");
      const known = groups.get(group)?.get(read);
      if (known !== undefined) return known;
      const rows = database.all(sql, group, ...parameters);
      if (charactersOf(rows) > MOST_CHARACTERS) return rows;
      if (reads >= MOST_READS) forgetAll();
      reads++;
      const kept = groups.get(group) ?? new Map<string, readonly Row[]>();
      groups.set(group, kept.set(read, rows));
      return rows;
    },
    forget(group) {
      reads -= groups.get(group)?.size ?? 0;
      groups.delete(group);
    },
  };
}

function charactersOf(rows: readonly Row[]): number {
  let sum = 0;
  for (const row of rows)
    for (const value of Object.values(row)) sum += typeof value === "string" ? value.length : 8;
  return sum;
}
