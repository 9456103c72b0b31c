// The cost of recalling: a search among 100,000 memories of one user, against a plain scan that compares the question with
// every memory in turn, by the same vectors and words. Also the cost of the first search after a start.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Memory } from "../src/contract/user/memory.ts";
import { createMemories, fingerprint, type Memories } from "../src/memory/memories.ts";
import { loadEmbeddedEmbedder } from "../src/model/embedded/load-embedded-embedder.ts";
import { extractTerms } from "../src/retrieval/words/extract-terms.ts";
import { openStore } from "../src/store/open-store.ts";
import type { Store } from "../src/store/store.ts";
import { type Benchmark, report } from "./benchmark.ts";

const MEMORIES = 100_000;
const QUESTIONS = 200;
const SCANNED = 20;
const BATCH = 500;
const WHO = [
  "Ada",
  "Bob",
  "my sister",
  "the team",
  "our landlord",
  "the new intern",
  "我妈妈",
  "张经理",
  "邻居",
  "小雨",
];
const DOES = [
  "likes",
  "is allergic to",
  "works with",
  "asked about",
  "wants",
  "lost",
  "喜欢",
  "不喜欢",
  "买了",
  "需要",
];
const WHAT = [
  "green tea",
  "peanuts",
  "the blue bicycle",
  "PostgreSQL",
  "the quarterly report",
  "old maps",
  "绿茶",
  "花生",
  "自行车",
  "季度报告",
];
const WHEN = [
  "on Mondays",
  "since May",
  "before lunch",
  "in Zurich",
  "at the harbour",
  "last year",
  "每周一",
  "五月以来",
  "午饭前",
  "在上海",
];

const run: Benchmark = async ({ json, args }) => {
  const count = Number(args[0] ?? MEMORIES);
  const folder = await mkdtemp(join(tmpdir(), "dejima-memory-search-"));
  try {
    const file = join(folder, "dejima.db");
    await fill(file, count);
    const store = await openStore({ file });
    const memories = await open(store);
    const first = await timed(() => memories.search("ada", "which tea does Ada like"));
    const again = createTimes(await times(questions(QUESTIONS), (text) => recall(memories, text)));
    const scan = createTimes(await times(questions(SCANNED), await plainScan(store, count)));
    await store.close();
    const found = (name: string, ours: number, peer: number) =>
      report(
        { name: `memory-search ${name} at ${count} vs plain scan`, ours, peer, unit: "ms", aim: 0.2 },
        json,
      );
    found("p50", again.p50, scan.p50);
    found("p99", again.p99, scan.p99);
    if (!json)
      console.log(
        `memory-search: the first search after a start, with all vectors kept, took ${first.toFixed(0)} ms`,
      );
  } finally {
    await rm(folder, { recursive: true });
  }
};

export default run;

/** As a prompt recalls: without writing down that it did. */
async function recall(memories: Memories, text: string): Promise<void> {
  await memories.recall("ada", text);
}

async function open(store: Store): Promise<Memories> {
  const embedder = await loadEmbeddedEmbedder();
  return createMemories({
    store: async () => store,
    embedders: async () => ({ embedder, usable: true, normalize: embedder.normalize }),
    redact: async (text) => text,
    now: Date.now,
    limit: Number.MAX_SAFE_INTEGER,
  });
}

/** Memories of one user in a store, with their vectors, as many sessions would leave them. */
async function fill(file: string, count: number): Promise<void> {
  const store = await openStore({ file });
  for (let start = 0; start < count; start += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - start) }, (_none, at) => aMemory(start + at));
    await Promise.all(
      batch.map((memory) =>
        store.memories.tell({ user: "ada", fingerprint: fingerprint(memory.text) }, () => memory),
      ),
    );
  }
  await (await open(store)).search("ada", "make the vectors");
  await store.close();
}

function aMemory(index: number): Memory {
  const pick = (words: readonly string[], step: number) => words[Math.floor(index / step) % words.length];
  const text = `${pick(WHO, 1)} ${pick(DOES, 10)} ${pick(WHAT, 100)} ${pick(WHEN, 1_000)}, note ${index}`;
  const at = Date.UTC(2026, 0, 1) + index * 1_000;
  return {
    id: `m-${index}`,
    user: "ada",
    type: "fact",
    text,
    importance: 0.5,
    source: {},
    createdAt: at,
    usedAt: at,
    mentions: 1,
    recalls: 0,
  };
}

function questions(count: number): string[] {
  return Array.from({ length: count }, (_none, index) => {
    const pick = (words: readonly string[], step: number) => words[(index * step) % words.length];
    return index % 2 === 0
      ? `what does ${pick(WHO, 3)} think of ${pick(WHAT, 7)}?`
      : `note ${(index * 7_919) % MEMORIES} about ${pick(WHAT, 3)}`;
  });
}

/** The peer: no index. Every memory is compared in turn, by its vector and its words, and the best are kept. */
async function plainScan(store: Store, count: number): Promise<(text: string) => Promise<void>> {
  const embedder = await loadEmbeddedEmbedder();
  const rows: { readonly vector: Float32Array; readonly terms: ReadonlySet<string> }[] = [];
  const all = (await store.memories.changedSince("ada", 0)).memories;
  for (let start = 0; start < count; start += BATCH) {
    const texts = all.slice(start, start + BATCH).map(({ text }) => text);
    const vectors = await embedder.embed(texts, "document");
    for (const [at, text] of texts.entries())
      rows.push({
        vector: vectors[at] ?? new Float32Array(embedder.dimensions),
        terms: new Set(extractTerms(embedder.normalize(text))),
      });
  }
  return async (text) => {
    const [query = new Float32Array(embedder.dimensions)] = await embedder.embed([text], "query");
    const terms = extractTerms(embedder.normalize(text));
    const scores = rows.map(({ vector, terms: entryTerms }, row) => {
      let meaning = 0;
      for (let at = 0; at < vector.length; at++) meaning += (query[at] ?? 0) * (vector[at] ?? 0);
      return { row, score: meaning + terms.filter((term) => entryTerms.has(term)).length / terms.length };
    });
    scores.sort((a, b) => b.score - a.score).slice(0, 12);
  };
}

async function times(texts: readonly string[], ask: (text: string) => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (const text of texts.slice(0, 5)) await ask(text);
  for (const text of texts) taken.push(await timed(() => ask(text)));
  return taken;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function createTimes(taken: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
