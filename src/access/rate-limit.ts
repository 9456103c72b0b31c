/** Lets so many through in a minute, evenly refilled, each caller by themselves. */
export interface RateLimit {
  /** Nothing when it may pass; else after how many seconds to try again. */
  take(who: string): number | undefined;
  /** Whether it would pass, without counting. */
  isSpent(who: string): boolean;
}

const MINUTE_MS = 60_000;
const MOST_CALLERS = 10_000;

/** Makes a limit of so many per minute. */
export function createRateLimit(perMinute: number, now: () => number = Date.now): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>();
  const settled = (who: string) => {
    const time = now();
    const held = buckets.get(who) ?? { left: perMinute, at: time };
    const left = Math.min(perMinute, held.left + ((time - held.at) / MINUTE_MS) * perMinute);
    return { left, at: time };
  };
  return {
    take(who) {
      const bucket = settled(who);
      const spent = bucket.left < 1;
      buckets.delete(who);
      buckets.set(who, spent ? bucket : { ...bucket, left: bucket.left - 1 });
      // Who was quiet the longest has a full bucket again anyway.
      const [oldest] = buckets.keys();
      if (buckets.size > MOST_CALLERS && oldest !== undefined) buckets.delete(oldest);
      return spent ? Math.ceil(((1 - bucket.left) / perMinute) * (MINUTE_MS / 1000)) : undefined;
    },
    isSpent: (who) => settled(who).left < 1,
  };
}
