import { foldPath } from "../../text/fold-path.ts";
import { SELF_STARTING, type SelfStartingFamily } from "./families.ts";

/** Name patterns, indexed by their exact text, or by their first or last letter if they contain a star. */
interface PatternIndex {
  readonly exact: Map<string, SelfStartingFamily>;
  readonly wild: Map<string, { readonly test: RegExp; readonly family: SelfStartingFamily }[]>;
}

/** The family of a self-starting file, in any spelling of its path. Returns `undefined` for all other files. */
export function selfStarting(path: string): SelfStartingFamily | undefined {
  const names = foldPath(path)
    .split("/")
    .map((name) => (name.includes(":") ? name.slice(0, name.indexOf(":")) : name))
    .filter((name) => name !== "" && name !== ".");
  for (let end = 1; end <= names.length; end += 1) {
    const family = find(FOLDERS, names, end);
    if (family !== undefined) return family;
  }
  return find(FILES, names, names.length);
}

/** Hidden names that no program starts or obeys as orders. */
const PLAIN_HIDDEN =
  /^\.(?:gitkeep|keep|\w+ignore|editorconfig|env\.(?:example|sample|template|dist)|nojekyll|gitattributes)$/;

/**
 * Whether a file is hidden or inside a hidden folder of the workspace. Programs keep their settings there, far more of them
 * than any table lists. Outside of the workspace, or without one, only the names of the file and of its folder count.
 */
export function isHiddenFile(path: string, workspace?: string): boolean {
  const inside = workspace !== undefined && path.startsWith(`${workspace}/`);
  const names = foldPath(inside ? path.slice(workspace.length + 1) : path).split("/");
  return (inside ? names : names.slice(-2)).some(isHidden) || names.includes(".git");
}

const isHidden = (name: string): boolean => /^\.[^.]/.test(name) && !PLAIN_HIDDEN.test(name);

/** Whether a path names a folder that could contain self-starting files. A link there could bring them all at once. */
export function leadsToSelfStarting(path: string): boolean {
  const name = foldPath(path).split("/").at(-1) ?? "";
  return FOLDER_NAMES.has(name);
}

/** Looks up the last one, two and three names before `end`. */
function find(index: PatternIndex, names: readonly string[], end: number): SelfStartingFamily | undefined {
  for (let length = 1; length <= Math.min(MAX_NAMES, end); length += 1) {
    const text = length === 1 ? (names[end - 1] ?? "") : names.slice(end - length, end).join("/");
    const found = index.exact.get(text) ?? findWild(index, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findWild({ wild }: PatternIndex, text: string): SelfStartingFamily | undefined {
  for (const key of [`${text.at(0)}_`, `_${text.at(-1)}`, "__"]) {
    const found = wild.get(key)?.find(({ test }) => test.test(text));
    if (found !== undefined) return found.family;
  }
  return undefined;
}

function indexPatterns(kind: "file" | "folder"): PatternIndex {
  const index: PatternIndex = { exact: new Map(), wild: new Map() };
  for (const family of SELF_STARTING)
    for (const text of family.paths.split(/\s+/)) {
      if (text.endsWith("/") !== (kind === "folder")) continue;
      const pattern = text.replace(/\/$/, "");
      if (!pattern.includes("*")) index.exact.set(pattern, index.exact.get(pattern) ?? family);
      else {
        const key = bucketOf(pattern);
        index.wild.set(key, [...(index.wild.get(key) ?? []), { test: toRegExp(pattern), family }]);
      }
    }
  return index;
}

function bucketOf(pattern: string): string {
  if (!pattern.startsWith("*")) return `${pattern.at(0)}_`;
  return pattern.endsWith("*") ? "__" : `_${pattern.at(-1)}`;
}

function toRegExp(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[.+^$()|[\]{}\\?]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]*")}$`);
}

const FOLDER_NAMES: ReadonlySet<string> = new Set(
  SELF_STARTING.flatMap(({ paths }) => paths.split(/\s+/))
    .map((text) => text.split("/"))
    .filter(([, second = ""]) => second !== "")
    .flatMap((names) => names.slice(0, -1))
    .filter((name) => !name.includes("*")),
);
const MAX_NAMES = 3;
const FILES = indexPatterns("file");
const FOLDERS = indexPatterns("folder");
