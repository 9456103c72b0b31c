import { dirname, isAbsolute, join, posix } from "node:path";
import { foldPath } from "./fold-path.ts";
import { isPlainSetting } from "./starting-part.ts";

/** A place that the config of a repository names: Git runs or obeys what stands there. */
export interface GitPointer {
  /** The absolute path, links not followed. */
  readonly path: string;
  /** What the place counts as: a folder of hooks, a further config, a program, or a word that may be one if such a file exists. */
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

/** Whether a path is that of a config of a repository, a submodule or a worktree. */
export function isGitConfig(path: string): boolean {
  return /(?:^|\/)[^/]*\.git\/(?:(?:modules|worktrees)\/.+\/)?config(?:\.worktree)?$/.test(foldPath(path));
}

/** The places that a config names. `file` is where it stands, `tree` the top folder of the files that it is for. */
export function gitPointers(content: string, { file, tree }: { file: string; tree: string }): GitPointer[] {
  const settings = [...readSettings(content)];
  const moved = settings.findLast(({ key }) => key === "core.worktree")?.value;
  const top = moved === undefined || moved === "" ? tree : posix.resolve(dirname(file), moved);
  return settings.flatMap(({ key, value }): GitPointer[] => {
    if (value === "" || isPlainSetting(key)) return [];
    if (key === "core.hookspath") return [{ path: placeOf(value, top), as: "hooks" }];
    if (/^include(?:if\..*)?\.path$/.test(key))
      return [{ path: placeOf(value, dirname(file)), as: "config" }];
    if (/\.(?:url|pushurl)$/.test(key)) return [];
    const words = value.split(/[\s"'`;|&()<>=!]+/).filter((word) => word !== "" && !word.startsWith("-"));
    return words.map((word) => ({
      path: placeOf(word, top),
      as: /[./]/.test(word) ? "program" : "word",
    }));
  });
}

// A home that is not known here leads nowhere near the folders of a program.
const placeOf = (value: string, folder: string): string =>
  isAbsolute(value) ? posix.normalize(value) : join(folder, value.replace(/^:\(optional\)/, ""));

interface Setting {
  /** Small letters, the name of a subsection as it stands. */
  readonly key: string;
  readonly value: string;
}

/** Reads a config as forgivingly as Git does. */
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
