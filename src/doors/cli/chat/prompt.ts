import { clearScreenDown, cursorTo, moveCursor } from "node:readline";
import type { Interface } from "node:readline/promises";
import type { CommandContext } from "../command.ts";

/** The prompt of a chat, above which news is printed while a person types. */
interface Prompt {
  /** Notes that the prompt is on the screen while this runs. */
  during<Line>(read: () => Promise<Line>): Promise<Line>;
  /** Prints above the prompt, and draws the prompt again with what was typed so far. Waits for an open question. */
  printAbove(print: () => void): void;
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
