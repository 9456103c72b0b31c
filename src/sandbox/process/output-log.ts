import { StringDecoder } from "node:string_decoder";
import { textEnd } from "../../text/text-end.ts";
import type { OutputChunk } from "../sandbox.ts";

type Stream = OutputChunk["stream"];

/** Marks the end of truncated output. */
const TRUNCATION_MARK = "[TRUNCATED]";

/** Everything a run printed, up to a number of bytes, readable while it grows. */
export interface OutputLog extends AsyncIterable<OutputChunk> {
  /** Stores what still fits. Returns false once something did not. */
  append(stream: Stream, bytes: Buffer): boolean;
  /** Ends all readers: no more output will come. */
  finish(): void;
  text(stream: Stream): string;
  readonly truncated: boolean;
}

export function createOutputLog(maxBytes: number): OutputLog {
  const chunks: OutputChunk[] = [];
  const decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
  let room = maxBytes;
  let truncated = false;
  let finished = false;
  let grown = Promise.withResolvers<void>();

  const push = (stream: Stream, text: string) => {
    if (text !== "") chunks.push({ stream, text });
  };
  const wake = () => {
    grown.resolve();
    grown = Promise.withResolvers<void>();
  };

  return {
    append(stream, bytes) {
      if (finished || truncated) return false;
      push(stream, decoders[stream].write(bytes.subarray(0, room)));
      truncated = bytes.length > room;
      room -= Math.min(bytes.length, room);
      if (truncated) push(stream, TRUNCATION_MARK);
      wake();
      return !truncated;
    },
    finish() {
      if (finished) return;
      if (!truncated)
        for (const stream of ["stdout", "stderr"] as const) push(stream, decoders[stream].end());
      finished = true;
      wake();
    },
    text(stream) {
      return chunks
        .filter((chunk) => chunk.stream === stream)
        .map((chunk) => chunk.text)
        .join("");
    },
    get truncated() {
      return truncated;
    },
    async *[Symbol.asyncIterator]() {
      for (let next = 0; ; ) {
        while (next < chunks.length) yield chunks[next++] as OutputChunk; // within bounds by the condition above
        if (finished) return;
        await grown.promise;
      }
    },
  };
}

/** How much of stderr is remembered, for the message about why a server ended. */
const STDERR_TAIL_CHARACTERS = 8_000;

/**
 * The output of a program that stays: each chunk goes to the one reader and is dropped, except for the end of
 * stderr.
 */
export function createPassingLog(maxWaiting: number): OutputLog {
  const decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
  let waiting: OutputChunk[] = [];
  let bytesWaiting = 0;
  let remembered = "";
  let truncated = false;
  let finished = false;
  let wake: (() => void) | undefined;
  const woken = () => {
    wake?.();
    wake = undefined;
  };

  return {
    append(stream, bytes) {
      if (finished || truncated) return false;
      bytesWaiting += bytes.length;
      truncated = bytesWaiting > maxWaiting;
      if (truncated) return false;
      const text = decoders[stream].write(bytes);
      if (stream === "stderr") remembered = textEnd(remembered + text, STDERR_TAIL_CHARACTERS);
      if (text !== "") waiting.push({ stream, text });
      woken();
      return true;
    },
    finish() {
      finished = true;
      woken();
    },
    text: (stream) => (stream === "stderr" ? remembered : ""),
    get truncated() {
      return truncated;
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const ready = waiting;
        waiting = [];
        bytesWaiting = 0;
        yield* ready;
        if (waiting.length > 0) continue;
        if (finished) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
