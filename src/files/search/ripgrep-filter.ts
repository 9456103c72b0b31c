import { relative } from "node:path";
import type { SearchOptions } from "../../contract/file-access.ts";
import { ripgrepPattern } from "./ripgrep-pattern.ts";

/** Runs a program that ships with the project; the sandbox folder has it. */
export type RunProgram = (options: {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly maxOutputBytes: number;
}) => Promise<{ readonly exitCode: number; readonly stdout: Buffer; readonly truncated: boolean }>;

interface RipgrepFilterOptions extends Pick<SearchOptions, "literal" | "ignoreCase"> {
  readonly pattern: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly runProgram: RunProgram;
}

/** Arguments of one start, well under what any system takes. */
const BATCH_CHARACTERS = 100_000;
const FLAGS =
  "--no-config --text --files-with-matches --null --no-messages --no-mmap --color=never --no-ignore --hidden";

/**
 * Keeps the files that may match, as ripgrep sees it. It only says where to look: what it read is read again through the
 * guard, so a file that was swapped under its feet gives nothing away. Undefined when ripgrep cannot be relied on for
 * this pattern or on this machine.
 */
export async function ripgrepFilter(
  paths: readonly string[],
  options: RipgrepFilterOptions,
): Promise<string[] | undefined> {
  const pattern = options.literal ? options.pattern : ripgrepPattern(options.pattern);
  const program = await ripgrepPath();
  if (pattern === undefined || program === undefined) return undefined;
  const mode = [options.literal ? "--fixed-strings" : [], options.ignoreCase ? "--ignore-case" : []].flat();
  const kept: string[] = [];
  for (const batch of batches(paths, options.cwd)) {
    const names = new Map(batch.map((path) => [relative(options.cwd, path), path]));
    const args = [...FLAGS.split(" "), ...mode, `--regexp=${pattern}`, "--", ...names.keys()];
    const { cwd, signal } = options;
    const run = { file: program, args, cwd, signal, maxOutputBytes: 4 * BATCH_CHARACTERS };
    const result = await options.runProgram(run).catch(() => undefined);
    if (result === undefined || result.exitCode > 1 || result.truncated) return undefined;
    for (const name of result.stdout.toString("utf8").split("\0")) {
      const path = names.get(name);
      if (path !== undefined) kept.push(path);
    }
  }
  return kept;
}

async function ripgrepPath(): Promise<string | undefined> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    return undefined;
  }
}

function* batches(paths: readonly string[], cwd: string): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const path of paths) {
    batch.push(path);
    characters += path.length - cwd.length;
    if (characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
