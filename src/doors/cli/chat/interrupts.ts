import type { Interface } from "node:readline/promises";
import type { TurnOptions } from "../../../runtime.ts";

/**
 * What Ctrl-C means: during a call it stops the call, the second time the run; while the model speaks it stops the run at once;
 * at the prompt it clears the line, and ends the chat where the line is empty.
 */
interface Interrupts {
  readonly atPrompt: AbortSignal;
  during(
    work: (signals: Required<Pick<TurnOptions, "signal" | "callSignal">>) => Promise<number>,
    isCalling: () => boolean,
  ): Promise<number>;
}

const SAME_PRESS_MS = 1_000;

/** Listens on the terminal, where the key arrives, and on the process, where a signal does. */
export function createInterrupts(readline: Interface, outside: AbortSignal): Interrupts {
  const prompt = new AbortController();
  let press: (() => void) | undefined;
  let pressedAt = Number.NEGATIVE_INFINITY;
  readline.on("SIGINT", () => {
    const before = pressedAt;
    pressedAt = performance.now();
    if (press !== undefined) press();
    else if (readline.line !== "") clearLine(readline);
    // One that was meant for a run that has just stopped by itself ends nothing.
    else if (pressedAt - before > SAME_PRESS_MS) prompt.abort();
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
