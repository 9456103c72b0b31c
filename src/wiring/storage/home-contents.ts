import { appendFileSync, copyFileSync, existsSync, readdirSync, renameSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { compressedName, hasLog, LOG_FILE } from "../../execution/log/compressed-log.ts";
import { readLogLines } from "../../execution/log/read-log.ts";
import { isRunId } from "../../execution/run/run-id.ts";
import type { StoreContents, StoredRecord } from "../../store/move-store.ts";
import { sqliteContents } from "../../store/sqlite/sqlite-contents.ts";
import { makeFolder } from "../../support/paths.ts";

/** The database of a home. */
export const databaseIn = (home: string) => join(home, "dejima.db");

const COMPRESSED = compressedName(join("", "run", LOG_FILE)).slice("run".length);

/**
 * The records of a home that `dejima store migrate` copies: the rows of its database, and the logs of its runs, which are files.
 */
export async function homeContents(home: string): Promise<StoreContents> {
  const database = await sqliteContents(databaseIn(home));
  const runsFolder = join(home, "runs");

  async function* logs(): AsyncIterable<StoredRecord> {
    const files = runsWithLogs(runsFolder).sort();
    // A home from before may have the logs of a team in its database.
    for await (const record of database.read("runLogs")) {
      const runId = String(record.runId);
      if (hasLog(logIn(home, runId))) continue;
      while (files[0] !== undefined && files[0] < runId) yield* logRecords(home, files.shift() ?? "");
      yield record;
    }
    for (const runId of files) yield* logRecords(home, runId);
  }

  return { ...database, read: (kind) => (kind === "runLogs" ? logs() : database.read(kind)) };
}

/** A store that is built in a separate folder, and becomes the store of a home only when it is complete. */
interface NewContents extends StoreContents {
  /** Moves the logs to the home, each in one step. A log that the home has is one of the same run with fewer records. */
  giveLogs(): Promise<void>;
}

/**
 * The store that `dejima store migrate` builds in a folder. Reading returns only the logs that the copy wrote. The home may already
 * contain logs of its earlier runs.
 */
export async function newContents(home: string, folder: string): Promise<NewContents> {
  await makeFolder(folder);
  const database = await sqliteContents(databaseIn(folder));
  /** The number of lines of each log that was written here. */
  const written = new Map<string, number>();
  const isBuilt = (runId: string) => existsSync(logIn(folder, runId));

  async function* logs(): AsyncIterable<StoredRecord> {
    for (const runId of [...written.keys()].sort()) yield* logRecords(isBuilt(runId) ? folder : home, runId);
  }

  /** Copies the complete lines of a log that the home has. Returns their number. */
  async function takeOver(runId: string): Promise<number> {
    const path = logIn(home, runId);
    if (!hasLog(path)) return 0;
    let [lines, bytes] = [0, 0];
    for await (const { line, complete } of readLogLines(path)) {
      lines += complete ? 1 : 0;
      bytes += complete ? line.length + 1 : 0;
    }
    if (!existsSync(path)) return lines;
    copyFileSync(path, logIn(folder, runId));
    truncateSync(logIn(folder, runId), bytes);
    return lines;
  }

  /** Adds the lines of one run that its log does not have yet. */
  async function append(runId: string, records: readonly StoredRecord[]): Promise<void> {
    if (!isRunId(runId)) throw new DejimaError("io_error", `Cannot write a log: "${runId}" is not a run`);
    await makeFolder(dirname(logIn(folder, runId)));
    const count = written.get(runId) ?? (await takeOver(runId));
    const fresh = records.filter(({ seq }) => Number(seq) >= count);
    written.set(runId, count + fresh.length);
    if (fresh.length === 0) return;
    if (count > 0 && !isBuilt(runId)) throw compressed(runId);
    appendFileSync(logIn(folder, runId), fresh.map(({ line }) => `${line}\n`).join(""), { mode: 0o600 });
  }

  return {
    read: (kind) => (kind === "runLogs" ? logs() : database.read(kind)),
    async write(kind, records) {
      if (kind !== "runLogs") return database.write(kind, records);
      for (const [runId, own] of Map.groupBy(records, (record) => String(record.runId)))
        await append(runId, own);
    },
    async giveLogs() {
      for (const runId of [...written.keys()].filter(isBuilt)) {
        await makeFolder(dirname(logIn(home, runId)));
        renameSync(logIn(folder, runId), logIn(home, runId));
      }
    },
    close: database.close,
  };
}

const logIn = (home: string, runId: string) => join(home, "runs", runId, LOG_FILE);

async function* logRecords(home: string, runId: string): AsyncIterable<StoredRecord> {
  let seq = 0;
  for await (const { line, complete } of readLogLines(logIn(home, runId)))
    if (complete) yield { runId, seq: seq++, line: line.toString() };
}

function runsWithLogs(runsFolder: string): string[] {
  if (!existsSync(runsFolder)) return [];
  const names = readdirSync(runsFolder).map((name) =>
    name.endsWith(COMPRESSED) ? name.slice(0, -COMPRESSED.length) : name,
  );
  return [...new Set(names)].filter((name) => isRunId(name) && hasLog(join(runsFolder, name, LOG_FILE)));
}

function compressed(runId: string): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot continue writing the log of run ${runId}: the home has a compressed one with fewer records. Move runs/${runId}.jsonl.gz away`,
    { runId },
  );
}
