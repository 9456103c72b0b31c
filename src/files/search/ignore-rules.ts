import { basename, dirname, join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import type { FolderHandle } from "../folder-handle.ts";
import type { GuardedDisk, Place } from "../guarded-disk.ts";
import { decodeText } from "../read-file.ts";
import { openRegularFile, readWhole } from "../regular-file.ts";
import { compileGlob, type PathTest } from "./compile-glob.ts";

/** The .gitignore rules of a tree, and of the folders above it in the workspace. */
export interface IgnoreRules {
  /** Reads the .gitignore of a folder of the tree. Must be called before `ignores` for its entries. */
  enter(folder: FolderHandle, relative: string): Promise<void>;
  ignores(relative: string, isFolder: boolean): boolean;
}

const GITIGNORE = ".gitignore";
const MAX_BYTES = 1 << 20;

/** Starts with the folders above. They do not count if they ignore the start itself, which was requested by name. */
export async function createIgnoreRules(disk: GuardedDisk, start: Place): Promise<IgnoreRules> {
  const inside = new Map<string, IgnoreTest>();
  const above = await testsAbove(disk, start);
  const decide = (relative: string, isFolder: boolean) => {
    for (let folder = parentOf(relative); ; folder = parentOf(folder)) {
      const decision = inside.get(folder)?.(
        folder === "" ? relative : relative.slice(folder.length + 1),
        isFolder,
      );
      if (decision !== undefined) return decision;
      if (folder === "") return decideAbove(above, relative, isFolder);
    }
  };
  return {
    async enter(folder, relative) {
      const test = await readGitignore(folder, start);
      if (test !== undefined) inside.set(relative, test);
    },
    ignores: (relative, isFolder) =>
      basename(relative) === ".git" || decide(relative, isFolder) === "ignored",
  };
}

interface TestAbove {
  /** The path from the folder of the .gitignore to the start. */
  readonly prefix: string;
  readonly test: IgnoreTest;
}

async function testsAbove(disk: GuardedDisk, start: Place): Promise<TestAbove[]> {
  const found: TestAbove[] = [];
  let prefix = "";
  for (let path = start.path; isBelowWorkspace(disk, path); path = dirname(path)) {
    prefix = join(basename(path), prefix);
    try {
      await using folder = await disk.openFolder(dirname(path));
      const test = await readGitignore(folder, start);
      if (test !== undefined) found.push({ prefix: prefix.replace(/\/$/, ""), test });
    } catch {
      // A folder above that cannot be opened is skipped.
    }
  }
  const startIsIgnored = found.some(({ prefix, test }) => test(prefix, true) === "ignored");
  return startIsIgnored ? [] : found;
}

function decideAbove(above: readonly TestAbove[], relative: string, isFolder: boolean) {
  for (const { prefix, test } of above) {
    const decision = test(`${prefix}/${relative}`, isFolder);
    if (decision !== undefined) return decision;
  }
  return undefined;
}

async function readGitignore(folder: FolderHandle, start: Place): Promise<IgnoreTest | undefined> {
  const path = join(folder.path, GITIGNORE);
  try {
    await using file = await openRegularFile(
      folder,
      { ...start, requested: path, path, canonical: path },
      "read",
    );
    if (file === undefined) return undefined;
    const tooLarge = () =>
      new DejimaError("too_large", `Cannot read "${path}": larger than ${MAX_BYTES} bytes`);
    return parseGitignore(decodeText(await readWhole(file, MAX_BYTES, tooLarge)) ?? "");
  } catch (error) {
    // A .gitignore that is a link, a folder or too large is ignored.
    if (error instanceof DejimaError) return undefined;
    throw error;
  }
}

function isBelowWorkspace(disk: GuardedDisk, path: string): boolean {
  const shown = disk.shown(path.normalize("NFC"));
  return shown !== "." && !shown.startsWith("/");
}

function parentOf(relative: string): string {
  const slash = relative.lastIndexOf("/");
  return slash === -1 ? "" : relative.slice(0, slash);
}

/** The decision of one .gitignore about an entry: skip it, keep it, or `undefined` for no decision. */
type IgnoreTest = (path: string, isFolder: boolean) => "ignored" | "kept" | undefined;

const MAX_LINES = 2000;

const MAX_LINE_LENGTH = 1000;

/** Parses a .gitignore. The test takes paths relative to its folder. The last matching line decides. */
export function parseGitignore(text: string): IgnoreTest {
  const rules = text.split(/\r?\n/).slice(0, MAX_LINES).flatMap(parseLine).reverse();
  return (path, isFolder) => {
    const rule = rules.find(({ foldersOnly, matches }) => (isFolder || !foldersOnly) && matches(path));
    return rule === undefined ? undefined : rule.keeps ? "kept" : "ignored";
  };
}

interface IgnoreRule {
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
  readonly matches: PathTest;
}

function parseLine(line: string): IgnoreRule[] {
  const trimmed = line.length > MAX_LINE_LENGTH ? "" : line.replace(/(?<!\\)\s+$/, "");
  if (trimmed === "" || trimmed.startsWith("#")) return [];
  const keeps = trimmed.startsWith("!");
  const pattern = keeps ? trimmed.slice(1) : trimmed;
  const foldersOnly = pattern.endsWith("/");
  const glob = (foldersOnly ? pattern.slice(0, -1) : pattern).replace(/[{}]/g, "\\$&");
  if (glob === "") return [];
  try {
    return [{ keeps, foldersOnly, matches: compileGlob(glob) }];
  } catch {
    // As in git: a line that is not a pattern matches nothing.
    return [];
  }
}
