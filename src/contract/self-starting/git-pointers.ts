import { dirname, isAbsolute, join, posix } from "node:path";
import { foldPath } from "../../text/fold-path.ts";
import { isPlainAddress, isPlainSetting } from "./starting-part.ts";

/** A path that the config of a repository names. Git runs or obeys what it finds there. */
export interface GitPointer {
  /** The absolute path, links not followed. */
  readonly path: string;
  /** What the path counts as: a folder of hooks, another config, a program, or a word that is a program if such a file exists. */
  readonly as: "hooks" | "config" | "program" | "word";
}

/** Names under which Git looks for hooks. */
export const HOOK_NAMES: readonly string[] = `
  applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit pre-rebase
  post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update reference-transaction push-to-checkout
  pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit
  post-index-change
`
  .trim()
  .split(/\s+/);

/** Whether a path is the config of a repository, a submodule or a worktree. */
export function isGitConfig(path: string): boolean {
  return /(?:^|\/)[^/]*\.git\/(?:(?:modules|worktrees)\/.+\/)?config(?:\.worktree)?$/.test(foldPath(path));
}

/** The paths that a config names. `file` is the config, `tree` the top folder of its working tree. */
export function gitPointers(content: string, { file, tree }: { file: string; tree: string }): GitPointer[] {
  const settings = [...readSettings(content)];
  const moved = settings.findLast(({ key }) => key === "core.worktree")?.value;
  const top = moved === undefined || moved === "" ? tree : posix.resolve(dirname(file), moved);
  return settings.flatMap(({ key, value }): GitPointer[] => {
    if (value === "" || isPlainSetting(key)) return [];
    if (key === "core.hookspath") return placesOf(value, [top]).map((path) => ({ path, as: "hooks" }));
    if (/^include(?:if\..*)?\.path$/.test(key))
      return placesOf(value, [dirname(file)]).map((path) => ({ path, as: "config" }));
    if (isPlainAddress(key, value)) return [];
    return programsIn(value, { top, git: dirname(file) });
  });
}

/** Files that a setting's command line may run or pass to its program. */
function programsIn(value: string, { top, git }: { top: string; git: string }): GitPointer[] {
  const bases = new Set([top]);
  const places = new Map<string, GitPointer["as"]>();
  const changesFolder = /\bcd\b|\b(?:pushd|chdir)\b|(?:^|\s)-C/.test(value);
  for (const [index, word] of wordsOf(value).entries()) {
    for (const path of placesOf(word, [...bases], git)) {
      // The first word is looked up among the installed programs. A later word may be a file that does not exist yet.
      const as = index > 0 || /[./]/.test(word) ? "program" : "word";
      if (as === "program" || !places.has(path)) places.set(path, as);
      if (changesFolder && bases.size < MAX_BASES) bases.add(path);
    }
    if (places.size > MAX_PATHS) break;
  }
  return [...places].map(([path, as]) => ({ path, as }));
}

const MAX_BASES = 20;
const MAX_PATHS = 500;

/** Text that is only known when the command runs: variables, substitutions, the prefix of Git's own paths. */
const UNKNOWN = /\$\([^()]*\)|`[^`]*`|\$\{[^}]*\}|\$\w+|\$[@*#?!$-]|%\([^()]*\)/g;
const SEPARATORS = /[\s`;|&()<>=!,:]+/;

/** The words of a command line, in both readings of its quotes: as a part of a word, and as a separator. */
function wordsOf(value: string): string[] {
  const unquoted = value.replaceAll(/["'\\]/g, "");
  const texts = [value.replaceAll(/["']/g, " "), unquoted, unquoted.replaceAll(UNKNOWN, "\0")];
  const words = texts.flatMap((text) => text.split(SEPARATORS)).filter((word) => word !== "");
  // An option may contain its value, as in `-Fconfig`.
  return [...new Set(words.map((word) => word.replace(/^-[A-Za-z](?=.)/, "")))].filter(
    (word) => !word.startsWith("-"),
  );
}

/** The paths that a value may refer to. A home or a variable may be any folder above the working tree. */
function placesOf(value: string, folders: readonly string[], git?: string): string[] {
  const plain = value.replace(/^:\(optional\)/, "");
  const rest = /^(?:~[^/]*|%\([^()]*\)|.*\0)(\/.*)?$/s.exec(plain);
  if (rest === null)
    return isAbsolute(plain) ? [posix.normalize(plain)] : folders.map((at) => join(at, plain));
  const after = rest[1] ?? "";
  if (after === "") return [];
  const starts = new Set([...folders, ...(git === undefined ? [] : [git])].flatMap(withFoldersAbove));
  return [...starts].map((at) => join(at, after));
}

function withFoldersAbove(path: string): string[] {
  const above = [path];
  for (let at = path; at !== dirname(at); at = dirname(at)) above.push(dirname(at));
  return above;
}

interface Setting {
  /** Lower case, except that the name of a subsection stays as written. */
  readonly key: string;
  readonly value: string;
}

/** Parses a config as leniently as Git does. */
function* readSettings(content: string): Generator<Setting> {
  let section = "";
  for (let line of content.replaceAll(/\\\r?\n/g, "").split(/\r?\n/)) {
    for (line = line.trim(); line.startsWith("["); ) {
      const head = /^\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]\s*/.exec(line);
      if (head === null) break;
      section =
        head[2] === undefined ? (head[1] ?? "").toLowerCase() : `${head[1]?.toLowerCase()}.${head[2]}`;
      line = line.slice(head[0].length);
    }
    const [, key, value = ""] = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(line) ?? [];
    if (key !== undefined) yield { key: `${section}.${key.toLowerCase()}`, value: plainValue(value) };
  }
}

/** A value without its quotes, escapes and comment. */
function plainValue(text: string): string {
  let plain = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"') quoted = !quoted;
    else if (letter === "\\") {
      at += 1;
      plain += ESCAPES[text.charAt(at)] ?? text.charAt(at);
    } else if (!quoted && (letter === "#" || letter === ";")) break;
    else plain += letter;
  }
  return plain.trim();
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/**
 * Whether Git takes a folder with these entries for a repository, whatever the folder is called: a bare repository, the
 * folder of a worktree, or a `.git` under another name.
 */
export function isGitFolder(entries: Iterable<string>): boolean {
  const names = new Set<string>();
  for (const entry of entries) if (entry.length < 12) names.add(foldPath(entry));
  return names.has("head") && ((names.has("objects") && names.has("refs")) || names.has("commondir"));
}
