/** Buckets per doubling. A quantile is off by less than 5 %. */
const RESOLUTION = 8;
/** The smallest value that is distinguished from 0. In milliseconds this is one microsecond. */
const SMALLEST = 0.001;
const LAST_BUCKET = 60 * RESOLUTION;

/** Counts values in exponential buckets, so that any span of durations fits in a few hundred numbers. */
export interface Histogram {
  add(value: number): void;
  merge(other: Histogram): void;
  /** The value below which the share `q` (0 to 1) of all values lies. 0 without values. */
  quantile(q: number): number;
  /** Pairs of bucket and count, from which `createHistogram` can restore it. */
  buckets(): Iterable<readonly [bucket: number, count: number]>;
}

/** Creates an empty histogram, or one that continues from stored buckets. */
export function createHistogram(stored: Iterable<readonly [number, number]> = []): Histogram {
  const counts = new Map<number, number>(stored);
  const increase = (bucket: number, by: number) => counts.set(bucket, (counts.get(bucket) ?? 0) + by);
  return {
    add: (value) => void increase(bucketOf(value), 1),
    merge(other) {
      for (const [bucket, count] of other.buckets()) increase(bucket, count);
    },
    quantile: (q) => quantileOf(counts, q),
    buckets: () => counts.entries(),
  };
}

/** The 95th percentile of values with this average. Bucket rounding never puts it below an average in the same bucket. */
export function p95Of(durations: Histogram, average: number): number {
  const found = durations.quantile(0.95);
  return bucketOf(found) === bucketOf(average) ? Math.max(found, average) : found;
}

/** The bucket of a value. */
export function bucketOf(value: number): number {
  if (!(value > SMALLEST)) return 0;
  return Math.min(LAST_BUCKET, 1 + Math.floor(Math.log2(value / SMALLEST) * RESOLUTION));
}

/** The geometric middle of a bucket. Bucket 0 contains values too small to measure. */
function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : SMALLEST * 2 ** ((bucket - 0.5) / RESOLUTION);
}

function quantileOf(counts: ReadonlyMap<number, number>, q: number): number {
  const sorted = [...counts].sort(([a], [b]) => a - b);
  const rank = q * sorted.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of sorted) {
    seen += count;
    if (seen >= rank) return middleOf(bucket);
  }
  return 0;
}
