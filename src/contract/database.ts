import type { VerdictKind } from "./verdict.ts";

/** The engines that the sql tools can use. */
export type DatabaseKind = "sqlite" | "postgres" | "mariadb";

/** A database of the config, as doors show it. */
export interface DatabaseInfo {
  readonly name: string;
  readonly kind: DatabaseKind;
  /** The file or the address, without a password. */
  readonly place: string;
  readonly trusted: boolean;
  /** Whether nothing is ever changed in it, whatever the rules say. */
  readonly readOnly: boolean;
}

/** One table or view, as `sql_schema` shows it. */
export interface TableShape {
  readonly table: string;
  readonly kind: "table" | "view";
  readonly columns: readonly string[];
  readonly keys?: readonly string[] | undefined;
}

/** What the rules say of reading and of changing. */
export interface DatabaseVerdicts {
  readonly reading: VerdictKind;
  readonly changing: VerdictKind;
}

/** A database that was opened: its tables, and what the rules say of each. */
export interface DatabaseView extends DatabaseInfo, DatabaseVerdicts {
  readonly tables: readonly (TableShape & DatabaseVerdicts)[];
  /** The rules of the config that are about databases and hold for this one. */
  readonly rules: readonly { readonly rule: string; readonly verdict: VerdictKind }[];
}

/** A database that a person wants to use. */
export interface NewDatabase {
  readonly name: string;
  /** `sqlite:FILE` or `postgres://user@host:5432/name`; never with a password. */
  readonly url: string;
  /** The password itself, which is kept with the secrets, or the environment variable that holds it. */
  readonly password?: { readonly value: string } | { readonly variable: string } | undefined;
  readonly trusted?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  /** Whether it may be read without a question. */
  readonly allowReading?: boolean | undefined;
}

/** What can be changed of a database without adding it again. */
export type DatabaseChange = Partial<Pick<NewDatabase, "readOnly" | "trusted" | "allowReading" | "password">>;

/** Who does something. */
interface Doer {
  readonly by: string;
}

/** The databases of the config, for doors: no tool can reach it. */
export interface DatabaseService {
  list(): Promise<readonly DatabaseInfo[]>;
  /** Opens a database and counts its tables. Throws what stands in the way. */
  check(name: string): Promise<{ readonly name: string; readonly tables: number }>;
  /** Opens a database and lists its tables. Throws what stands in the way. */
  look(name: string): Promise<DatabaseView>;
  /** Opens a database that is not in the config, and counts its tables. Nothing is kept. */
  tryOut(database: NewDatabase): Promise<{ readonly tables: number }>;
  /** Puts a database into the config once it has answered. */
  add(
    database: NewDatabase,
    options: Doer & { readonly replace?: boolean },
  ): Promise<{ readonly file: string; readonly tables: number }>;
  change(name: string, change: DatabaseChange, doer: Doer): Promise<{ readonly file: string }>;
  /** Takes a database out of the config, with its password and the rules that let it be read. The database itself stays. */
  remove(name: string, doer: Doer): Promise<{ readonly file: string }>;
  /** Puts back what `remove` took out, as long as this process runs. */
  restore(name: string, doer: Doer): Promise<{ readonly file: string }>;
}
