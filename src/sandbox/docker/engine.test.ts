import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { splitFrames } from "./engine.ts";

function frame(stream: number, content: string): Buffer {
  const header = Buffer.alloc(8);
  header[0] = stream;
  header.writeUInt32BE(Buffer.byteLength(content), 4);
  return Buffer.concat([header, Buffer.from(content)]);
}

test("splitFrames() tells the outputs apart, wherever the pieces were cut", async () => {
  const bytes = Buffer.concat([frame(1, "one "), frame(2, "error"), frame(1, ""), frame(1, "two é")]);
  for (const size of [1, 3, 7, 8, 1000]) {
    const source = new PassThrough();
    const { stdout, stderr } = splitFrames(source);
    for (let at = 0; at < bytes.length; at += size) source.write(bytes.subarray(at, at + size));
    source.end();
    expect([await text(stdout), await text(stderr)], `pieces of ${size}`).toEqual(["one two é", "error"]);
  }
});
