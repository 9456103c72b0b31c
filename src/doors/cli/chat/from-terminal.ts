import type { Interface } from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { NextLine } from "./read-message.ts";

// Nobody types two lines within this time: they were pasted.
const PASTE_MS = 20;

/** Collects the lines that are typed while nothing asks for one. Call it as soon as the interface exists: earlier lines are lost. */
export function earlyLines(readline: Interface, whole: (line: string) => string): string[] {
  const early: string[] = [];
  readline.on("line", (line) => early.push(whole(line)));
  return early;
}

interface FromTerminal {
  readonly early: string[];
  readonly atPrompt: AbortSignal;
  /** A line with the text that was pasted into it. */
  whole(line: string): string;
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
