import type { EmbedKind, ImmediateEmbedder } from "../embedder.ts";
import { createRowEmbedder } from "./embed-rows.ts";
import { readModelFile } from "./read-model-file.ts";
import { normalizeText, tokenize } from "./tokenize.ts";
import { createWordVectors, type WordVectors } from "./word-vectors.ts";

/** The embedder that ships with Dejima: no network, no key, the same vectors in a browser and in Node. */
export interface EmbeddedEmbedder extends ImmediateEmbedder {
  /** The normalized spelling of a text for the model. Search terms are made from it too. */
  normalize(text: string): string;
  readonly words: WordVectors;
}

/** Opens the embedded model from the bytes of its file. */
export async function openEmbeddedEmbedder(bytes: Uint8Array<ArrayBuffer>): Promise<EmbeddedEmbedder> {
  const model = await readModelFile(bytes);
  const normalize = (text: string) => normalizeText(text, model.simplified);
  const embedRows = createRowEmbedder(model);
  const embedNow = (text: string, into?: Float32Array) =>
    embedRows(tokenize(normalize(text), model.vocabulary), into);
  return {
    id: `${model.name}@${model.version}/${model.dimensions}`,
    dimensions: model.dimensions,
    normalize,
    words: createWordVectors(model),
    embedNow: (text: string, _kind: EmbedKind) => embedNow(text),
    async embed(texts) {
      // One array for all: very many small ones leave memory in holes when they are gone.
      const all = new Float32Array(texts.length * model.dimensions);
      return texts.map((text, at) =>
        embedNow(text, all.subarray(at * model.dimensions, (at + 1) * model.dimensions)),
      );
    },
  };
}
