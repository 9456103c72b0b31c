import { once } from "node:events";
import type { Writable } from "node:stream";
import type { Input } from "../sandbox.ts";

/** Writes all of the input and closes it, at the pace at which the program reads. */
export async function feedInput(stdin: Writable, input: Input | undefined): Promise<void> {
  stdin.on("error", () => {}); // a program may end without reading its input
  if (typeof input !== "object" || input instanceof Uint8Array) {
    stdin.end(input);
    return;
  }
  try {
    for await (const piece of input) {
      if (stdin.destroyed) return;
      if (!stdin.write(piece)) await Promise.race([once(stdin, "drain"), once(stdin, "close")]);
    }
  } catch {
    // An input that breaks off ends there: the program sees the end of its input.
  }
  stdin.end();
}
