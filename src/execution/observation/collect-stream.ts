import { DejimaError } from "../../contract/error.ts";
import type { Progress, StreamStep } from "../../contract/tool.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** Hears of a stream while it runs. */
type StreamListener = (update: Progress & { readonly chunk?: string }) => void;

const MAX_TEXT = 64 * 1024 * 1024;

/** Whether a tool gave back a stream instead of a value. */
export function isStream(value: unknown): value is AsyncIterable<StreamStep> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/**
 * Reads a tool's stream to its end and gives its result, or its chunks joined when it names none. When it fails midway,
 * the error carries what had come until then.
 */
export async function collectStream(
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
