import { stripVTControlCharacters, styleText } from "node:util";
import type { DejimaError } from "../../../contract/error.ts";
import { errorAuthor, type ShownError } from "../../../contract/words/error-author.ts";
import { errorText } from "../../../contract/words/messages.ts";
import { visibleJson, visibleLine, visibleText } from "../../../text/visible-text.ts";
import { displayWidth } from "../terminal/display-width.ts";
import { wrapText } from "../terminal/word-wrap.ts";
import { ENGLISH, type Say } from "../words/say.ts";

/** The output of a command: data on stdout, everything else on stderr. */
export interface Output {
  readonly json: boolean;
  /** One JSON document with `--json`, else the result of `human`. */
  data(value: unknown, human: () => string): void;
  /** One JSON line of a stream, or its human form. */
  line(value: unknown, human: () => string): void;
  note(text: string): void;
  /** Streams text from outside. On a terminal, control characters in it have no effect. */
  live(text: string): void;
  /** Shows a line that the next one replaces, cut to the width of the terminal. An empty text removes it. */
  progress(text: string): void;
  error(error: DejimaError): void;
  /** A call that failed: its code and what happened. */
  failure(error: ShownError): void;
  /** Text from outside for stdout: escaped on a terminal, unchanged in a pipe. */
  shown(text: string): string;
  /** Breaks lines for stdout between words, on a terminal. Lines after the first are indented. */
  wrap(text: string, indent?: number): string;
  table(rows: readonly (readonly string[])[]): string;
  /** The heading row of a table, in the language of the terminal. */
  headings(...names: readonly string[]): string[];
  style(format: Parameters<typeof styleText>[0], text: string): string;
  /** Says a text in the language of the terminal. */
  readonly say: Say;
}

/** The width of a terminal that does not say how wide it is. */
const DEFAULT_COLUMNS = 80;

interface OutputOptions {
  readonly json: boolean;
  readonly say?: Say;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** Creates the output of one command. Colour appears only on a terminal. */
export function createOutput({ json, stdout, stderr, say = ENGLISH }: OutputOptions): Output {
  const style: Output["style"] = (format, text) => styleText(format, text, { stream: stdout });
  const note = (text: string) =>
    void stderr.write(
      `${stderr.isTTY ? wrapText(text, stderr.columns ?? Number.POSITIVE_INFINITY) : text}\n`,
    );
  return {
    json,
    data: (value, human) => void stdout.write(json ? `${visibleJson(value)}\n` : ensureNewline(human())),
    line: (value, human) => void stdout.write(json ? `${visibleJson(value)}\n` : ensureNewline(human())),
    note,
    live: (text) => void stderr.write(visibleText(text)),
    progress: (text) =>
      void stderr.write(`\r\x1b[2K${cut(visibleLine(text), (stderr.columns ?? DEFAULT_COLUMNS) - 1)}`),
    wrap: (text, indent = 0) =>
      stdout.isTTY
        ? wrapText(text, (stdout.columns ?? DEFAULT_COLUMNS) - indent).replaceAll(
            "\n",
            `\n${" ".repeat(indent)}`,
          )
        : text,
    error(error) {
      if (json) stdout.write(`${visibleJson({ error: error.toData() })}\n`);
      else note(`${styleText("red", say("error"), { stream: stderr })} ${errorLines(error)}`);
    },
    failure: (error) =>
      note(
        `${styleText("red", say.language === "en" ? error.code : say("error"), { stream: stderr })} ${errorLines(error)}`,
      ),
    shown: (text) => (stdout.isTTY ? visibleText(text) : text),
    headings: (...names) => names.map((name) => style("bold", say(name))),
    table: (rows) => table(rows, stdout.columns ?? 160),
    style,
    say,
  };
  // Where a part of the message has no Chinese words, the exact message follows.
  function errorLines(error: ShownError): string {
    const message = visibleText(error.message);
    if (errorAuthor(error) !== undefined) return visibleText(errorText(error, say.language));
    const whole = say.error(message);
    if (whole !== undefined) return whole;
    const text = visibleText(errorText(error, say.language));
    return text === message ? message : `${text}\n${styleText("dim", message, { stream: stderr })}`;
  }
}

function ensureNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Lays rows out in columns, two spaces apart. The last column is cut at the terminal's width. */
function table(rows: readonly (readonly string[])[], width: number): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_none, at) =>
    Math.max(...rows.map((row) => displayWidth(row[at] ?? ""))),
  );
  return rows.map((row) => layOut(row, widths, width)).join("\n");
}

function layOut(row: readonly string[], widths: readonly number[], width: number): string {
  let used = 0;
  const parts = row.map((text, at) => {
    if (at === row.length - 1) return cut(text, Math.max(20, width - used));
    used += (widths[at] ?? 0) + 2;
    return text + " ".repeat((widths[at] ?? 0) - displayWidth(text) + 2);
  });
  return parts.join("").trimEnd();
}

function cut(text: string, room: number): string {
  if (displayWidth(text) <= room) return text;
  let fitting = "";
  for (const character of stripVTControlCharacters(text)) {
    if (displayWidth(fitting) + displayWidth(character) > room - 1) break;
    fitting += character;
  }
  return `${fitting}…`;
}
