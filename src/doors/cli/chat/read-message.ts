import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const MAX_LINES = 500;

/** Reads the next line. `undefined` at the end of the input. */
export type NextLine = (prompt: string) => Promise<string | undefined>;

/** Reads one message: a line, lines joined by a backslash at their end, or a block between triple quotes. */
export async function readMessage(next: NextLine): Promise<string | undefined> {
  const first = await next("> ");
  if (first === undefined) return undefined;
  if (first.trim().startsWith('"""')) return readBlock(first.trim().slice(3), next);
  let message = first;
  while (message.endsWith("\\")) {
    const more = await next("… ");
    message = `${message.slice(0, -1)}\n${more ?? ""}`;
    if (more === undefined) break;
  }
  return message.trim();
}

async function readBlock(begun: string, next: NextLine): Promise<string> {
  const lines = begun === "" ? [] : [begun];
  for (;;) {
    const line = await next("… ");
    if (line === undefined) break;
    if (line.trimEnd().endsWith('"""')) {
      lines.push(line.trimEnd().slice(0, -3));
      break;
    }
    lines.push(line);
  }
  return lines.join("\n").trim();
}

/** Earlier messages, newest first, for the arrow keys. */
interface ChatHistory {
  load(): Promise<string[]>;
  save(lines: readonly string[]): Promise<void>;
}

/** The history in a home, readable by its owner only. */
export function chatHistory(home: string): ChatHistory {
  const file = join(home, "chat-history");
  return {
    async load() {
      const text = await readFile(file, "utf8").catch(() => "");
      return text.split("\n").filter((line) => line !== "");
    },
    async save(lines) {
      await mkdir(home, { recursive: true });
      await writeFile(file, `${lines.slice(0, MAX_LINES).join("\n")}\n`, { mode: 0o600 });
    },
  };
}
