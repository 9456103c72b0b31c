import type { TableShape } from "../../../contract/data/database.ts";
import type { ObjectAccess, Page, Parameter, RowChange, Statement, TrialEffects } from "../database.ts";

/** The requests to the program, with its answers. */
export interface SqliteRequests {
  analyse: [asked: { readonly sql: string }, answer: Statement[]];
  query: [
    asked: {
      readonly sql: string;
      readonly parameters: readonly Parameter[];
      readonly offset: number;
      readonly limit: number;
      readonly bytes: number;
    },
    answer: Page,
  ];
  /** Runs statements in a transaction that stays open until `end`. */
  try: [
    asked: {
      readonly statements: readonly string[];
      readonly parameters: readonly Parameter[];
      readonly undoRows: number;
      readonly rows: number;
    },
    answer: TrialEffects & { readonly touches: readonly ObjectAccess[] },
  ];
  /** Restores rows, in a transaction that stays open until `end`. */
  restore: [asked: { readonly changes: readonly RowChange[] }, answer: null];
  end: [asked: { readonly commit: boolean }, answer: null];
  tables: [asked: Record<never, never>, answer: TableShape[]];
}

export type SqliteRequest = {
  [Type in keyof SqliteRequests]: { readonly type: Type } & SqliteRequests[Type][0];
}[keyof SqliteRequests];

/** One line of the program. `refused` means that no rule can allow the statement. */
export type SqliteAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly refused: boolean };
