import { closeSync, existsSync, fstatSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { RunLease } from "../../store/shared-store.ts";
import { takeLock } from "../../support/process/lock-file.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { compressedName, expandLog, LOG_FILE } from "./compressed-log.ts";
import { createLogCloser, type LogCloser } from "./log-closer.ts";
import { genesis, recoverLogEnd, sealRecord } from "./log-record.ts";

/** When a record is written: with each append, or in batches. */
type LogDurability = "written" | "buffered";

/** The log of a run, open for writing. */
export interface HarbourLog {
  /** This process's permission to write to the run, if several machines could. */
  readonly lease?: RunLease;
  /** Adds a record. With `written`, it has left the process when this returns. A failure throws and changes nothing. */
  append(event: HarbourEvent, options?: AppendOptions): WrittenEvent;
  /** Sends an event that is not recorded to followers on other machines. Absent if there are none. */
  say?(event: HarbourEvent): void;
  flush(): void;
  /**
   * Resolves when all records survive this process. Absent if they do as soon as `append` returns. Rejects if the store has
   * been away for some seconds, unless the caller is patient; the records are still written when it is back.
   */
  settled?(options?: { readonly patiently?: boolean }): Promise<void>;
  /**
   * Flushes and releases the log. It is on disk when the closer is done. With `discard`, records that still wait for a store that
   * is away are dropped.
   */
  close(options?: { readonly discard?: boolean }): void | Promise<void>;
  head(): { readonly records: number; readonly hash: string };
}

/** An event as it was written. */
interface WrittenEvent {
  /** Its JSON text, without secrets. */
  readonly text: string;
  /** Whether nothing was redacted. */
  readonly whole: boolean;
}

export interface AppendOptions {
  /** Writes the record together with the next one, and soon in any case. For records that nothing depends on. */
  readonly lazily?: boolean;
  /** All foreign parts were already redacted, so the record is written unchanged. */
  readonly clean?: boolean;
}

export interface HarbourLogOptions {
  readonly folder: string;
  readonly runId: string;
  readonly durability: LogDurability;
  readonly redactor: Redactor;
  /** Syncs the log to disk after it is closed. */
  readonly closer?: LogCloser;
  /** The file that names this process. All logs of the process can share it. */
  readonly processFile?: string;
  /** Whether the folder was made just now, so that it holds no log. */
  readonly fresh?: boolean;
}

/** Exists in a run's folder while a process writes its log. */
export const LOCK_FILE = "events.lock";

const BATCH_BYTES = 64 * 1024;
const BATCH_MS = 50;

/** Opens the log of a run, new or existing. A last line torn by a crash is set apart, and writing continues after it. */
export function openHarbourLog(options: HarbourLogOptions): HarbourLog {
  const { folder, runId, processFile } = options;
  const path = join(folder, LOG_FILE);
  return namingPath(path, () => {
    const lock = lockFolder(folder, processFile);
    if ("heldBy" in lock) {
      throw new DejimaError(
        "conflict",
        `Cannot write the log of run ${runId}: process ${lock.heldBy} still has the run open`,
        { runId },
      );
    }
    try {
      // The compressed log of an earlier run is beside the folder.
      const fresh = options.fresh === true && !existsSync(compressedName(path));
      if (!fresh) expandLog(path);
      return writeLog(path, { ...options, fresh }, lock.release);
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

// The folder of a run whose log is compressed may be gone, or go at this moment.
function lockFolder(folder: string, processFile: string | undefined): ReturnType<typeof takeLock> {
  const lock = () => takeLock(join(folder, LOCK_FILE), processFile);
  try {
    return lock();
  } catch (error) {
    if (existsSync(folder)) throw error;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lock();
  }
}

function writeLog(
  path: string,
  { runId, durability, redactor, closer = createLogCloser(), fresh }: HarbourLogOptions,
  release: () => void,
): HarbourLog {
  const start = fresh !== true && existsSync(path) ? recoverLogEnd(path) : undefined;
  const file = openSync(path, "a", 0o600);
  let records = start?.records ?? 0;
  let last = start?.hash ?? genesis(runId);
  let buffer = "";
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;

  /** The descriptor of a closed file may belong to another file or a connection by now. */
  function requireOpen(): void {
    if (!isOpen)
      throw new DejimaError("io_error", `Cannot write the harbour log "${path}": it is closed`, { path });
  }

  function write(text: string): void {
    const before = fstatSync(file).size;
    try {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    } catch (cause) {
      // A full disk may have taken half a line. Remove it, so that the chain stays intact.
      ftruncateSync(file, before);
      throw cause;
    }
  }

  function flush(): void {
    if (buffer === "") return;
    write(buffer);
    buffer = "";
  }

  function flushLater(): void {
    timer = undefined;
    try {
      flush();
    } catch {
      // Nobody waits for this flush: the next append or the close tries again and reports the error.
    }
  }

  function add(line: string, lazily: boolean): void {
    if (durability === "written" && !lazily) {
      writeLine(file, buffer + line, write);
      buffer = "";
      return;
    }
    const before = buffer;
    buffer += line;
    try {
      if (buffer.length >= BATCH_BYTES) flush();
      else timer ??= setTimeout(flushLater, BATCH_MS).unref();
    } catch (cause) {
      buffer = before;
      throw cause;
    }
  }

  return {
    append(event, { lazily = false, clean = false } = {}) {
      requireOpen();
      const raw = JSON.stringify(event);
      const text = clean ? raw : redactor.record(raw, event);
      const sealed = sealRecord(text, { seq: records, previous: last });
      namingPath(path, () => add(sealed.line, lazily));
      records++;
      last = sealed.hash;
      return { text, whole: text === raw };
    },
    flush: () => namingPath(path, flush),
    close() {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      try {
        namingPath(path, flush);
      } catch (error) {
        closeSync(file);
        throw error;
      } finally {
        release();
      }
      closer.close(file, path);
    },
    head: () => ({ records, hash: last }),
  };
}

function namingPath<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    const isOutOfFiles = cause instanceof Error && "code" in cause && /^E[MN]FILE$/.test(String(cause.code));
    const hint = isOutOfFiles
      ? "Raise the limit with `ulimit -n`"
      : "Free space or move the home with --home";
    throw new DejimaError(
      "io_error",
      `Cannot write the harbour log "${path}": ${thrownText(cause)}. ${hint}`,
      { path },
      { cause },
    );
  }
}

// One write call nearly always takes the whole line. The careful way is needed only if it does not.
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
