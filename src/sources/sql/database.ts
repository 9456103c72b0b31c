import type { TableShape } from "../../contract/data/database.ts";

/** The action of a statement on a table, a view or another object. */
export type Verb = "read" | "insert" | "update" | "delete" | "schema" | "call";

/** One object that a statement touches, and how. An empty `object` is the database itself. */
export interface ObjectAccess {
  readonly verb: Verb;
  /** `orders`, or `audit.log` if the table is not in the default schema. */
  readonly object: string;
  /** Set for a function that a trigger of the database calls, not the statement itself. */
  readonly byTrigger?: boolean | undefined;
}

/** One statement, as the engine's parser reads it. */
export interface Statement {
  readonly text: string;
  readonly touches: readonly ObjectAccess[];
}

/**
 * A stored value: lossless, and JSON. Integers are `{i}`, bytes are `{b}` in Base64, other types the engine's
 * text.
 */
export type StoredValue = null | string | number | { readonly i: string } | { readonly b: string };

/** A stored row. An update stores only its key and the columns that changed. */
export type StoredRow = Readonly<Record<string, StoredValue>>;

/** One changed row. Without `before` it was inserted, without `after` it was deleted. */
export interface RowChange {
  readonly table: string;
  readonly before?: StoredRow | undefined;
  readonly after?: StoredRow | undefined;
}

/** How many rows of one table a change touched. */
export interface TableCount {
  readonly table: string;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** Rows of the table before the change. `undefined` if they were not counted. */
  readonly total?: number | undefined;
}

/** The effects of statements in a transaction that is still open. */
export interface TrialEffects {
  readonly counts: readonly TableCount[];
  /** The changed rows, or the first of them if there are too many. */
  readonly changes: readonly RowChange[];
  /** Objects whose definition differs, as lines that begin with - or +. */
  readonly schema: readonly string[];
  /** Before a change of the schema: the definitions of all objects, as far as the role may see them. */
  readonly dump?: readonly string[] | undefined;
  readonly locks: readonly string[];
  /** Why the change cannot be undone later. `undefined` if it can. */
  readonly noUndo?: string | undefined;
  /** Why the change was not tried. It runs only after it was approved. */
  readonly untried?: string | undefined;
  /** The rows of `RETURNING`, bounded. */
  readonly rows?: readonly Readonly<Record<string, unknown>>[] | undefined;
}

/** One page of rows. */
export interface Page {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Whether more rows follow. */
  readonly more: boolean;
}

/** Bounds on every statement. */
export interface SqlLimits {
  readonly timeoutMs: number;
  readonly lockMs: number;
  readonly rows: number;
  readonly bytes: number;
  /** The most rows whose previous content is stored. */
  readonly undoRows: number;
}

/** Statements with the values for their placeholders. */
export interface Work {
  readonly statements: readonly Statement[];
  readonly parameters: readonly Parameter[];
}

export type Parameter = string | number | boolean | null;

/** One database behind its driver. Every method ends with `timeout` after the time limit. */
export interface Database {
  /**
   * Splits and parses a text. Runs nothing. Throws for statements that the engine cannot parse or that no
   * rule can allow.
   */
  analyse(sql: string, signal: AbortSignal): Promise<readonly Statement[]>;
  /** Reads one page in a transaction that cannot write. */
  query(
    work: Work,
    page: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Page>;
  /** Runs statements in a transaction. It is committed if `settle` returns, and rolled back if it throws. */
  change<Result>(
    work: Work,
    settle: (tried: TrialEffects) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
  /** Restores changed rows, all or none. A row that changed since is a `conflict`. */
  restore(changes: readonly RowChange[], signal: AbortSignal): Promise<void>;
  tables(signal: AbortSignal): Promise<readonly TableShape[]>;
  close(): Promise<void>;
}

/** The code of statements that are refused regardless of the rules. */
export const REFUSED = "tool_not_allowed";

/** Why no rule can allow a statement. */
export class RefusedStatement extends Error {}
