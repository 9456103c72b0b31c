import { PassThrough, type Readable } from "node:stream";

const HEADER_BYTES = 8;

/** Takes the engine's one stream apart: eight bytes say which output and how much, then the bytes follow. */
export function splitFrames(source: Readable): { stdout: PassThrough; stderr: PassThrough } {
  const outputs = { stdout: new PassThrough(), stderr: new PassThrough() };
  let held: Buffer = Buffer.alloc(0);
  let current = outputs.stdout;
  let left = 0;
  const end = () => {
    outputs.stdout.end();
    outputs.stderr.end();
  };
  source.on("data", (bytes: Buffer) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    for (;;) {
      if (left > 0) {
        const piece = held.subarray(0, left);
        if (piece.length === 0) return;
        current.write(piece);
        left -= piece.length;
        held = held.subarray(piece.length);
      } else {
        if (held.length < HEADER_BYTES) return;
        current = held[0] === 2 ? outputs.stderr : outputs.stdout;
        left = held.readUInt32BE(4);
        held = held.subarray(HEADER_BYTES);
      }
    }
  });
  source.once("end", end).once("close", end).once("error", end);
  return outputs;
}
