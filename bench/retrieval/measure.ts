import type { RetrievalSet } from "./retrieval-set.ts";

/** Ranks the entries of one set for a request: ids, best first. */
export type Ranker = (request: string) => Promise<readonly string[]> | readonly string[];

/** All but the times in per cent. */
export interface Figures {
  readonly r1: number;
  readonly r5: number;
  readonly r10: number;
  readonly ndcg10: number;
  /** Requests with all of their entries among the first ten. */
  readonly c10: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Asks every request of a set and says how well and how fast it was answered. */
export async function measure(set: RetrievalSet, rank: Ranker): Promise<Figures> {
  const sums = { r1: 0, r5: 0, r10: 0, ndcg10: 0, c10: 0 };
  const times: number[] = [];
  // The first requests only warm the compiler up.
  for (const { text } of set.queries.slice(0, 50)) await rank(text);
  for (const { text, relevant } of set.queries) {
    const started = performance.now();
    const found = (await rank(text)).slice(0, 10);
    times.push(performance.now() - started);
    const wanted = new Set(relevant);
    const recall = (depth: number) =>
      found.slice(0, depth).filter((id) => wanted.has(id)).length / wanted.size;
    sums.r1 += recall(1);
    sums.r5 += recall(5);
    sums.r10 += recall(10);
    sums.c10 += recall(10) === 1 ? 1 : 0;
    sums.ndcg10 +=
      gain(found.map((id) => wanted.has(id))) / gain(Array(Math.min(10, wanted.size)).fill(true));
  }
  const share = (sum: number) => (100 * sum) / set.queries.length;
  times.sort((a, b) => a - b);
  return {
    r1: share(sums.r1),
    r5: share(sums.r5),
    r10: share(sums.r10),
    ndcg10: share(sums.ndcg10),
    c10: share(sums.c10),
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

function gain(hits: readonly boolean[]): number {
  return hits.reduce((sum, hit, index) => sum + (hit ? 1 / Math.log2(index + 2) : 0), 0);
}
