import { createReadStream } from "node:fs";

/** One line of a log, as bytes: decoding could make different bytes equal. */
interface LogLine {
  readonly line: Buffer;
  /** False for a last line that has no end, as a crash leaves it. */
  readonly complete: boolean;
}

const LINE_FEED = 10;

/** The lines of a log. Nothing but a line feed ends one: text may hold every other kind of line end. */
export async function* readLogLines(path: string): AsyncIterable<LogLine> {
  let begun: Buffer[] = [];
  // Without an encoding, a stream gives bytes.
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      const end = chunk.subarray(from, at);
      yield { line: begun.length === 0 ? end : Buffer.concat([...begun, end]), complete: true };
      begun = [];
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield { line: Buffer.concat(begun), complete: false };
}
