import { readFile } from "node:fs/promises";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { type EmbeddedEmbedder, openEmbeddedEmbedder } from "./embedded-embedder.ts";

/** The model's file, beside this module. */
export const EMBEDDED_MODEL_URL = new URL("./bilingual.model", import.meta.url);

/** The model that was loaded last. It never changes, so all runtimes of a process share it. */
let last: { readonly href: string; readonly embedder: Promise<EmbeddedEmbedder> } | undefined;

/**
 * Loads the model from the package's own files, once per process. A browser fetches them and calls
 * openEmbeddedEmbedder() instead.
 */
export function loadEmbeddedEmbedder(from: URL = EMBEDDED_MODEL_URL): Promise<EmbeddedEmbedder> {
  if (last?.href === from.href) return last.embedder;
  const loading = { href: from.href, embedder: load(from) };
  last = loading;
  loading.embedder.catch(() => {
    if (last === loading) last = undefined; // the file may be there next time
  });
  return loading.embedder;
}

async function load(from: URL): Promise<EmbeddedEmbedder> {
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
