import type { EmbeddedEmbedder } from "../../src/model/embedded/embedded-embedder.ts";
import type { IndexEntry } from "../../src/retrieval/index-entry.ts";
import { createToolIndex } from "../../src/retrieval/tool-index.ts";
import type { VectorCache } from "../../src/retrieval/vectors/vector-cache.ts";
import type { RetrievalSet } from "./retrieval-set.ts";

export interface Cost {
  readonly entries: number;
  /** The number of entries indexed for the next two figures: from scratch, and with all vectors already stored. */
  readonly indexed: number;
  readonly coldMs: number;
  readonly warmMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of one search, which a busy machine does not stretch. */
  readonly cpuMs: number;
  /** Growth of the resident set, after collecting garbage. */
  readonly residentMb: number;
}

/** Indexes `count` entries made of the sets' own texts and asks the sets' own requests. */
export async function cost(
  count: number,
  sets: readonly RetrievalSet[],
  embedder: EmbeddedEmbedder,
): Promise<Cost> {
  const source = sets.flatMap((set) => set.entries);
  const requests = sets.flatMap((set) => set.queries.slice(0, 60).map(({ text }) => text));
  const kept = new Map<string, Uint8Array>();
  const cache: VectorCache = {
    read: async (_, hashes) =>
      new Map(hashes.flatMap((hash) => (kept.has(hash) ? [[hash, kept.get(hash) ?? new Uint8Array()]] : []))),
    write: async (_, vectors) => {
      for (const [hash, bytes] of vectors) kept.set(hash, bytes);
    },
  };
  const make = () =>
    createToolIndex({ embedder, normalize: embedder.normalize, words: embedder.words, cache });
  const warmCount = Math.min(count, 10_000);
  const cold = await timed(() => make().add(variants(source, warmCount)));
  const warm = await timed(() => make().add(variants(source, warmCount)));
  kept.clear();
  const before = resident();
  const forgetful: VectorCache = { read: async () => new Map(), write: async () => {} };
  const measured = createToolIndex({
    embedder,
    normalize: embedder.normalize,
    words: embedder.words,
    cache: forgetful,
  });
  for (let start = 0; start < count; start += 2_000)
    await measured.add(variants(source, Math.min(start + 2_000, count), start));
  for (const request of requests.slice(0, 100)) await measured.search(request);
  const residentMb = (resident() - before) / 1e6;
  const times: number[] = [];
  const started = process.cpuUsage();
  for (const request of requests) times.push(await timed(() => measured.search(request)));
  const { user, system } = process.cpuUsage(started);
  times.sort((a, b) => a - b);
  return {
    entries: count,
    indexed: warmCount,
    coldMs: cold,
    warmMs: warm,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    cpuMs: (user + system) / 1000 / requests.length,
    residentMb,
  };
}

/** Entries `from` to `count`: the first are those of the sets, later ones combine the name of one with the text of another. */
function* variants(source: readonly IndexEntry[], count: number, from = 0): Generator<IndexEntry> {
  for (let at = from; at < count; at++) {
    const round = Math.floor(at / source.length);
    const one = source[at % source.length];
    const other = source[(at * 7919 + round * 104_729) % source.length];
    if (one === undefined || other === undefined) return;
    yield {
      ...one,
      id: `${at}/${one.id}`,
      name: round === 0 ? one.name : `${one.name}_${round}`,
      description:
        round === 0 ? one.description : `${one.description.slice(0, 120)} ${other.description.slice(0, 120)}`,
    };
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function resident(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
