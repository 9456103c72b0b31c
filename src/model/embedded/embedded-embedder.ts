import { type EmbedKind, type ImmediateEmbedder, toUnitLength } from "../embedder.ts";
import { normalizeText } from "./normalize-text.ts";
import { type ModelFile, readModelFile } from "./read-model-file.ts";
import { tokenize } from "./tokenize.ts";
import { createWordVectors, type WordVectors } from "./word-vectors.ts";

/** The embedder that ships with Dejima: no network, no key, the same vectors in a browser and in Node. */
export interface EmbeddedEmbedder extends ImmediateEmbedder {
  /** The one spelling of a text that the model sees; search terms are made from it too. */
  normalize(text: string): string;
  readonly words: WordVectors;
}

/** Opens the embedded model from the bytes of its file. */
export async function openEmbeddedEmbedder(bytes: Uint8Array<ArrayBuffer>): Promise<EmbeddedEmbedder> {
  const model = await readModelFile(bytes);
  const normalize = (text: string) => normalizeText(text, model.simplified);
  const embedNow = (text: string) => sumRows(model, tokenize(normalize(text), model.vocabulary));
  return {
    id: `${model.name}@${model.version}/${model.dimensions}`,
    dimensions: model.dimensions,
    normalize,
    words: createWordVectors(model),
    embedNow: (text: string, _kind: EmbedKind) => embedNow(text),
    embed: async (texts) => texts.map(embedNow),
  };
}

function sumRows(model: ModelFile, features: readonly number[]): Float32Array {
  const { dimensions, rows, scales } = model;
  const vector = new Float32Array(dimensions);
  const width = dimensions / 2;
  for (const row of features) {
    const scale = scales[row] ?? 0;
    const start = row * width;
    for (let index = 0; index < width; index++) {
      const byte = rows[start + index] ?? 0x88;
      const at = index * 2;
      vector[at] = (vector[at] ?? 0) + ((byte & 15) - 8) * scale;
      vector[at + 1] = (vector[at + 1] ?? 0) + ((byte >> 4) - 8) * scale;
    }
  }
  return toUnitLength(vector);
}
