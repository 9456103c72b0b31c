import type { Interface } from "node:readline/promises";
import type { TurnOptions } from "../../../runtime.ts";

/** What Ctrl-C means: during a run it stops the call, the second time the run; at the prompt it ends the chat. */
export interface Interrupts {
  readonly atPrompt: AbortSignal;
  during(
    work: (signals: Required<Pick<TurnOptions, "signal" | "callSignal">>) => Promise<number>,
  ): Promise<number>;
}

/** Listens on the terminal, where the key arrives, and on the process, where a signal does. */
export function createInterrupts(readline: Interface, outside: AbortSignal): Interrupts {
  const prompt = new AbortController();
  let press: (() => void) | undefined;
  readline.on("SIGINT", () => {
    if (press === undefined) prompt.abort();
    else press();
  });
  readline.on("close", () => prompt.abort());
  return {
    atPrompt: prompt.signal,
    async during(work) {
      const run = new AbortController();
      let call = new AbortController();
      press = () => {
        if (call.signal.aborted) run.abort();
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
