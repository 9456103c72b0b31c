import type { Interface } from "node:readline/promises";
import type { TurnOptions } from "../../../runtime.ts";

/**
 * What Ctrl-C does. During a call it stops the call, the second time the run. While the model speaks it stops
 * the run at once. At the prompt it clears the line; on an empty line, the second press within two seconds
 * ends the chat.
 */
interface Interrupts {
  readonly atPrompt: AbortSignal;
  during(
    work: (signals: Required<Pick<TurnOptions, "signal" | "callSignal">>) => Promise<number>,
    isCalling: () => boolean,
  ): Promise<number>;
}

const SECOND_PRESS_MS = 2_000;

/** Listens on the terminal for the key, and on the process for the signal. */
export function createInterrupts(
  readline: Interface,
  outside: AbortSignal,
  printExitHint: () => void,
): Interrupts {
  const prompt = new AbortController();
  let press: (() => void) | undefined;
  let warnedAt = Number.NEGATIVE_INFINITY;
  readline.on("SIGINT", () => {
    if (press !== undefined) press();
    else if (readline.line !== "") clearLine(readline);
    else if (performance.now() - warnedAt < SECOND_PRESS_MS) prompt.abort();
    // A key press for a run that has just ended must not end the chat.
    else {
      warnedAt = performance.now();
      printExitHint();
    }
  });
  readline.on("close", () => prompt.abort());
  return {
    atPrompt: prompt.signal,
    async during(work, isCalling) {
      const run = new AbortController();
      let call = new AbortController();
      press = () => {
        if (call.signal.aborted || !isCalling()) run.abort();
        else call.abort();
      };
      const callSignal = () => {
        if (call.signal.aborted) call = new AbortController();
        return call.signal;
      };
      try {
        return await work({ signal: AbortSignal.any([run.signal, outside]), callSignal });
      } finally {
        press = undefined;
      }
    },
  };
}

function clearLine(readline: Interface): void {
  readline.write(null, { ctrl: true, name: "e" });
  readline.write(null, { ctrl: true, name: "u" });
}
