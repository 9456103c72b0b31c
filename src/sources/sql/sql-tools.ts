import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Effect } from "../../contract/effect.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Tool, ToolContext } from "../../contract/tool.ts";
import { defined } from "../../support/defined.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { boundChange, isBoundTo } from "./bound-change.ts";
import { type ObjectAccess, type Parameter, REFUSED, type TrialEffects, type Work } from "./database.ts";
import type { Databases, NamedDatabase } from "./databases.ts";
import { countLine, describeTried, describeUntried } from "./describe-change.ts";
import { writeRowJournal } from "./row-journal.ts";
import { rowsPreview } from "./rows-preview.ts";
import { effectsOf, refuseChanges } from "./statement-effects.ts";

interface SqlToolOptions {
  readonly databases: Databases;
  /** Where the previous content of a call's changes is stored. */
  undoFolder(runId: string): string;
  /** Called when the previous content is stored, before the change is committed. */
  onKept(runId: string): Promise<void>;
  readonly maxRows: number;
}

const NEVER = new AbortController().signal;
const source = { category: "data", source: "builtin" } as const;

const statement = {
  database: z.string().min(1).max(40).describe("The name of a database of the config"),
  sql: z.string().min(1).max(100_000).describe("The statement, in the dialect of the database"),
  parameters: z
    .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .max(1_000)
    .default([])
    .describe("Values for the placeholders: ? in SQLite and MariaDB, $1 in PostgreSQL"),
};

/** The tools for the databases of the config. */
export function sqlTools({ databases, undoFolder, onKept, maxRows }: SqlToolOptions): Tool[] {
  // The statements are parsed once per input, so that exactly the judged statements run.
  const parsed = new WeakMap<object, Promise<Work>>();
  const workOf = (one: NamedDatabase, input: SqlInput, signal = NEVER): Promise<Work> => {
    const work = parsed.get(input) ?? parseWork(one, input, signal);
    parsed.set(input, work);
    return work;
  };
  const named = `One of: ${databases.names().join(", ")}.`;
  return [
    defineTool({
      ...source,
      name: "sql_query",
      summary: "Read rows from a database of the user with one SELECT statement",
      description: `Runs one statement that only reads, in a transaction that cannot write. Returns {columns, rows, more}; with \`more\`, read on with \`offset\`. Look up tables with sql_schema first. ${named}`,
      risk: "low",
      input: () =>
        z.object({
          ...statement,
          offset: z.int().min(0).default(0).describe("Rows to pass over"),
          limit: z.int().min(1).max(maxRows).default(Math.min(100, maxRows)).describe("Most rows to return"),
        }),
      roles: { sql: "code", database: "destination" },
      flow: { sends: "nothing", output: "by effects", changes: "nothing" },
      async effects(input) {
        const one = databases.get(input.database);
        const { statements } = await workOf(one, input);
        if (statements.length > 1) throw refused(one.name, "sql_query takes one statement at a time");
        refuseChanges(one.name, statements);
        return [...effectsOf(one.name, statements), ...fileEffects(one, "file.read")];
      },
      async run(input, { signal, mark }) {
        const one = databases.get(input.database);
        const work = await workOf(one, input, signal);
        refuseChanges(one.name, work.statements);
        const { offset, limit } = input;
        // An error may quote a value of a row.
        markRows(one, mark);
        const page = await one.database.query(work, { offset, limit }, signal);
        return { ...page, ...(page.more ? { next: offset + page.rows.length } : {}) };
      },
    }),
    defineTool({
      ...source,
      name: "sql_change",
      summary: "Insert, update or delete rows, or change tables, in a database of the user",
      description: `Runs statements in one transaction: all of them or none. The user is shown the rows that change before they agree. Leave out BEGIN and COMMIT. ${named}`,
      risk: "high",
      input: () => z.object(statement),
      roles: { sql: "code", database: "destination" },
      flow: { sends: "nothing", keeps: "beyond the run" },
      async effects(input) {
        const one = databases.get(input.database);
        if (one.readOnly)
          throw refused(
            one.name,
            `this database is read-only for the agent. To let the rules decide: dejima database change ${one.name} --writable`,
          );
        const { statements } = await workOf(one, input);
        return [...effectsOf(one.name, statements), ...fileEffects(one, "file.write")];
      },
      async rehearse(input) {
        const one = databases.get(input.database);
        const work = await workOf(one, input);
        const called = work.statements.flatMap(({ touches }) => touches).filter(isOwnCall);
        if (called.length > 0)
          return { bound: UNTRIED, text: describeUntried(called.map(({ object }) => object)) };
        const tried = await rehearse(one, work);
        return {
          bound: await boundChange(tried, () => rehearse(one, work)),
          text: describeTried(tried, one.name),
          rows: rowsPreview(tried, { database: one.name, sql: input.sql }),
        };
      },
      async run(input, context) {
        const one = databases.get(input.database);
        const work = await workOf(one, input, context.signal);
        const result = await one.database.change(
          work,
          async (tried) => {
            const settled = await settle(tried, one, context, undoFolder(context.runId));
            await onKept(context.runId);
            return settled;
          },
          context.signal,
        );
        if ((result.rows ?? []).length > 0) markRows(one, context.mark);
        return result;
      },
    }),
    defineTool({
      ...source,
      name: "sql_schema",
      summary: "List the tables, columns and keys of a database of the user",
      description: `Returns {tables: [{table, kind, columns, keys}]}. ${named}`,
      risk: "low",
      input: () =>
        z.object({
          database: statement.database,
          table: z.string().max(200).optional().describe("Only tables whose name contains this"),
        }),
      flow: { sends: "nothing", output: "by effects", changes: "nothing" },
      effects: ({ database }) => {
        const one = databases.get(database);
        return [{ kind: "db.read", target: one.name }, ...fileEffects(one, "file.read")];
      },
      async run({ database, table = "" }, { signal, mark }) {
        const one = databases.get(database);
        // Whoever may change the database chooses the names of its tables and columns.
        markRows(one, mark);
        const tables = await one.database.tables(signal);
        return { tables: tables.filter((each) => each.table.toLowerCase().includes(table.toLowerCase())) };
      },
    }),
  ];
}

