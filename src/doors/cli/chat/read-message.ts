import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clearScreenDown, cursorTo, moveCursor } from "node:readline";
import type { Interface } from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { CommandContext } from "../command.ts";

const MAX_LINES = 500;

/** Reads the next line. `undefined` at the end of the input. */
export type NextLine = (prompt: string) => Promise<string | undefined>;

// Nobody types two lines within this time: they were pasted.
const PASTE_MS = 20;

interface FromTerminal {
  readonly early: string[];
  readonly atPrompt: AbortSignal;
  /** A line with the text that was pasted into it. */
  whole(line: string): string;
}

/** The prompt of a chat, above which news is printed while a person types. */
interface Prompt {
  /** Notes that the prompt is on the screen while this runs. */
  during<Line>(read: () => Promise<Line>): Promise<Line>;
  /** Prints above the prompt, and draws the prompt again with the text typed so far. Waits for an open question. */
  printAbove(print: () => void): void;
}

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

/** Collects the lines that are typed while nothing asks for one. Call it as soon as the interface exists: earlier lines are lost. */
export function earlyLines(readline: Interface, whole: (line: string) => string): string[] {
  const early: string[] = [];
  readline.on("line", (line) => early.push(whole(line)));
  return early;
}

/**
 * Reads from a terminal. Lines that arrive while nothing asks become the next messages and never answer a
 * question. In a terminal that marks no pastes, lines that arrive together with a requested line belong to it.
 */
export function fromTerminal(readline: Interface, { early, atPrompt, whole }: FromTerminal): NextLine {
  async function pasted(first: string): Promise<string> {
    await delay(PASTE_MS);
    const lines = [first, ...early.splice(0)];
    if (lines.length === 1 && readline.line === "") return first;
    // The last pasted line stays in the prompt until Enter is pressed.
    while (readline.line !== "") lines.push(await readline.question("", { signal: atPrompt }));
    return lines.join("\n").replaceAll("\\\n", "\n");
  }

  return async (prompt) => {
    const line = early.shift();
    if (line !== undefined) return line;
    try {
      const first = whole(await readline.question(prompt, { signal: atPrompt }));
      return first.startsWith("/") ? first : await pasted(first);
    } catch {
      // Ctrl-D closes the interface, a second Ctrl-C on an empty line aborts: both end the chat.
      return undefined;
    }
  };
}

/** The prompt of this terminal. */
export function promptOf(
  { terminal, interactive, stderr }: Pick<CommandContext, "terminal" | "interactive" | "stderr">,
  readline: Interface,
): Prompt {
  let isShown = false;
  return {
    async during(read) {
      isShown = interactive;
      try {
        return await read();
      } finally {
        isShown = false;
      }
    },
    printAbove(print) {
      void terminal.free().then(() => {
        if (!isShown) return print();
        moveCursor(stderr, 0, -readline.getCursorPos().rows);
        cursorTo(stderr, 0);
        clearScreenDown(stderr);
        print();
        readline.prompt(true);
      });
    },
  };
}
