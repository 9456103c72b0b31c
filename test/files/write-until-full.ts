import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DejimaError } from "../../src/contract/error.ts";
import { createFileGuard } from "../../src/files/file-guard.ts";

// Tries writes that cannot succeed on the small disk it is given, and prints what came of each.
const [disk = "", undoFolder = "", readOnly] = process.argv.slice(2);
const guard = createFileGuard({ workspace: disk, allowedPaths: [disk], protectedPaths: [] });
const { signal } = new AbortController();
const BIG = Buffer.alloc(1 << 20, "x");

async function attempt(mode: string, path: string, content: Buffer, keepIn = undoFolder): Promise<void> {
  const files = guard.open({ callId: "full", undoFolder: keepIn, signal });
  const error = await files.write(path, content).then(
    () => undefined,
    (error: unknown) => error,
  );
  const names = readdirSync(disk);
  const old = readFileSync(join(disk, "a.txt"), "utf8");
  const { code, message } = error instanceof DejimaError ? error : { code: String(error), message: "" };
  console.log(JSON.stringify({ mode, error: code, message, names, content: old }));
}

if (readOnly === undefined) {
  writeFileSync(join(disk, "a.txt"), "old");
  await attempt("full", "big.txt", BIG);
  await attempt("full, new folder", "new/big.txt", BIG);
  await attempt("full, old file", "a.txt", BIG);
} else {
  await attempt("read-only", "a.txt", Buffer.from("new"));
  await attempt("no room to keep the old content", "a.txt", Buffer.from("new"), join(disk, "undo"));
}
