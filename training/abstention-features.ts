// What a search knows of its best hit, for requests of the development sets and for requests that no tool serves:
// node training/abstention-features.ts OUT.json [CLINC.json], then python training/abstention.py OUT.json
// CLINC.json is data/data_small.json of clinc/oos-eval (CC BY 3.0): with it more is learnt of how talk sounds.
import { readFileSync, writeFileSync } from "node:fs";
import { noToolRequests } from "../bench/retrieval/abstention.ts";
import { builtinEntries, everydayRequests } from "../bench/retrieval/everyday.ts";
import { ourIndex } from "../bench/retrieval/ours.ts";
import {
  type RetrievalSet,
  readChineseRequests,
  readSets,
  SETS_FOLDER,
} from "../bench/retrieval/retrieval-set.ts";
import { loadEmbeddedEmbedder } from "../src/model/embedded/load-embedded-embedder.ts";
import { contentLength } from "../src/retrieval/words/extract-terms.ts";
import { plainRequest } from "../src/retrieval/words/plain-request.ts";

const MOST_OF_A_SET = 400;
const MOST_OF_A_PART = 60;
const DEPTH = 10;
/** How many tools the small catalogues have that are taken out of each set. */
const SIZES = [8, 20, 40, 70, 100];
/** Intents of CLINC that no tool is needed for. */
const TALK = new Set(
  `greeting goodbye thank_you yes no maybe repeat tell_joke fun_fact meaning_of_life what_is_your_name are_you_a_bot who_made_you
how_old_are_you where_are_you_from what_are_your_hobbies do_you_have_pets who_do_you_work_for what_can_i_ask_you flip_coin roll_dice
calculator definition spelling measurement_conversion`.split(/\s+/),
);

const embedder = await loadEmbeddedEmbedder();
const sets = readSets(SETS_FOLDER);
const c3 = sets.find(({ name }) => name === "c3-pairs");
if (c3 !== undefined) sets.push(readChineseRequests(c3));
const entries = builtinEntries();
sets.push(
  { name: "built-ins", entries, queries: everydayRequests("served", "development") },
  { name: "built-ins abroad", entries, queries: everydayRequests("served", "other languages") },
);
const everydayTalk = everydayRequests("talk", "development");
const talk = [
  ...noToolRequests("learnt").map((text) => ["talk", text] as const),
  ...everydayTalk.map(
    ({ section, text }) => [section === "absent abilities" ? "absent" : "talk", text] as const,
  ),
];
const rows: object[] = [];
const vectors: Record<string, number[]> = {};
const learn = (text: string) => {
  vectors[text] ??= Array.from(embedder.embedNow(plainRequest(text), "query"), (value) =>
    Number(value.toFixed(5)),
  );
};
for (const set of sets) {
  await lookAt(set, set.name, MOST_OF_A_SET);
  for (const size of SIZES)
    if (size < set.entries.length) await lookAt(partOf(set, size), `${set.name}, ${size}`, MOST_OF_A_PART);
}
const [, , out = "abstention.json", clinc] = process.argv;
const sounds: { text: string; talk: boolean }[] = [];
if (clinc !== undefined) {
  const { train, oos_train } = JSON.parse(readFileSync(clinc, "utf8")) as Record<string, [string, string][]>;
  for (const [text, intent] of [...(train ?? []), ...(oos_train ?? [])])
    sounds.push({ text, talk: intent === "oos" || TALK.has(intent) });
}
for (const entry of builtinEntries())
  for (const text of entry.examples ?? []) sounds.push({ text, talk: false });
for (const text of writtenRequests()) sounds.push({ text, talk: false });
for (const { text } of sounds) learn(text);
writeFileSync(out, JSON.stringify({ embedder: embedder.id, rows, vectors, sounds }));

async function lookAt(set: RetrievalSet, name: string, most: number): Promise<void> {
  const index = await ourIndex(set, embedder);
  const present = new Set(set.entries.map(({ id }) => id));
  const look = async (text: string, kind: string, relevant: readonly string[] = []) => {
    const { hits } = await index.search(text, { leastScore: 0 });
    const [best, second] = hits;
    if (best === undefined) return;
    learn(text);
    const found = hits.map(({ id }) => relevant.includes(id));
    rows.push({
      set: name,
      kind,
      text,
      entries: set.entries.length,
      length: contentLength(embedder.normalize(plainRequest(text))),
      ...best.signals,
      behind: best.signals.score - (second?.signals.score ?? 0),
      // Names and keywords never abstain.
      certain: best.why.some((reason) => /name|keyword/.test(reason)),
      ndcg: gain(found) / (gain(Array(Math.min(DEPTH, relevant.length)).fill(true)) || 1),
    });
  };
  const served = set.queries.filter(({ relevant }) => relevant.every((id) => present.has(id)));
  const absent = set.queries.filter(({ relevant }) => relevant.every((id) => !present.has(id)));
  for (const { text, relevant } of spread(served, most)) await look(text, "served", relevant);
  for (const { text } of spread(absent, most)) await look(text, "elsewhere");
  for (const [kind, text] of talk) await look(text, kind);
}

/** The requests of written.txt, which tools serve: half of them are Chinese, as few others are. */
function writtenRequests(): string[] {
  const lines = readFileSync(new URL("written.txt", import.meta.url), "utf8").split("\n");
  const tools = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return tools.flatMap((line) => line.split("|").slice(2)).map((request) => request.trim());
}

function spread<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, Math.floor(items.length / most));
  return items.filter((_, place) => place % step === 0).slice(0, most);
}

/** So many tools of a set, those that its requests need first; all its requests. */
function partOf(set: RetrievalSet, size: number): RetrievalSet {
  const needed = spread(set.queries, Math.ceil(size / 2)).flatMap(({ relevant }) => relevant);
  const wanted = new Set(needed.slice(0, Math.ceil(size / 2)));
  for (const { id } of spread(set.entries, size)) if (wanted.size < size) wanted.add(id);
  return { ...set, entries: set.entries.filter(({ id }) => wanted.has(id)) };
}

function gain(hits: readonly boolean[]): number {
  return hits.reduce((sum, hit, place) => sum + (hit ? 1 / Math.log2(place + 2) : 0), 0);
}
