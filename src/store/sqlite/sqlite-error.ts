import { DejimaError } from "../../contract/error.ts";
import { storeClosed } from "../store-errors.ts";

/** Primary result codes of SQLite, and for each what is wrong and what would work. */
const REASONS: Readonly<Record<number, string>> = {
  5: "another process has kept it locked for too long; end that process or try again",
  6: "another process has kept it locked for too long; end that process or try again",
  8: "it is read-only; make the file and its folder writable, or choose another home with --home",
  10: "reading or writing the disk failed; check the disk, or choose another home with --home",
  11: "the file is damaged; restore a copy of it, or move it away and a new one is made",
  13: "the disk is full; free some space and try again",
  14: "the file cannot be opened; make the file and its folder writable, or choose another home with --home",
  26: "the file is not a Dejima database; move it away and a new one is made",
};

/** Turns what the database or the file system threw into an error that says what would work. */
export function sqliteError(file: string, error: unknown): unknown {
  if (error instanceof DejimaError || !(error instanceof Error)) return error;
  if ("code" in error && error.code === "ERR_INVALID_STATE") return storeClosed();
  const reason = sqliteReason(error) ?? fileReason(error);
  if (reason === undefined) return error;
  return new DejimaError("io_error", `Cannot use database "${file}": ${reason}`, { file }, { cause: error });
}

/** Whether another connection was in the way, so that trying again may work. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === 5;
}

function sqliteReason(error: Error): string | undefined {
  const code = primaryCode(error);
  return code === undefined ? undefined : (REASONS[code] ?? `the database says: ${error.message}`);
}

function fileReason(error: Error): string | undefined {
  if (!("code" in error) || !("syscall" in error)) return undefined;
  if (error.code === "ENOSPC") return REASONS[13];
  return `${error.message}; make its folder writable, or choose another home with --home`;
}

/** SQLite's extended codes keep the primary one in their low byte. */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  return error.errcode & 0xff;
}
