import { DejimaError } from "../contract/error.ts";
import type { Tool, ToolContext } from "../contract/tool.ts";
import { collectStream, isStream, type StreamSink } from "./collect-stream.ts";

export interface RunToolOptions {
  readonly timeoutMs: number;
  /** The caller's wish to stop. */
  readonly signal: AbortSignal | undefined;
  /** Aborted when the work must stop, for whichever reason came first; what the tool's context listens to. */
  readonly stop: AbortController;
  readonly sink: StreamSink;
}

/**
 * Runs a tool until it ends, its time is over or the caller cancels: the first of these wins. A tool that does not listen
 * is left behind at once; with `stop` aborted it has no way to the disk any more.
 */
export function runTool(tool: Tool, input: unknown, context: ToolContext, options: RunToolOptions): unknown {
  const { timeoutMs, signal, stop, sink } = options;
  if (signal?.aborted) throw cancelled(tool);
  const returned = tool.run(input, context);
  const work = isStream(returned) ? collectStream(returned, stop.signal, sink) : returned;
  if (!(work instanceof Promise)) return work;

  return new Promise((resolve, reject) => {
    const end = (error: DejimaError) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      stop.abort(error);
      reject(error);
    };
    const onAbort = () => end(cancelled(tool));
    const timer = setTimeout(() => end(timedOut(tool, timeoutMs)), timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
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
