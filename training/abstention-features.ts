// What a search knows of its best hit, for requests of the development sets and for requests that no tool serves:
// node training/abstention-features.ts OUT.json, then python training/abstention.py OUT.json
import { readFileSync, writeFileSync } from "node:fs";
import { ourIndex } from "../bench/retrieval/ours.ts";
import {
  type RetrievalSet,
  readChineseRequests,
  readSets,
  SETS_FOLDER,
} from "../bench/retrieval/retrieval-set.ts";
import { loadEmbeddedEmbedder } from "../src/model/embedded/load-embedded-embedder.ts";
import { contentLength } from "../src/retrieval/words/extract-terms.ts";

const MOST_OF_A_SET = 400;
const DEPTH = 10;
/** Small catalogues, of the tools of so many requests each, and so many of them from each set. */
const FEW = 6;
const ROUNDS = 8;

const embedder = await loadEmbeddedEmbedder();
const sets = readSets(SETS_FOLDER);
const c3 = sets.find(({ name }) => name === "c3-pairs");
if (c3 !== undefined) sets.push(readChineseRequests(c3));
const rows: object[] = [];
const vectors: Record<string, number[]> = {};
for (const set of sets) {
  await lookAt(set, set.name);
  for (let round = 0; round < ROUNDS; round++) await lookAt(fewOf(set, round), `${set.name}, few`);
}
const [, , out = "abstention.json"] = process.argv;
writeFileSync(out, JSON.stringify({ embedder: embedder.id, rows, vectors }));

async function lookAt(set: RetrievalSet, name: string): Promise<void> {
  const index = await ourIndex(set, embedder);
  const look = async (text: string, kind: string, relevant: readonly string[] = []) => {
    const { hits } = await index.search(text, { leastScore: 0 });
    const [best] = hits;
    if (best === undefined) return;
    vectors[text] ??= Array.from(embedder.embedNow(text, "query"));
    const found = hits.map(({ id }) => relevant.includes(id));
    rows.push({
      set: name,
      kind,
      text,
      entries: set.entries.length,
      length: contentLength(embedder.normalize(text)),
      ...best.signals,
      // Names and keywords never abstain.
      certain: best.why.some((reason) => /name|keyword/.test(reason)),
      ndcg: gain(found) / (gain(Array(Math.min(DEPTH, relevant.length)).fill(true)) || 1),
    });
  };
  const step = Math.max(1, Math.floor(set.queries.length / MOST_OF_A_SET));
  for (const [place, { text, relevant }] of set.queries.entries())
    if (place % step === 0) await look(text, "served", relevant);
  for (const [kind, text] of requestsWithoutTools()) await look(text, kind);
}
/** The tools of a few requests, and these requests. */
function fewOf(set: RetrievalSet, round: number): RetrievalSet {
  const step = Math.floor(set.queries.length / FEW);
  const queries = Array.from({ length: FEW }, (_, place) => set.queries[place * step + round]).filter(
    (query) => query !== undefined,
  );
  const wanted = new Set(queries.flatMap(({ relevant }) => relevant));
  return { name: set.name, queries, entries: set.entries.filter(({ id }) => wanted.has(id)) };
}

/** Each section of the file has a kind of its own: what is learnt from one is tried on the other. */
function* requestsWithoutTools(): Generator<[kind: string, text: string]> {
  let section = 0;
  const file = new URL("../bench/retrieval/no-tool-requests.txt", import.meta.url);
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.startsWith("#")) section++;
    else if (line !== "") yield [`talk ${section}`, line];
  }
}

function gain(hits: readonly boolean[]): number {
  return hits.reduce((sum, hit, place) => sum + (hit ? 1 / Math.log2(place + 2) : 0), 0);
}
