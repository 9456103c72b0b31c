import type { DatabaseSync } from "node:sqlite";
import type { ObjectAccess, Statement } from "../database.ts";
import { watchStatement } from "./watch-statement.ts";

/**
 * Splits a text into statements and determines what each touches. SQLite itself does both; nothing is run.
 */
export function analyseStatements(database: DatabaseSync, sql: string): Statement[] {
  const statements: Statement[] = [];
  for (let rest = sql; ; ) {
    const found = first(database, rest);
    if (found === undefined) return statements;
    statements.push({
      text: found.text,
      touches: [...found.touches, ...replacements(database, found)],
    });
    rest = rest.slice(found.text.length);
  }
}

function first(database: DatabaseSync, sql: string): Statement | undefined {
  const watcher = watchStatement(database);
  try {
    const statement = watcher.prepare(sql);
    const returns = statement.columns().length > 0;
    return { text: statement.sourceSQL, touches: withoutOwnReads(watcher.found(), returns) };
  } catch (error) {
    if (error instanceof Error && /contains no statements/.test(error.message)) return undefined;
    throw error;
  } finally {
    watcher.end();
  }
}

/**
 * Removes reads of tables that the statement also changes: permission to change a table includes searching for the rows to
 * change. If the statement returns rows, the reads stay.
 */
function withoutOwnReads(touches: readonly ObjectAccess[], returns: boolean): ObjectAccess[] {
  if (returns) return [...touches];
  const written = new Set(touches.filter(({ verb }) => verb !== "read").map(({ object }) => object));
  return touches.filter(({ verb, object }) => verb !== "read" || !written.has(object));
}

/** Set in a step that removes the old version of an updated row. */
const IS_UPDATE = 4;

/** Tables whose rows an INSERT or UPDATE may replace: SQLite's bytecode for it deletes rows. */
function replacements(database: DatabaseSync, { text, touches }: Statement): ObjectAccess[] {
  const tables = new Set(
    touches.filter(({ verb }) => verb === "insert" || verb === "update").map(({ object }) => object),
  );
  if (tables.size === 0 || touches.some(({ verb }) => verb === "schema")) return [];
  const steps = database
    .prepare(`EXPLAIN ${text.replace(/^[\s;]+|^\s*explain(?:\s+query\s+plan)?\b/gi, "")}`)
    .all();
  const removed = new Set(
    steps
      .filter(({ opcode, p2 }) => opcode === "Delete" && (Number(p2) & IS_UPDATE) === 0)
      .map(({ p4 }) => String(p4)),
  );
  const known = new Set(touches.filter(({ verb }) => verb === "delete").map(({ object }) => object));
  return [...tables]
    .filter((table) => removed.has(table) && !known.has(table))
    .map((object) => ({ verb: "delete", object }));
}
