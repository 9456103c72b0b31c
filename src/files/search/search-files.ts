import { dirname } from "node:path";
import type { SearchHit, SearchOptions, SearchResult } from "../../contract/data/file-access.ts";
import { DejimaError } from "../../contract/error.ts";
import { type CallAccess, locatePermitted, refuseAfterEnd } from "../call-access.ts";
import { describeErrors, missingFile } from "../file-errors.ts";
import type { Place } from "../guarded-disk.ts";
import { decodeText, fileInfo, readPlace } from "../read-file.ts";
import { compileGlob, type PathTest } from "./compile-glob.ts";
import { createIgnoreRules } from "./ignore-rules.ts";
import { compileLineMatcher, type LineMatcher, type RunProgram, ripgrepFilter } from "./match-lines.ts";
import { type WalkTally, walkFolders } from "./walk-folders.ts";

interface SearchSettings {
  readonly sensitive: PathTest;
  /** Without it, the built-in engine does everything. */
  readonly runProgram?: RunProgram | undefined;
}

/**
 * Searches the lines of text files. If ripgrep is available, it only narrows down the files: the hits come from the same engine and
 * the same guarded reads either way.
 */
export async function searchFiles(
  access: CallAccess,
  path: string,
  pattern: string,
  options: SearchOptions & SearchSettings,
): Promise<SearchResult> {
  const matcher = compileLineMatcher(pattern, options);
  const start = await locatePermitted(access, path, "file.read");
  return describeErrors("search", path, async () => {
    const candidates = await candidatesFor(access, path, start, options);
    const narrowed = await narrow(access, start, pattern, candidates.paths, options);
    const found = await collect(access, start, narrowed ?? candidates.paths, matcher, options);
    return {
      ...found,
      truncated: found.truncated || candidates.exhausted,
      hidden: candidates.hidden,
      ignored: candidates.ignored,
      tooLarge: candidates.tooLarge,
      engine: narrowed === undefined ? "built-in" : "ripgrep",
    };
  });
}

async function candidatesFor(
  access: CallAccess,
  path: string,
  start: Place,
  options: SearchOptions & SearchSettings,
): Promise<Candidates> {
  const info = await fileInfo(access, path);
  if (info === undefined) throw missingFile("search", path);
  if (info.type === "directory") return findCandidates(access, start, options);
  const tooLarge = info.size > MAX_SEARCHED_BYTES ? 1 : 0;
  return { paths: tooLarge ? [] : [start.path], hidden: 0, ignored: 0, tooLarge, exhausted: false };
}

async function narrow(
  access: CallAccess,
  start: Place,
  pattern: string,
  paths: readonly string[],
  { literal, ignoreCase, runProgram }: SearchOptions & SearchSettings,
): Promise<string[] | undefined> {
  if (runProgram === undefined) return undefined;
  const cwd = paths.length === 1 && paths[0] === start.path ? dirname(start.path) : start.path;
  const narrowed = await ripgrepFilter(paths, {
    pattern,
    literal,
    ignoreCase,
    cwd,
    signal: access.signal,
    runProgram,
  });
  refuseAfterEnd(access);
  return narrowed?.sort();
}

async function collect(
  access: CallAccess,
  start: Place,
  paths: readonly string[],
  matcher: LineMatcher,
  { limit, filesOnly, maxLineLength }: SearchOptions,
): Promise<{ files: string[]; hits: SearchHit[]; truncated: boolean }> {
  const files: string[] = [];
  const hits: SearchHit[] = [];
  for (const path of paths) {
    const canonical = path.normalize("NFC");
    const content = await contentOf(access, { ...start, requested: path, path, canonical });
    const text = decodeText(content) ?? "";
    const shown = access.disk.shown(canonical);
    let matched = false;
    for (const { line, number } of linesOf(text)) {
      if (!matcher.matches(line)) continue;
      if ((filesOnly ? files.length : hits.length) >= limit) return { files, hits, truncated: true };
      if (!matched) {
        await access.witness?.read(canonical, content);
        files.push(shown);
      }
      matched = true;
      if (filesOnly) break;
      hits.push({ path: shown, line: number, text: cut(line, matcher, maxLineLength) });
    }
  }
  return { files, hits, truncated: false };
}

/** The content of a file. Empty if it vanished, became a link in the meantime, or may not be read after all. */
async function contentOf(access: CallAccess, place: Place): Promise<Buffer> {
  try {
    return await readPlace(access, place, { maxBytes: MAX_SEARCHED_BYTES });
  } catch (error) {
    if (error instanceof DejimaError && error.code !== "cancelled") return Buffer.alloc(0);
    throw error;
  }
}

function* linesOf(text: string): Generator<{ line: string; number: number }> {
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start);
    const stop = end === -1 ? text.length : end;
    number += 1;
    yield { line: text.slice(start, text.charAt(stop - 1) === "\r" ? stop - 1 : stop), number };
    start = stop + 1;
  }
}

/** Shortens a long line around its match. */
function cut(line: string, matcher: LineMatcher, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const begin = Math.max(
    0,
    Math.min(matcher.indexIn(line) - Math.floor(maxLength / 4), line.length - maxLength),
  );
  const end = begin + maxLength;
  return `${begin > 0 ? "…" : ""}${line.slice(begin, end)}${end < line.length ? "…" : ""}`;
}

/** The files that a search reads, and the numbers of skipped ones. */
interface Candidates {
  /** Canonical paths as the disk spells them, in the order of results. */
  readonly paths: readonly string[];
  readonly hidden: number;
  readonly ignored: number;
  readonly tooLarge: number;
  /** Whether the tree has more entries than were visited. */
  readonly exhausted: boolean;
}

/** Larger files are counted and not searched. */
const MAX_SEARCHED_BYTES = 32 << 20;

/** Finds the regular files below a folder that match the glob and are neither ignored nor withheld. */
async function findCandidates(
  access: CallAccess,
  start: Place,
  options: { readonly glob?: string | undefined; readonly sensitive: PathTest },
): Promise<Candidates> {
  const matches = options.glob === undefined ? () => true : compileGlob(options.glob);
  const { sensitive } = options;
  const rules = await createIgnoreRules(access.disk, start);
  const tally: WalkTally = { hidden: 0, exhausted: false };
  const found: string[] = [];
  let ignored = 0;
  let tooLarge = 0;
  const descends = ({ relative }: { relative: string }) => !rules.ignores(relative, true);
  for await (const { folder, relative, entries } of walkFolders(access, {
    start,
    sensitive,
    tally,
    descends,
  })) {
    await rules.enter(folder, relative);
    for (const entry of entries) {
      if (rules.ignores(entry.relative, entry.stats.isDirectory())) ignored += 1;
      else if (!entry.stats.isFile() || !matches(entry.relative)) continue;
      else if (entry.stats.size > MAX_SEARCHED_BYTES) tooLarge += 1;
      else found.push(entry.path);
    }
  }
  return { paths: found.sort(), hidden: tally.hidden, ignored, tooLarge, exhausted: tally.exhausted };
}
