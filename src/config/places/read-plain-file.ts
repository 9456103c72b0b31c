import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";

// Without O_NONBLOCK, opening a pipe that came with a folder would wait for ever.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
const PIECE = 64 << 10;

/** Reads a file that came with a folder. Refuses what never ends: pipes, devices, files over `maxBytes`. */
export function readPlainFile(path: string, maxBytes: number): Buffer {
  const file = openSync(path, FLAGS);
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new Error("it is a folder");
    if (!stats.isFile()) throw new Error("it is a pipe or a device");
    const pieces: Buffer[] = [];
    for (let length = 0; ; ) {
      const piece = Buffer.allocUnsafe(Math.max(PIECE, Math.min(stats.size, maxBytes) + 1));
      const read = readSync(file, piece);
      if (read === 0) return Buffer.concat(pieces);
      length += read;
      if (length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
      pieces.push(piece.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

/** Far more than a config has. */
const MAX_CONFIG_BYTES = 4 << 20;

/** Reads the text of a config file. One that the user names may be a pipe. */
export function readConfigText(file: string, { named = false } = {}): string {
  try {
    const bytes = named ? readFileSync(file) : readPlainFile(file, MAX_CONFIG_BYTES);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const why = cause instanceof TypeError ? "it is not UTF-8 text" : thrownText(cause);
    throw new DejimaError("invalid_input", `Cannot read the config "${file}": ${why}`, { file }, { cause });
  }
}
