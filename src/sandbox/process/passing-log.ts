import { StringDecoder } from "node:string_decoder";
import { textEnd } from "../../text/text-end.ts";
import type { OutputChunk } from "../sandbox.ts";
import type { OutputLog } from "./output-log.ts";

/** How much of stderr is remembered, for the message that says why a server ended. */
const REMEMBERED = 8_000;

/** The output of a program that stays: each piece is handed to the one reader and forgotten, but for the end of stderr. */
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
      if (stream === "stderr") remembered = textEnd(remembered + text, REMEMBERED);
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
