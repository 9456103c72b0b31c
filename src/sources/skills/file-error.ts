import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; free some space and try again",
  EDQUOT: "the disk quota is used up; free some space and try again",
  EFBIG: "the file system allows no larger file; free some space and try again",
  EROFS: "the disk is read-only; choose another home with --home",
  EACCES: "permission denied; make the folder writable, or choose another home with --home",
  EPERM: "permission denied; make the folder writable, or choose another home with --home",
  ENOENT: "the file or folder does not exist",
  ENOTDIR: "a file is where a folder should be",
  EMFILE: "too many files are open; try again",
};

/** The code of a file system error. Returns `undefined` for any other error. */
export function fileErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Runs file operations. Turns an error of the file system into one that says what would work. */
export async function withFileErrors<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === undefined) throw error;
    const reason = REASONS[code] ?? thrownText(error);
    throw new DejimaError("io_error", `Cannot ${action}: ${reason}`, { reason: code }, { cause: error });
  }
}
