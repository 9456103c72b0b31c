import { DejimaError } from "../contract/error.ts";
import type { Tool } from "../contract/tool.ts";
import type { CallContext } from "./call-context.ts";
import { collectStream, isStream } from "./collect-stream.ts";

export interface RunToolOptions {
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
  const work = isStream(returned)
    ? collectStream(returned, context.signal, (update) => context.progress(update))
    : returned;
  if (!(work instanceof Promise)) return work;

  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const end = (error: DejimaError) => {
      settle();
      context.stop(error);
      reject(error);
    };
    const onAbort = () => end(cancelled(tool));
    const timer = setTimeout(() => end(timedOut(tool, timeoutMs)), timeoutMs);
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
  });
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
