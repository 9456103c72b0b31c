import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Preview } from "../contract/asking/approval.ts";
import type { Effect } from "../contract/effect.ts";
import type { Rehearsal, Tool } from "../contract/tool.ts";
import { errnoOf } from "../support/disk/errno.ts";
import { filePatch } from "../text/file-patch.ts";
import { fieldsOf } from "../text/record.ts";
import { visibleText } from "../text/visible-text.ts";

export interface PreviewOptions {
  /** The path of an installed program. */
  findProgram(name: string): string | undefined;
  /** Redacts a text, and foreign data. Must happen before cutting: half a secret would not be recognized. */
  readonly redactor: { text(raw: string): string; json(raw: string): string };
}

const MAX_BYTES = 1 << 20;
const MAX_TEXT = 12_000;

const NO_CHANGE = {
  text: "No change: the file has this content already",
  zh: "没有改动：文件已经是这个内容",
};

const NO_FILE = { text: "No change: the file does not exist", zh: "没有改动：文件不存在" };

/** Commands of every shell that are usually not programs of the system. */
const OF_SHELL = new Set(
  ": . alias cd exec exit export read set shift source trap umask unset wait".split(" "),
);
const PLACES = {
  en: { is: ": ", shell: "part of the shell", none: "not found among the programs of the system" },
  zh: { is: "：", shell: "shell 自带", none: "系统里没有这个程序" },
};

/** Shows what a call would do, as far as known: a diff, the program of a command, the request line. */
export async function previewText(
  { tool, input, effects }: { tool?: Tool; input: unknown; effects: readonly Effect[] },
  options: PreviewOptions,
): Promise<Preview | undefined> {
  if (tool?.preview !== undefined) {
    const shown = await tool.preview(input);
    return typeof shown === "string"
      ? { kind: "content", text: bounded(shown, options) }
      : { kind: "content", text: bounded(shown.en, options), zh: bounded(shown.zh, options) };
  }
  const fields = fieldsOf(input);
  const writes = effects.filter(({ kind }) => kind === "file.write");
  const [write] = writes;
  if (writes.length === 1 && write !== undefined) {
    const diff = await diffOf(write.target, fields);
    if (diff === "") return { kind: "content", ...NO_CHANGE };
    if (diff !== undefined) return { kind: "diff", text: bounded(diff, options) };
  }
  const [only] = effects;
  if (effects.length === 1 && only?.kind === "file.delete") {
    if (!existsSync(only.target)) return { kind: "content", ...NO_FILE };
    const before = await textOf(only.target);
    if (before) return { kind: "diff", text: bounded(await filePatch(only.target, [before, ""]), options) };
  }
  const commands = effects.filter(({ kind, inWord }) => kind === "command.run" && inWord !== true);
  if (commands.length > 0) {
    const lines = (language: "en" | "zh") => bounded(commandLines(commands, options, language), options);
    const [text, zh] = [lines("en"), lines("zh")];
    return { kind: "command", text, ...(zh === text ? {} : { zh }) };
  }
  // A local server receives the input, which is shown separately.
  const requests = effects.filter(({ kind, target }) => kind.startsWith("host.") && !/^mcp:/.test(target));
  if (requests.length > 0)
    return { kind: "request", text: bounded(requestLines(requests, fields, options), options) };
  return undefined;
}

/** The preview of a rehearsal. */
export function rehearsalPreview(
  { text, rows }: Pick<Rehearsal, "text" | "rows">,
  options: PreviewOptions,
): Preview {
  const shown = { kind: "content", text: bounded(text, options) } as const;
  // Redacted as data, because the names of columns are beside their values.
  return rows === undefined
    ? shown
    : { ...shown, rows: JSON.parse(options.redactor.json(JSON.stringify(rows))) };
}

/** Empty if an existing file would keep its content. */
async function diffOf(path: string, fields: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const before = await textOf(path);
  if (before === undefined) return undefined;
  const after = contentAfter(before, fields);
  if (after === undefined) return undefined;
  if (after === before && before !== "") return "";
  return filePatch(path, [before, after], { context: 3 });
}

// Tools take the text to write in two ways: the whole content, or a passage and its replacement.
function contentAfter(before: string, fields: Readonly<Record<string, unknown>>): string | undefined {
  const { content, encoding = "utf-8", find, replace, replaceAll } = fields;
  if (typeof content === "string") return encoding === "utf-8" ? content : undefined;
  if (typeof find !== "string" || typeof replace !== "string" || !before.includes(find)) return undefined;
  return replaceAll === true ? before.replaceAll(find, () => replace) : before.replace(find, () => replace);
}

/** The text of a file; empty for a new file. Returns `undefined` if it is large or not text. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size > MAX_BYTES) return undefined;
    const bytes = await readFile(path);
    return bytes.includes(0) ? undefined : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const absent = errnoOf(cause) === "ENOENT";
    return absent ? "" : undefined;
  }
}

function commandLines(
  commands: readonly Effect[],
  { findProgram }: PreviewOptions,
  language: "en" | "zh",
): string {
  const { is, shell, none } = PLACES[language];
  return commands
    .map(({ target }) => {
      const [program = ""] = target.split(" ");
      const place = program.includes("/") ? program : findProgram(program);
      return `$ ${target}\n  ${program}${place === undefined ? `${is}${OF_SHELL.has(program) ? shell : none}` : `: ${place}`}`;
    })
    .join("\n");
}

function requestLines(
  requests: readonly Effect[],
  fields: Readonly<Record<string, unknown>>,
  { redactor }: PreviewOptions,
): string {
  const method = typeof fields.method === "string" ? fields.method.toUpperCase() : undefined;
  const lines = requests.map(
    ({ kind, target }) => `${method ?? (kind === "host.send" ? "POST" : "GET")} ${target}`,
  );
  const { body } = fields;
  if (body === undefined || body === null) return lines.join("\n");
  const text =
    typeof body === "string"
      ? body
      : JSON.stringify(JSON.parse(redactor.json(JSON.stringify(body))), null, 2);
  return `${lines.join("\n")}\n\n${text}`;
}

/** Makes hidden characters visible: they could hide a part of the text, or turn it around. */
function bounded(raw: string, { redactor }: PreviewOptions): string {
  const text = visibleText(redactor.text(raw));
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT)}\n… ${text.length - MAX_TEXT} more characters`;
}
