import { DejimaError } from "../contract/error.ts";
import type { Progress, StreamStep, Tool } from "../contract/tool.ts";
import { createWorkingClock } from "../support/process/working-clock.ts";
import { thrownText } from "../support/thrown-text.ts";
import { fieldsOf } from "../text/record.ts";
import type { CallContext } from "./call-context.ts";

interface RunToolOptions {
  readonly timeoutMs: number;
  /** Aborts when the caller cancels. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a tool until it ends, its time is up or the caller cancels, whichever comes first. A tool that ignores the signal is
 * abandoned at once. Its context is stopped, so it can no longer reach the disk.
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
  const pieces: string[] = [];
  const onUpdate: StreamListener = (update) => context.progress(update);
  const work = Promise.resolve(returned).then((value) =>
    isStream(value) ? collectStream(value, { pieces, onUpdate, signal: context.signal }) : value,
  );

  return new Promise((resolve, reject) => {
    const settle = () => {
      clock.stop();
      signal?.removeEventListener("abort", onAbort);
    };
    const end = (error: DejimaError) => {
      settle();
      context.stop(error);
      reject(withPartial(error, pieces.join("")));
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
    // The tool itself may have caused the abort before the listener was added.
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

/** Whether a tool returned a stream instead of a value. */
function isStream(value: unknown): value is AsyncIterable<StreamStep> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/**
 * Reads a tool's stream to its end. Returns its result, or its chunks joined if there is none. If the stream fails or is
 * stopped midway, the error carries the output so far.
 */
async function collectStream(
  stream: AsyncIterable<StreamStep>,
  { pieces, onUpdate, signal }: StreamOptions,
): Promise<unknown> {
  let length = 0;
  let result: { output: unknown } | undefined;
  try {
    for await (const step of stream) {
      if (signal.aborted) break;
      refuseUnreadable(step);
      if (step.type === "progress") onUpdate(step.progress);
      else if (step.type === "chunk") {
        length += step.text.length;
        if (length > MAX_TEXT)
          throw new DejimaError("too_large", `Cannot collect a stream of more than ${MAX_TEXT} characters`);
        pieces.push(step.text);
        onUpdate({ chunk: step.text });
      } else result = { output: step.output };
    }
  } catch (cause) {
    throw withPartial(cause, pieces.join(""));
  }
  return result === undefined ? pieces.join("") : result.output;
}

// The type of a step is not checked at run time.
function refuseUnreadable(step: unknown): void {
  const { type, text, progress } = fieldsOf(step);
  if (type === "result" || (type === "chunk" && typeof text === "string")) return;
  if (type === "progress" && typeof progress === "object" && progress !== null) return;
  throw new DejimaError(
    "internal",
    'Cannot read a step of the stream: it must be {type: "chunk", text}, {type: "progress", progress} or {type: "result", output}',
  );
}

function withPartial(cause: unknown, partial: string): DejimaError {
  const why = thrownText(cause);
  const code = cause instanceof DejimaError ? cause.code : "internal";
  const details = cause instanceof DejimaError ? cause.details : {};
  return new DejimaError(code, why, partial === "" ? details : { ...details, partial }, { cause });
}

interface StreamOptions {
  /** Collects the chunks, so that the output so far is available when the call is stopped. */
  readonly pieces: string[];
  readonly signal: AbortSignal;
  readonly onUpdate: StreamListener;
}

/** Called with each update of a running stream. */
type StreamListener = (update: Progress & { readonly chunk?: string }) => void;

const MAX_TEXT = 64 * 1024 * 1024;