interface SqlInput {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** Parses the statements of an input. Throws for statements that cannot be parsed or that no rule can allow. */
async function parseWork(
  { name, database }: NamedDatabase,
  { sql, parameters }: SqlInput,
  signal: AbortSignal,
): Promise<Work> {
  if (sql.includes("\0") || !sql.isWellFormed())
    throw refused(name, "it contains characters that a database reads in different ways");
  const statements = await database.analyse(sql, signal);
  if (statements.length === 0) throw refused(name, "it contains no statement");
  if (statements.length > 1 && parameters.length > 0)
    throw refused(name, "values for placeholders need a single statement");
  return { statements, parameters };
}

function markRows({ name, trusted }: NamedDatabase, mark: ToolContext["mark"]): void {
  if (!trusted) mark([`database ${name}`]);
}

/**
 * A rule about the file of a database also applies to the database. Without a rule for the file, the
 * database's own rules decide.
 */
function fileEffects({ file }: NamedDatabase, kind: "file.read" | "file.write"): Effect[] {
  return file === undefined ? [] : [{ kind, target: file, mounted: true }];
}

/** What an approval is bound to if the change could not be tried. */
const UNTRIED = { untried: true };

/**
 * Whether the statement itself calls a function. Effects of a function outside of the transaction cannot be rolled back, so
 * nothing is tried before a person approves.
 */
function isOwnCall({ verb, byTrigger }: ObjectAccess): boolean {
  return verb === "call" && byTrigger !== true;
}

class RolledBack extends Error {
  readonly tried: TrialEffects;
  constructor(tried: TrialEffects) {
    super("rolled back");
    this.tried = tried;
  }
}

/** Runs a change and rolls it back. */
async function rehearse({ database }: NamedDatabase, work: Work): Promise<TrialEffects> {
  try {
    return await database.change(
      work,
      (tried): Promise<TrialEffects> => Promise.reject(new RolledBack(tried)),
      NEVER,
    );
  } catch (error) {
    if (error instanceof RolledBack) return error.tried;
    throw error;
  }
}

/** Checks a change before it is committed: it must be the approved one. Stores the rows that it replaces. */
async function settle(
  tried: TrialEffects,
  { name }: NamedDatabase,
  { bound, callId }: ToolContext,
  folder: string,
) {
  if (bound !== undefined && !isDeepStrictEqual(bound, UNTRIED) && !isBoundTo(bound, tried))
    throw new DejimaError(
      "conflict",
      `Cannot change "${name}": the rows have changed since this was approved, and it would now touch others or give them other values. Nothing was changed; call it again`,
    );
  const { changes, counts, schema, dump, noUndo, rows } = tried;
  await writeRowJournal(folder, {
    version: 1,
    callId,
    database: name,
    undone: false,
    changes: noUndo === undefined ? [...changes] : [],
    ...defined({ noUndo }),
    ...(schema.length === 0 ? {} : { schema: [...schema] }),
    ...(dump === undefined ? {} : { dump: [...dump] }),
  });
  return {
    changed: counts
      .filter(({ inserted, updated, deleted }) => inserted + updated + deleted > 0)
      .map((count) => countLine(name, count)),
    ...(schema.length === 0 ? {} : { schema }),
    ...(noUndo === undefined ? { undo: `dejima undo ${callId}` } : { cannotUndo: noUndo }),
    ...(rows === undefined || rows.length === 0 ? {} : { rows }),
  };
}

function refused(database: string, why: string): DejimaError {
  return new DejimaError(REFUSED, `Cannot run this in "${database}": ${why}`, { database });
}
