import { compileGlob, type PathTest } from "./compile-glob.ts";

/** What one .gitignore says of an entry: to skip it, to keep it, or nothing. */
export type IgnoreTest = (path: string, isFolder: boolean) => "ignored" | "kept" | undefined;

const MAX_LINES = 2000;
const MAX_LINE_LENGTH = 1000;

/** Reads a .gitignore. The test takes paths relative to its folder; the last line that matches decides. */
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
    // As git does: a line that is no pattern matches nothing.
    return [];
  }
}
