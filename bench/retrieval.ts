// How often and how fast the right tool is found, and how often the result is empty if nothing fits: any set with
// --tools F --queries F, or all sets beside BM25, character n-grams and MiniLM, with the cost of large indexes.
import { parseArgs } from "node:util";
import { loadEmbeddedEmbedder } from "../src/model/embedded/load-embedded-embedder.ts";
import type { Benchmark } from "./benchmark.ts";
import { falseHits } from "./retrieval/abstention.ts";
import { bm25, characterGrams } from "./retrieval/baselines.ts";
import { cost } from "./retrieval/cost.ts";
import { type Figures, measure, type Ranker } from "./retrieval/measure.ts";
import { loadMiniLm, miniLm } from "./retrieval/minilm.ts";
import { misspell } from "./retrieval/misspell.ts";
import { rankByNeeds, SET_WITH_NEEDS } from "./retrieval/needs.ts";
import { ourIndex, ours } from "./retrieval/ours.ts";
import {
  type RetrievalSet,
  readChineseRequests,
  readSet,
  readSets,
  SETS_FOLDER,
} from "./retrieval/retrieval-set.ts";

/** The set whose requests are also asked with three in ten words misspelt. */
const MISSPELT_SET = "metatool-single";
const SIZES = [1_000, 10_000, 100_000];

const run: Benchmark = async ({ args, json }) => {
  const { values } = parseArgs({
    args: [...args],
    options: { tools: { type: "string" }, queries: { type: "string" }, "without-peers": { type: "boolean" } },
  });
  const embedder = await loadEmbeddedEmbedder();

  async function measureOurs(set: RetrievalSet): Promise<void> {
    const index = await ourIndex(set, embedder);
    const figures = await measure(set, ours(index, 0));
    const abstaining = await measure(set, ours(index));
    print(set.name, "dejima", figures, json, {
      "NDCG@10 abstaining": round(abstaining.ndcg10),
      "false hits %": round(await falseHits(index, "learnt")),
      "kept back %": round(await falseHits(index, "kept back")),
    });
    if (set.name === SET_WITH_NEEDS)
      print(set.name, "dejima, needs", await measure(set, rankByNeeds(index, set)), json);
    if (set.name === MISSPELT_SET) {
      const misspelt = {
        ...set,
        queries: set.queries.map((query) => ({ ...query, text: misspell(query.text) })),
      };
      const missed = await measure(misspelt, ours(index, 0));
      print(set.name, "dejima, misspelt", missed, json, {
        "NDCG@10 abstaining": round((await measure(misspelt, ours(index))).ndcg10),
      });
    }
  }

  if (values.tools !== undefined && values.queries !== undefined) {
    await measureOurs(readSet(values.tools, values.tools, values.queries));
    return;
  }
  const sets = readSets(SETS_FOLDER);
  const c3 = sets.find(({ name }) => name === "c3-pairs");
  if (c3 !== undefined) sets.push(readChineseRequests(c3));
  if (sets.length === 0) {
    console.error(`No sets in ${SETS_FOLDER}: give --tools FILE and --queries FILE`);
    return;
  }
  const embed = values["without-peers"] ? undefined : await loadMiniLm();
  for (const set of sets) {
    const peers: [string, Ranker][] = [
      ["bm25", bm25(set)],
      ["character n-grams", characterGrams(set)],
    ];
    if (embed !== undefined) peers.push(["MiniLM", await miniLm(set, embed)]);
    for (const [name, rank] of peers) print(set.name, name, await measure(set, rank), json);
    await measureOurs(set);
  }
  for (const size of SIZES) {
    const figures = await cost(size, sets, embedder);
    if (json) console.log(JSON.stringify(figures));
    else
      console.log(
        `${size} entries: p50 ${figures.p50Ms.toFixed(2)} ms, p99 ${figures.p99Ms.toFixed(2)} ms, processor ${figures.cpuMs.toFixed(2)} ms; ${figures.residentMb.toFixed(0)} MB more resident; the first ${figures.indexed}: cold ${figures.coldMs.toFixed(0)} ms, from kept vectors ${figures.warmMs.toFixed(0)} ms`,
      );
  }
};

export default run;

function print(
  set: string,
  ranker: string,
  figures: Figures,
  json: boolean,
  more: Record<string, number> = {},
): void {
  const shown = {
    "R@1": round(figures.r1),
    "R@5": round(figures.r5),
    "R@10": round(figures.r10),
    "NDCG@10": round(figures.ndcg10),
    "C@10": round(figures.c10),
    ...more,
    "p50 ms": round(figures.p50Ms, 3),
    "p99 ms": round(figures.p99Ms, 3),
  };
  if (json) console.log(JSON.stringify({ set, ranker, ...shown }));
  else
    console.log(
      `${set.padEnd(17)} ${ranker.padEnd(17)} ${Object.entries(shown)
        .map(([name, value]) => `${name} ${value}`)
        .join("  ")}`,
    );
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
