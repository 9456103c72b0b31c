import { readFile } from "node:fs/promises";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { type EmbeddedEmbedder, openEmbeddedEmbedder } from "./embedded-embedder.ts";

/** The model's file, beside this module. */
export const EMBEDDED_MODEL_URL = new URL("./bilingual.model", import.meta.url);

/**
 * Loads the model from the package's own files. A browser fetches them and calls openEmbeddedEmbedder()
 * instead.
 */
export async function loadEmbeddedEmbedder(from: URL = EMBEDDED_MODEL_URL): Promise<EmbeddedEmbedder> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const { buffer, byteOffset, length } = await readFile(from);
    bytes = new Uint8Array(buffer, byteOffset, length);
  } catch (cause) {
    throw new DejimaError(
      "io_error",
      `Cannot read the embedded model "${from.pathname}": ${thrownText(cause)}`,
      {},
      { cause },
    );
  }
  return openEmbeddedEmbedder(bytes);
}
