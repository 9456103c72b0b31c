import { DejimaError } from "../contract/error.ts";
import type { Tool } from "../contract/tool.ts";
import { createWorkingClock } from "../support/working-clock.ts";
import type { CallContext } from "./call-context.ts";
import { collectStream, isStream } from "./observation/collect-stream.ts";

interface RunToolOptions {
  readonly timeoutMs: number;
  /** The caller's wish to stop. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a tool until it ends, its time is over or the caller cancels: the first of these wins. A tool that does not listen
 * is left behind at once; with its context stopped it has no way to the disk any more.
 */
export function runTool(
  tool: Tool,
  input: unknown,
  context: CallContext,
  { timeoutMs, signal }: RunToolOptions,
): unknown {
  if (signal?.aborted) throw cancelled(tool);
  const returned = tool.run(input, context);
  if (!isStream(returned) && !isThenable(returned)) return returned;
  const work = Promise.resolve(returned).then((value) =>
    isStream(value) ? collectStream(value, context.signal, (update) => context.progress(update)) : value,
  );

  return new Promise((resolve, reject) => {
    const settle = () => {
      clock.stop();
      signal?.removeEventListener("abort", onAbort);
    };
    const end = (error: DejimaError) => {
      settle();
      context.stop(error);
      reject(error);
    };
    const onAbort = () => end(cancelled(tool));
    const clock = createWorkingClock(timeoutMs, () => end(timedOut(tool, timeoutMs)));
    context.timeWith(clock);
    signal?.addEventListener("abort", onAbort, { once: true });
    work.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error) => {
        settle();
        reject(error);
      },
    );
    // The tool itself may have brought the abort about, before anybody listened.
    if (signal?.aborted) onAbort();
  });
}

function isThenable(value: unknown): boolean {
  return (
    value instanceof Promise ||
    (typeof value === "object" && value !== null && "then" in value && typeof value.then === "function")
  );
}

function timedOut(tool: Tool, timeoutMs: number): DejimaError {
  return new DejimaError(
    "timeout",
    `Cannot finish "${tool.name}": it ran longer than ${timeoutMs} ms. Ask for less, or raise tools.timeout`,
    { tool: tool.name, timeoutMs },
  );
}

function cancelled(tool: Tool): DejimaError {
  return new DejimaError("cancelled", `Cancelled "${tool.name}"`, { tool: tool.name });
}
