import type { DatabaseKind } from "../../contract/data/database.ts";
import { DejimaError } from "../../contract/error.ts";
import { didYouMean } from "../../support/nearest.ts";
import type { Database } from "./database.ts";
import { readRowJournal, writeRowJournal } from "./row-journal.ts";

/** One database of the config, for tools. */
export interface NamedDatabase {
  readonly name: string;
  readonly kind: DatabaseKind;
  readonly database: Database;
  /** Whether its rows are trusted as the user's own words. Otherwise reading them marks the run. */
  readonly trusted: boolean;
  /** Whether tools never change it, regardless of the rules. */
  readonly readOnly: boolean;
  /** The file of an SQLite database, as the config names it. */
  readonly file?: string | undefined;
}

/** The databases of the config. */
export interface Databases {
  /** Throws `not_found` with the nearest name. */
  get(name: string): NamedDatabase;
  names(): readonly string[];
}

/** The error for a name that no database has. */
export function unknownDatabase(name: string, names: readonly string[]): DejimaError {
  const others =
    names.length === 0
      ? ". Add one: dejima database add NAME FILE-OR-ADDRESS"
      : didYouMean(name, names) || `. There are ${names.join(", ")}`;
  return new DejimaError("not_found", `Cannot find the database "${name.slice(0, 100)}"${others}`);
}

/** Looks databases up by name. */
export function namedDatabases(list: () => readonly NamedDatabase[]): Databases {
  return {
    names: () => list().map(({ name }) => name),
    get(name) {
      const found = list().find((one) => one.name === name);
      if (found !== undefined) return found;
      throw unknownDatabase(
        name,
        list().map((one) => one.name),
      );
    },
  };
}

/** The result of undoing a call in a database. */
interface UndoneRows {
  readonly undone: readonly { readonly path: string; readonly action: string }[];
}

/** Restores the rows that a call changed in a database. Returns `undefined` if it changed none. */
export async function undoDatabaseCall(
  {
    folder,
    callId,
    signal,
  }: { readonly folder: string; readonly callId: string; readonly signal: AbortSignal },
  databases: Databases,
): Promise<UndoneRows | undefined> {
  const change = await readRowJournal(folder, callId);
  if (change === undefined) return undefined;
  if (change.undone) return { undone: [] };
  if (change.noUndo !== undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot undo "${callId}": ${change.noUndo}${change.schema === undefined ? "" : `. The schema from before is kept in ${folder}/${callId}.database.json`}`,
      { callId },
    );
  const { database } = databases.get(change.database);
  try {
    await database.restore(change.changes, signal);
  } catch (error) {
    if (!(error instanceof DejimaError) || error.code === "timeout" || error.code === "server_unavailable")
      throw error;
    throw new DejimaError(
      "conflict",
      `Cannot undo "${callId}": ${error.message}. Nothing was restored`,
      { callId },
      { cause: error },
    );
  }
  await writeRowJournal(folder, { ...change, undone: true });
  const rows = Map.groupBy(change.changes, ({ table }) => table);
  return {
    undone: [...rows].map(([table, own]) => ({
      path: `${change.database}.${table}`,
      action: `${own.length} ${own.length === 1 ? "row" : "rows"} restored`,
    })),
  };
}
