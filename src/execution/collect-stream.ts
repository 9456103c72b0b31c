import { DejimaError } from "../contract/error.ts";
import type { Progress, StreamStep } from "../contract/tool.ts";

/** Hears of a stream while it runs. */
export type StreamListener = (update: Progress & { readonly chunk?: string }) => void;

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
      if (step?.type === "progress") tell(step.progress);
      else if (step?.type === "chunk") {
        length += step.text.length;
        if (length > MAX_TEXT)
          throw new DejimaError("too_large", `Cannot collect a stream of more than ${MAX_TEXT} characters`);
        pieces.push(step.text);
        tell({ chunk: step.text });
      } else if (step?.type === "result") result = { output: step.output };
      else
        throw new DejimaError(
          "internal",
          'Cannot read a step of the stream: its type must be "progress", "chunk" or "result"',
        );
    }
  } catch (cause) {
    throw midway(cause, pieces.join(""));
  }
  return result === undefined ? pieces.join("") : result.output;
}

function midway(cause: unknown, partial: string): DejimaError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof DejimaError ? cause.code : "internal";
  const details = cause instanceof DejimaError ? cause.details : {};
  const message = partial === "" ? why : `The stream failed after ${partial.length} characters: ${why}`;
  return new DejimaError(code, message, partial === "" ? details : { ...details, partial }, { cause });
}
