import type { SandboxRun } from "../../../sandbox/sandbox.ts";

/** A dialogue with a program: one line in, one line out. */
interface ProgramLine {
  /** The input of the program. */
  readonly input: AsyncIterable<string>;
  /** Reads the program's output until it ends. */
  follow(run: SandboxRun): Promise<void>;
  /** Sends a line and waits for the next one. Rejects if the program ends first. */
  ask(line: string): Promise<string>;
  end(): void;
}

/** Creates the dialogue with a program that answers each line with one line. */
export function createLine(): ProgramLine {
  const waiting: string[] = [];
  let wake = () => {};
  let ended = false;
  let pending: PromiseWithResolvers<string> | undefined;
  const end = () => {
    ended = true;
    wake();
    pending?.reject(new Error("the program has ended"));
    pending = undefined;
  };
  return {
    input: (async function* () {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift() ?? "";
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    })(),
    async follow(run) {
      let buffer = "";
      for await (const { stream, text } of run.output) {
        if (stream !== "stdout") continue;
        buffer += text;
        const at = buffer.indexOf("\n");
        if (at === -1) continue;
        pending?.resolve(buffer.slice(0, at));
        pending = undefined;
        buffer = buffer.slice(at + 1);
      }
      end();
    },
    ask(line) {
      if (ended) return Promise.reject(new Error("the program has ended"));
      pending = Promise.withResolvers();
      waiting.push(`${line}\n`);
      wake();
      return pending.promise;
    },
    end,
  };
}
