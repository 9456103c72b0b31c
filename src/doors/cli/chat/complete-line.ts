import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PERMISSION_MODES } from "../../../contract/asking/permission-mode.ts";

/** What Tab can complete in a chat. */
export interface CompletionSources {
  readonly cwd: string;
  /** The commands of the chat, without the slash. */
  readonly commands: readonly string[];
  skills(): Promise<readonly string[]>;
  tools(): readonly string[];
}

const RULES = /^\/(?:allow|ask|deny|forget)\s+(\S*)$/;
const SUBCOMMANDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/mode\s+(\S*)$/, PERMISSION_MODES],
  [/^\/thinking\s+(\S*)$/, ["on", "off"]],
];
const MAX_COMPLETIONS = 200;

/** Completes the end of a line: commands and skills after a slash, tools in rules, files and tools in messages. */
export async function completeLine(line: string, sources: CompletionSources): Promise<[string[], string]> {
  if (/^\/\S*$/.test(line)) {
    const names = [...sources.commands, ...(await sources.skills().catch(() => []))];
    return fitting(
      names.map((name) => `/${name}`),
      line,
    );
  }
  for (const [form, words] of SUBCOMMANDS) {
    const [, begun] = form.exec(line) ?? [];
    if (begun !== undefined) return fitting(words, begun);
  }
  const [, rule] = RULES.exec(line) ?? [];
  if (rule !== undefined) return fitting(sources.tools(), rule);
  const [begun = ""] = /[^\s"'`（），。：]*$/u.exec(line) ?? [];
  const files = await filesFrom(sources.cwd, begun);
  if (files.length > 0 || begun.length < 2) return [files, begun];
  return fitting(sources.tools(), begun);
}

function fitting(words: readonly string[], begun: string): [string[], string] {
  return [[...new Set(words)].filter((word) => word.startsWith(begun)).slice(0, MAX_COMPLETIONS), begun];
}

/** The files and folders that complete a path. Hidden ones only after a typed dot. */
async function filesFrom(cwd: string, begun: string): Promise<string[]> {
  if (begun === "" || begun.startsWith("~")) return [];
  const folder = begun.endsWith("/")
    ? begun
    : dirname(begun) === "." && !begun.startsWith("./")
      ? ""
      : `${dirname(begun)}/`;
  const name = begun.slice(folder.length);
  const entries = await readdir(join(cwd, folder), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.name.startsWith(name) && (name.startsWith(".") || !entry.name.startsWith(".")))
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`)
    .toSorted()
    .slice(0, MAX_COMPLETIONS);
}
