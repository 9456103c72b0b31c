import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { type WebAssemblyMemory, webAssembly } from "../../support/web-assembly.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

const MAGIC = "DJMODEL2";
/** Free memory behind the rows for computations. Untouched pages cost nothing. */
const FREE_BYTES = 2 ** 22;
const PAGE = 65_536;

const headerSchema = z.object({
  name: z.string(),
  version: z.string(),
  dimensions: z.int().positive().multipleOf(2),
  inner: z.int().positive().multipleOf(2),
  rows: z.int().positive(),
  bits: z.literal(4),
  vocabularyBytes: z.int().positive(),
  simplifiedBytes: z.int().nonnegative(),
  sha256: z.string().length(64),
});

/** Rows of 4-bit numbers, two to a byte, the low half first, each stored plus 8; every row has a scale. */
export interface PackedRows {
  readonly width: number;
  readonly scales: Float32Array;
  readonly rows: Uint8Array;
}

/**
 * The parts of a model file: a vocabulary, and for each entry a row and a key that weights it among others.
 */
export interface ModelFile {
  readonly name: string;
  readonly version: string;
  readonly dimensions: number;
  readonly vocabulary: Vocabulary;
  readonly simplified: ReadonlyMap<string, string>;
  readonly scales: Float32Array;
  /** Two numbers to a byte, the low half first, each stored plus 8. */
  readonly rows: Uint8Array;
  /** Begins with the rows, so that WebAssembly reads them in place. Never grows. */
  readonly memory: WebAssemblyMemory;
  /** Takes bytes behind the rows, for good. Returns where they begin, a multiple of 16. */
  takeMemory(bytes: number): number;
  readonly keys: PackedRows;
  /**
   * The projection of a text's plain sum that the keys are compared with: `keys.width` numbers for each
   * dimension.
   */
  readonly projection: Float32Array;
}

/** Parses a model file and verifies its checksum: a damaged table would silently find wrong tools. */
export async function readModelFile(bytes: Uint8Array<ArrayBuffer>): Promise<ModelFile> {
  const header = readHeader(bytes);
  const body = bytes.subarray(header.end);
  const { rows, dimensions, inner, vocabularyBytes, simplifiedBytes } = header.value;
  const textEnd = vocabularyBytes + simplifiedBytes;
  const numbersStart = textEnd + ((4 - (textEnd % 4)) % 4);
  const rowsStart = numbersStart + (2 * rows + dimensions * inner) * 4;
  const keysStart = rowsStart + (rows * dimensions) / 2;
  if (body.length !== keysStart + (rows * inner) / 2) throw damaged("its length does not fit its header");
  // Computed on another thread while the vocabulary is read here.
  const digest = crypto.subtle.digest("SHA-256", body);
  const vocabulary = createVocabulary(decode(body.subarray(0, vocabularyBytes)), rows);
  const simplified = readPairs(decode(body.subarray(vocabularyBytes, textEnd)));
  if (hexadecimal(new Uint8Array(await digest)) !== header.value.sha256)
    throw damaged("its checksum does not match");
  if (vocabulary === undefined) throw damaged("its vocabulary does not fit its rows");
  const numbers = new Float32Array(body.slice(numbersStart, rowsStart).buffer);
  let freeAt = Math.ceil((keysStart - rowsStart) / 16) * 16;
  const memory = new webAssembly.Memory({ initial: Math.ceil((freeAt + FREE_BYTES) / PAGE) });
  const table = new Uint8Array(memory.buffer, 0, keysStart - rowsStart);
  table.set(body.subarray(rowsStart, keysStart));
  return {
    name: header.value.name,
    version: header.value.version,
    dimensions,
    vocabulary,
    simplified,
    scales: numbers.subarray(0, rows),
    rows: table,
    memory,
    takeMemory(bytes) {
      const start = freeAt;
      freeAt += Math.ceil(bytes / 16) * 16;
      return start;
    },
    // A copy, so that the file's own bytes are not kept alive.
    keys: { width: inner, scales: numbers.subarray(rows, 2 * rows), rows: body.slice(keysStart) },
    projection: numbers.subarray(2 * rows),
  };
}

/** Replaces bytes that are not UTF-8. The checksum would reveal them. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readHeader(bytes: Uint8Array): { value: z.infer<typeof headerSchema>; end: number } {
  const decoder = new TextDecoder();
  if (bytes.length < 12 || decoder.decode(bytes.subarray(0, 8)) !== MAGIC) {
    throw damaged("it does not begin as one");
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  const end = 12 + length;
  try {
    return { value: headerSchema.parse(JSON.parse(decoder.decode(bytes.subarray(12, end)))), end };
  } catch (cause) {
    throw damaged("its header cannot be read", cause);
  }
}

function readPairs(text: string): Map<string, string> {
  const characters = [...text];
  const pairs = new Map<string, string>();
  for (let index = 0; index + 1 < characters.length; index += 2) {
    pairs.set(characters[index] ?? "", characters[index + 1] ?? "");
  }
  return pairs;
}

function damaged(why: string, cause?: unknown): DejimaError {
  return new DejimaError(
    "io_error",
    `Cannot read the embedded model: ${why}; install the package again`,
    {},
    { cause },
  );
}
