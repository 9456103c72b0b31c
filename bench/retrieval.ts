// How often the right tool is found, and how fast: any set with --tools F --queries F, or all sets beside BM25, character
// n-grams and MiniLM.
import { parseArgs } from "node:util";
import { loadEmbeddedEmbedder } from "../src/model/embedded/load-embedded-embedder.ts";
import type { Benchmark } from "./benchmark.ts";
import { bm25, characterGrams } from "./retrieval/baselines.ts";
import { type Figures, measure } from "./retrieval/measure.ts";
import { ourIndex, ours } from "./retrieval/ours.ts";
import { type RetrievalSet, readSet, readSets, SETS_FOLDER } from "./retrieval/retrieval-set.ts";

const run: Benchmark = async ({ args, json }) => {
  const { values } = parseArgs({
    args: [...args],
    options: { tools: { type: "string" }, queries: { type: "string" }, "never-abstain": { type: "boolean" } },
  });
  const embedder = await loadEmbeddedEmbedder();
  const least = values["never-abstain"] ? 0 : undefined;
  if (values.tools !== undefined && values.queries !== undefined) {
    const set = readSet(values.tools, values.tools, values.queries);
    print(set.name, "dejima", await measure(set, ours(await ourIndex(set, embedder), least)), json);
    return;
  }
  const sets = readSets(SETS_FOLDER);
  if (sets.length === 0) console.error(`No sets in ${SETS_FOLDER}: give --tools FILE and --queries FILE`);
  for (const set of sets) {
    print(set.name, "bm25", await measure(set, bm25(set)), json);
    print(set.name, "character n-grams", await measure(set, characterGrams(set)), json);
    print(set.name, "dejima", await measure(set, ours(await ourIndex(set, embedder), least)), json);
  }
};

export default run;

function print(set: RetrievalSet["name"], ranker: string, figures: Figures, json: boolean): void {
  const { r1, r5, r10, ndcg10, c10, p50Ms, p99Ms } = figures;
  if (json) {
    console.log(JSON.stringify({ set, ranker, ...figures }));
    return;
  }
  const percent = (value: number) => value.toFixed(1).padStart(5);
  console.log(
    `${set.padEnd(18)} ${ranker.padEnd(18)} R@1 ${percent(r1)}  R@5 ${percent(r5)}  R@10 ${percent(r10)}  NDCG@10 ${percent(ndcg10)}  C@10 ${percent(c10)}  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms`,
  );
}
