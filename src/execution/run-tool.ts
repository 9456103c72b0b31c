import { DejimaError } from "../contract/error.ts";
import type { Progress, StreamStep, Tool } from "../contract/tool.ts";
import { thrownText } from "../support/thrown-text.ts";
import { createWorkingClock } from "../support/working-clock.ts";
import type { CallContext } from "./call-context.ts";

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

/** Whether a tool gave back a stream instead of a value. */
function isStream(value: unknown): value is AsyncIterable<StreamStep> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/**
 * Reads a tool's stream to its end and gives its result, or its chunks joined when it names none. When it fails midway,
 * the error carries what had come until then.
 */
async function collectStream(
  stream: AsyncIterable<StreamStep>,
  signal: AbortSignal,
  tell: StreamListener,
): Promise<unknown> {
  const pieces: string[] = [];
  let length = 0;
  let result: { output: unknown } | undefined;
  try {
    for await (const step of stream) {
      if (signal.aborted) break;
      refuseUnreadable(step);
      if (step.type === "progress") tell(step.progress);
      else if (step.type === "chunk") {
        length += step.text.length;
        if (length > MAX_TEXT)
          throw new DejimaError("too_large", `Cannot collect a stream of more than ${MAX_TEXT} characters`);
        pieces.push(step.text);
        tell({ chunk: step.text });
      } else result = { output: step.output };
    }
  } catch (cause) {
    throw midway(cause, pieces.join(""));
  }
  return result === undefined ? pieces.join("") : result.output;
}

// What a tool yields is not checked by its type at run time.
function refuseUnreadable(step: unknown): void {
  const { type, text, progress } = (step ?? {}) as Record<string, unknown>;
  if (type === "result" || (type === "chunk" && typeof text === "string")) return;
  if (type === "progress" && typeof progress === "object" && progress !== null) return;
  throw new DejimaError(
    "internal",
    'Cannot read a step of the stream: it must be {type: "chunk", text}, {type: "progress", progress} or {type: "result", output}',
  );
}

function midway(cause: unknown, partial: string): DejimaError {
  const why = thrownText(cause);
  const code = cause instanceof DejimaError ? cause.code : "internal";
  const details = cause instanceof DejimaError ? cause.details : {};
  const message = partial === "" ? why : `The stream failed after ${partial.length} characters: ${why}`;
  return new DejimaError(code, message, partial === "" ? details : { ...details, partial }, { cause });
}

/** Hears of a stream while it runs. */
type StreamListener = (update: Progress & { readonly chunk?: string }) => void;

const MAX_TEXT = 64 * 1024 * 1024;
