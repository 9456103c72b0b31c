import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import { takeLock } from "../support/lock-file.ts";
import { genesis, sealRecord, unsealRecord } from "./log-record.ts";
import type { Redactor } from "./redactor.ts";

/** When a record is on its way to the disk: with each append, or gathered and written in batches. */
export type LogDurability = "written" | "buffered";

export interface HarbourLog {
  /**
   * Adds a record and gives the event's JSON text as it was written, without secrets. With `written`, it has left the
   * process when this returns; a failure throws and changes nothing.
   */
  append(event: HarbourEvent): string;
  flush(): void;
  /** Flushes, syncs to the disk and closes. */
  close(): void;
  head(): { readonly records: number; readonly hash: string };
}

export interface HarbourLogOptions {
  readonly folder: string;
  readonly runId: string;
  readonly durability: LogDurability;
  readonly redactor: Redactor;
}

/** Stands in a run's folder while a process writes its log. */
export const LOCK_FILE = "events.lock";

const BATCH_BYTES = 64 * 1024;
const BATCH_MS = 50;

/** Opens the log of a run, new or existing. A last line torn by a crash is set apart, and writing goes on after it. */
export function openHarbourLog({ folder, runId, durability, redactor }: HarbourLogOptions): HarbourLog {
  const path = join(folder, "events.jsonl");
  const lock = takeLock(join(folder, LOCK_FILE));
  if ("heldBy" in lock) {
    throw new DejimaError(
      "conflict",
      `Cannot write the log of run ${runId}: process ${lock.heldBy} still has the run open`,
      { runId },
    );
  }
  const start = existsSync(path) ? recoverEnd(path, folder) : undefined;
  const file = openSync(path, "a", 0o600);
  let records = start?.records ?? 0;
  let last = start?.hash ?? genesis(runId);
  let buffer = "";
  let timer: NodeJS.Timeout | undefined;

  function write(text: string): void {
    const before = fstatSync(file).size;
    try {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    } catch (cause) {
      // A full disk may have taken half a line: give it back, so that the chain stays whole.
      ftruncateSync(file, before);
      throw cause;
    }
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (buffer === "") return;
    const text = buffer;
    write(text);
    buffer = "";
  }

  return {
    append(event) {
      const clean = redactor.record(JSON.stringify(event));
      const sealed = sealRecord(clean, { seq: records, previous: last });
      try {
        if (durability === "written") writeLine(file, sealed.line, write);
        else {
          buffer += sealed.line;
          if (buffer.length >= BATCH_BYTES) flush();
          else timer ??= setTimeout(flush, BATCH_MS).unref();
        }
      } catch (cause) {
        throw new DejimaError(
          "io_error",
          `Cannot write the harbour log "${path}": ${reasonOf(cause)}. Free space or move the home with --home`,
          { path },
          { cause },
        );
      }
      records++;
      last = sealed.hash;
      return clean;
    },
    flush,
    close() {
      flush();
      fsyncSync(file);
      closeSync(file);
      lock.release();
    },
    head: () => ({ records, hash: last }),
  };
}

// One write call nearly always takes the whole line; only when it does not is the careful way needed.
function writeLine(file: number, line: string, careful: (text: string) => void): void {
  let done: number;
  try {
    done = writeSync(file, line);
  } catch {
    careful(line);
    return;
  }
  const length = Buffer.byteLength(line);
  if (done === length) return;
  ftruncateSync(file, fstatSync(file).size - done);
  careful(line);
}

function recoverEnd(path: string, folder: string): { records: number; hash: string } | undefined {
  const content = readFileSync(path);
  const end = content.lastIndexOf(10) + 1;
  if (end < content.length) {
    writeFileSync(join(folder, `events.torn-${end}`), content.subarray(end), { mode: 0o600 });
    truncateSync(path, end);
  }
  if (end === 0) return undefined;
  const line = content.subarray(content.lastIndexOf(10, end - 2) + 1, end - 1).toString();
  const record = unsealRecord(line);
  if (record === undefined) {
    throw new DejimaError(
      "conflict",
      `Cannot go on writing "${path}": its last line is no record. Run \`dejima log verify\` on this run`,
      { path },
    );
  }
  return { records: record.seq + 1, hash: record.hash };
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
