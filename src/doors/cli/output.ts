import { styleText } from "node:util";
import type { DejimaError } from "../../contract/error.ts";
import { table } from "./table.ts";

/** Where a command writes: data on stdout, everything else on stderr. */
export interface Output {
  readonly json: boolean;
  /** One JSON document when `--json` is given, else what `human` makes of it. */
  data(value: unknown, human: () => string): void;
  /** One JSON line of a stream, or its human form. */
  line(value: unknown, human: () => string): void;
  note(text: string): void;
  error(error: DejimaError): void;
  table(rows: readonly (readonly string[])[]): string;
  style(format: Parameters<typeof styleText>[0], text: string): string;
}

export interface OutputOptions {
  readonly json: boolean;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** Makes the output of one command. Colour appears only on a terminal. */
export function createOutput({ json, stdout, stderr }: OutputOptions): Output {
  const style: Output["style"] = (format, text) => styleText(format, text, { stream: stdout });
  return {
    json,
    data: (value, human) => void stdout.write(json ? `${JSON.stringify(value)}\n` : ensureNewline(human())),
    line: (value, human) => void stdout.write(json ? `${JSON.stringify(value)}\n` : ensureNewline(human())),
    note: (text) => void stderr.write(`${text}\n`),
    error(error) {
      if (json) stdout.write(`${JSON.stringify({ error: error.toData() })}\n`);
      else stderr.write(`${styleText("red", "error", { stream: stderr })} ${error.message}\n`);
    },
    table: (rows) => table(rows, stdout.columns ?? 160),
    style,
  };
}

function ensureNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
