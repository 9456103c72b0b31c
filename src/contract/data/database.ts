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
  /** The password itself, which is stored with the secrets, or the environment variable that holds it. */
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
