import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DejimaError } from "../../../contract/error.ts";
import { startTrustedServer } from "../../../sandbox/process/trusted-programs.ts";
import { type Database, type ObjectAccess, REFUSED, type SqlLimits, type Statement } from "../database.ts";
import { createLine } from "./program-line.ts";
import type { SqliteAnswer, SqliteRequest, SqliteRequests } from "./sqlite-protocol.ts";

interface SqliteOptions {
  readonly name: string;
  /** The real path of the file. Throws if tools may not reach it. */
  file(): Promise<string>;
  readonly limits: SqlLimits;
}

const IDLE_MS = 60_000;

interface Program {
  readonly file: string;
  /** Resolves with the first answer, so that the start does not count towards a statement's time. */
  readonly started: Promise<unknown>;
  ask(line: string): Promise<string>;
  end(): void;
}

/** Opens an SQLite file. SQLite runs in its own process, which ends when it is idle. */
export function openSqlite({ name, file, limits }: SqliteOptions): Database {
  let program: Program | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** Does work while no other call uses the program. */
  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(async () => {
      clearTimeout(idle);
      try {
        return await work();
      } finally {
        idle = setTimeout(stop, IDLE_MS).unref();
      }
    });
    turn = result.catch(() => {});
    return result;
  }

  function stop(): void {
    program?.end();
    program = undefined;
  }

  /** The program for the file that the database's path leads to now. */
  async function opened(): Promise<Program> {
    const path = await file();
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined)
      throw new DejimaError("not_found", `Cannot open the database "${name}": file not found: ${path}`);
    if (stats.isDirectory())
      throw new DejimaError("invalid_input", `Cannot open the database "${name}": it is a folder: ${path}`);
    if (program?.file !== path) stop();
    program ??= start(path, limits.lockMs);
    return program;
  }

  /** Sends a request. A statement is analysed in the open file; before anything runs, the file is looked up again. */
  async function ask<Type extends keyof SqliteRequests>(
    type: Type,
    request: SqliteRequests[Type][0],
    signal: AbortSignal,
  ): Promise<SqliteRequests[Type][1]> {
    signal.throwIfAborted();
    const running = type === "analyse" && program !== undefined ? program : await opened();
    await running.started;
    let late = false;
    const timer = setTimeout(
      () => {
        late = true;
        running.end();
      },
      limits.timeoutMs + (type === "try" ? limits.lockMs : 0),
    );
    const cancel = () => running.end();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const line = await running.ask(JSON.stringify({ type, ...request }));
      // The program is part of Dejima, so its answers follow the protocol.
      const answer = JSON.parse(line) as SqliteAnswer;
      if (!answer.ok) throw failure(name, answer);
      return answer.value as SqliteRequests[Type][1]; // the program answers each request by its type
    } catch (error) {
      if (error instanceof DejimaError) throw error;
      stop();
      signal.throwIfAborted();
      throw late
        ? new DejimaError("timeout", `Stopped a statement in "${name}" after ${limits.timeoutMs / 1000} s`)
        : new DejimaError("server_unavailable", `Cannot use the database "${name}": SQLite ended early`);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    }
  }

  return {
    analyse: (sql, signal) => alone(() => ask("analyse", { sql }, signal)),
    query: ({ statements: [statement], parameters }, page, signal) =>
      alone(() =>
        ask("query", { sql: statement?.text ?? "", parameters, ...page, bytes: limits.bytes }, signal),
      ),
    change: ({ statements, parameters }, settle, signal) =>
      alone(async () => {
        const { undoRows, rows } = limits;
        const texts = statements.map(({ text }) => text);
        const tried = await ask("try", { statements: texts, parameters, undoRows, rows }, signal);
        let commit = false;
        try {
          refuseUndeclared(name, tried.touches, statements);
          const result = await settle(tried);
          commit = true;
          return result;
        } finally {
          await ask("end", { commit }, signal);
        }
      }),
    restore: (changes, signal) =>
      alone(async () => {
        await ask("restore", { changes }, signal);
        await ask("end", { commit: true }, signal);
      }),
    tables: (signal) => alone(() => ask("tables", {}, signal)),
    async close() {
      clearTimeout(idle);
      stop();
    },
  };
}

/**
 * Throws if a change touches objects that were not judged. Since the statements were judged, tables may have got other triggers,
 * views or keys, also from earlier statements.
 */
function refuseUndeclared(
  name: string,
  touches: readonly ObjectAccess[],
  statements: readonly Statement[],
): void {
  const judged = statements.flatMap((one) => one.touches);
  const declared = new Set(judged.map(({ verb, object }) => `${verb} ${object}`));
  const named = new Set(judged.map(({ object }) => object));
  const further = touches.find(({ verb, object }) =>
    verb === "read" ? !named.has(object) : !declared.has(`${verb} ${object}`),
  );
  if (further !== undefined)
    throw new DejimaError(
      "conflict",
      `Cannot change "${name}": its definitions have changed since this was judged, and it would now also ${further.verb} rows of ${further.object}. Call it again; a statement that needs a changed definition needs a separate call`,
    );
}

function failure(name: string, { message, refused }: Extract<SqliteAnswer, { ok: false }>): DejimaError {
  if (refused) return new DejimaError(REFUSED, `Cannot run this in "${name}": ${message}`);
  if (/database is locked|SQLITE_BUSY/.test(message))
    return new DejimaError(
      "conflict",
      `Cannot change "${name}": another program holds its lock. Try again later`,
    );
  if (/file is not a database|SQLITE_NOTADB/.test(message))
    return new DejimaError(
      "invalid_input",
      `Cannot open the database "${name}": the file is not a database of SQLite`,
    );
  return new DejimaError("invalid_input", `Cannot run this in "${name}": ${message}`);
}

function start(file: string, lockMs: number): Program {
  const here = import.meta.url;
  const entry = fileURLToPath(new URL(`./sqlite-program${here.endsWith(".ts") ? ".ts" : ".js"}`, here));
  const line = createLine();
  const run = startTrustedServer(
    [process.execPath, "--max-old-space-size=256", entry, file, String(lockMs)],
    { workingDirectory: "/", environment: {}, stdin: line.input },
  );
  void line.follow(run);
  const nothing: SqliteRequest = { type: "end", commit: false };
  const started = line.ask(JSON.stringify(nothing)).catch(() => {}); // the next request gets the same error
  return {
    file,
    started,
    ask: line.ask,
    end() {
      line.end();
      run.kill();
    },
  };
}
