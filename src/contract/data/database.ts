import { z } from "zod";
import type { VerdictKind } from "../verdict.ts";

/** The engines that the sql tools can use. */
export type DatabaseKind = "sqlite" | "postgres" | "mariadb";

/** A database of the config, as doors show it. */
export interface DatabaseInfo {
  readonly name: string;
  readonly kind: DatabaseKind;
  /** The file or the address, without a password. */
  readonly place: string;
  readonly trusted: boolean;
  /** Whether changes are always refused, whatever the rules say. */
  readonly readOnly: boolean;
}

/** One table or view, as `sql_schema` shows it. */
export interface TableShape {
  readonly table: string;
  readonly kind: "table" | "view";
  readonly columns: readonly string[];
  readonly keys?: readonly string[] | undefined;
}

/** The verdicts of the rules on reading and changing. */
export interface DatabaseVerdicts {
  readonly reading: VerdictKind;
  readonly changing: VerdictKind;
}

/** An opened database: its tables, and the verdict of the rules on each. */
export interface DatabaseView extends DatabaseInfo, DatabaseVerdicts {
  readonly tables: readonly (TableShape & DatabaseVerdicts)[];
  /** The rules of the config that apply to this database. */
  readonly rules: readonly { readonly rule: string; readonly verdict: VerdictKind }[];
}

/** A database that a person wants to add. */
export interface NewDatabase {
  readonly name: string;
  /** `sqlite:FILE` or `postgres://user@host:5432/name`; never with a password. */
  readonly url: string;
  /** The password itself, which is stored with the secrets, or the name of an environment variable. */
  readonly password?: { readonly value: string } | { readonly variable: string } | undefined;
  readonly trusted?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  /** Whether reading it needs no approval. */
  readonly allowReading?: boolean | undefined;
}

/** The settings of a database that can be changed later. */
export type DatabaseChange = Partial<Pick<NewDatabase, "readOnly" | "trusted" | "allowReading" | "password">>;

/** The person who makes a change. */
interface Doer {
  readonly by: string;
}

/** The databases of the config. Only doors use this service; no tool can reach it. */
export interface DatabaseService {
  list(): Promise<readonly DatabaseInfo[]>;
  /** Opens a database and counts its tables. Throws if that fails. */
  check(name: string): Promise<{ readonly name: string; readonly tables: number }>;
  /** Opens a database and lists its tables. Throws if that fails. */
  look(name: string): Promise<DatabaseView>;
  /** Opens a database that is not in the config and counts its tables. Nothing is stored. */
  tryOut(database: NewDatabase): Promise<{ readonly tables: number }>;
  /** Adds a database to the config after a successful connection. */
  add(
    database: NewDatabase,
    options: Doer & { readonly replace?: boolean },
  ): Promise<{ readonly file: string; readonly tables: number }>;
  change(name: string, change: DatabaseChange, doer: Doer): Promise<{ readonly file: string }>;
  /** Removes a database from the config, with its password and the rules that allow reading it. The database itself is not touched. */
  remove(name: string, doer: Doer): Promise<{ readonly file: string }>;
  /** Undoes `remove`. Works only in the process that removed the database. */
  restore(name: string, doer: Doer): Promise<{ readonly file: string }>;
}

const value = z.union([
  z.null(),
  z.string(),
  z.number(),
  z.strictObject({ i: z.string() }),
  z.strictObject({ b: z.string() }),
]);
const row = z.record(z.string(), value);

/** Ending of the name of a call's row journal, which is stored beside the file journals. */
export const ROW_JOURNAL_ENDING = ".database.json";

/** The rows that a call changed in a database, stored under its run so that they can be restored. */
export const rowJournalSchema = z.object({
  version: z.literal(1),
  callId: z.string(),
  database: z.string(),
  changes: z.array(z.object({ table: z.string(), before: row.optional(), after: row.optional() })),
  /** Why the changes cannot be undone, if they cannot. */
  noUndo: z.string().optional(),
  /** The definitions that a schema change replaces. */
  schema: z.array(z.string()).optional(),
  /** The definitions of the whole database before a schema change. */
  dump: z.array(z.string()).optional(),
  undone: z.boolean(),
});

/** A row as people read it: values are text, NULL is `null`. */
const shownRowSchema = z.record(z.string(), z.string().nullable());

/** The effect of a database change, tried in a transaction that was rolled back. */
export const rowsPreviewSchema = z.object({
  database: z.string(),
  tables: z.array(
    z.object({
      table: z.string(),
      inserted: z.int(),
      updated: z.int(),
      deleted: z.int(),
      /** Rows before the change. Absent if they were not counted. */
      total: z.int().optional(),
      /** Set if no statement names the table: a cascade or a trigger changes it. */
      unnamed: z.boolean().optional(),
    }),
  ),
  /** The first changed rows of each table. An inserted row has no `before`, a deleted one no `after`. */
  samples: z.array(
    z.object({ table: z.string(), before: shownRowSchema.optional(), after: shownRowSchema.optional() }),
  ),
  /** Changed definitions, as lines that begin with - or +. */
  schema: z.array(z.string()),
  locks: z.array(z.string()),
  /** Why the change cannot be undone later. Absent if it can. */
  noUndo: z.string().optional(),
});

export type RowsPreview = z.infer<typeof rowsPreviewSchema>;
