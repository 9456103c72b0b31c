// The cost of searching: a query among 10,000 and 100,000 entries, building and reopening the index of 10,000 skills, and the
// memory of 100,000 entries. Fixed limits are printed in the place of peers.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import type { IndexEntry } from "../src/retrieval/index-entry.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { median } from "./interleave.ts";
import { readSets, SETS_FOLDER } from "./retrieval/retrieval-set.ts";

const SKILLS = 10_000;
const WARM_ROUNDS = 5;
const QUERIES = 400;

interface QueryCost {
  readonly p50Ms: number;
  readonly megabytes: number;
}

const run: Benchmark = async ({ json }) => {
  const small = await inChild<QueryCost>("query", "10000");
  const large = await inChild<QueryCost>("query", "100000");
  const limit = (name: string, ours: number, peer: number, unit: string) =>
    report({ name, ours, peer, unit, aim: 1 }, json);
  limit("index-cost query p50 at 10,000 vs limit", small.p50Ms, 0.8, "ms");
  limit("index-cost query p50 at 100,000 vs limit", large.p50Ms, 3, "ms");
  limit("index-cost growth from 10,000 to 100,000 vs linear", large.p50Ms / small.p50Ms, 10, "times");
  limit("index-cost memory of 100,000 entries vs limit", large.megabytes, 110, "MB");
  const folder = await mkdtemp(join(tmpdir(), "dejima-index-cost-"));
  try {
    await writeSkills(join(folder, "skills"));
    const cold = await inChild<number>("start", folder);
    const warm: number[] = [];
    for (let round = 0; round < WARM_ROUNDS; round++) warm.push(await inChild<number>("start", folder));
    limit("index-cost 10,000 skills cold vs limit", cold, 5_000, "ms");
    limit("index-cost 10,000 skills warm vs limit", median(warm), 250, "ms");
  } finally {
    await rm(folder, { recursive: true });
  }
};

export default run;

/** Measures each figure in a separate process, so that none is affected by the memory of another. */
async function inChild<Result>(...args: readonly string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--expose-gc",
    import.meta.filename,
    ...args,
  ]);
  return JSON.parse(stdout);
}

/** Tools of the development sets, then endless variations on them. Made-up tools if there are no sets. */
function* entries(count: number): Generator<IndexEntry> {
  const pool = readSets(SETS_FOLDER).flatMap((set) => set.entries);
  for (let index = 0; index < count; index++) {
    const [first, second] = [pool[index % pool.length], pool[(index * 7919 + 13) % pool.length]];
    const description = `${half(first?.description, 0)} ${half(second?.description, 1)}`.trim();
    yield {
      id: `entry-${index}`,
      name: `${first?.name ?? "tool"}_${index}`,
      description: description || `Does thing ${index} for whoever asks about thing ${index}`,
      ...(first?.parameters === undefined ? {} : { parameters: first.parameters }),
    };
  }
}

function half(text = "", which: 0 | 1): string {
  const words = text.slice(0, 400).split(" ");
  const middle = Math.ceil(words.length / 2);
  return (which === 0 ? words.slice(0, middle) : words.slice(middle)).join(" ");
}

function requests(): string[] {
  const all = readSets(SETS_FOLDER).flatMap((set) => set.queries.map(({ text }) => text));
  if (all.length === 0) return Array.from({ length: QUERIES }, (_, index) => `please do thing ${index * 17}`);
  const step = Math.max(1, Math.floor(all.length / QUERIES));
  return all.filter((_, index) => index % step === 0).slice(0, QUERIES);
}

async function writeSkills(folder: string): Promise<void> {
  const body = "Some text that explains how to do it in detail, with an example. ".repeat(60);
  for (const { id, description } of entries(SKILLS)) {
    await mkdir(join(folder, id), { recursive: true });
    const header = `---\nname: ${id}\ndescription: ${JSON.stringify(description.slice(0, 300))}\n---`;
    await writeFile(join(folder, id, "SKILL.md"), `${header}\n\n# ${id}\n\n${body}\n`);
  }
}

async function measureQuery(count: number): Promise<QueryCost> {
  const { loadEmbeddedEmbedder } = await import("../src/model/embedded/load-embedded-embedder.ts");
  const { createToolIndex } = await import("../src/retrieval/tool-index.ts");
  const asked = requests();
  const before = resident();
  const embedder = await loadEmbeddedEmbedder();
  // Not kept, so that the content of the store does not count as memory of the process.
  const cache = { read: async () => new Map(), write: async () => {} };
  const index = createToolIndex({ embedder, normalize: embedder.normalize, words: embedder.words, cache });
  let chunk: IndexEntry[] = [];
  for (const entry of entries(count)) {
    chunk.push(entry);
    if (chunk.length < 1_000) continue;
    await index.add(chunk);
    chunk = [];
  }
  const times: number[] = [];
  for (const request of asked.slice(0, 60)) await index.search(request);
  for (const request of asked) {
    const started = performance.now();
    await index.search(request);
    times.push(performance.now() - started);
  }
  // Native code frees the memory of finished work in a later turn.
  await nextTurn();
  return { p50Ms: median(times), megabytes: resident() - before };
}

/** Resident memory after a garbage collection. */
function resident(): number {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  return process.memoryUsage.rss() / 1024 ** 2;
}

/** From an open process to the first answer: store, skills, their markers, the index. */
async function measureStart(folder: string): Promise<number> {
  const { openSearch } = await import("../src/wiring/tools/open-search.ts");
  const { openStore } = await import("../src/store/open-store.ts");
  const { createSkillLibrary } = await import("../src/sources/skills/library/create-skill-library.ts");
  const { ToolRegistry } = await import("../src/tool/tool-registry.ts");
  const started = performance.now();
  const store = await openStore({ file: join(folder, "dejima.db") });
  const library = createSkillLibrary({
    home: join(folder, "skills"),
    base: folder,
    storage: store.documents,
  });
  const search = await openSearch({
    registry: new ToolRegistry(),
    embedder: { driver: "embedded" },
    skills: async () => library,
    store: async () => store,
  });
  const { added, unchanged, marks } = await search.refreshSkills();
  if (added + unchanged !== SKILLS || marks.valid + marks.made !== SKILLS)
    throw new Error(`indexed ${added + unchanged} skills`);
  await search.skills("turn a document into a table");
  const milliseconds = performance.now() - started;
  await search.close();
  await store.close();
  return milliseconds;
}

if (import.meta.main) {
  const [what, given = ""] = process.argv.slice(2);
  const result = what === "query" ? await measureQuery(Number(given)) : await measureStart(given);
  console.log(JSON.stringify(result));
}
