/** Lets so many through in a minute, evenly refilled, each caller by themselves. Memory is bounded. */
interface RateLimit {
  /** Counts one. `undefined` if it may pass; else after how many seconds to try again. */
  take(who: string): number | undefined;
}

const MINUTE_MS = 60_000;
const MOST_CALLERS = 10_000;

/** Makes a limit of so many per minute. */
export function createRateLimit(perMinute: number, now: () => number = Date.now): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(who) {
      const at = now();
      const held = buckets.get(who) ?? { left: perMinute, at };
      const left = Math.min(perMinute, held.left + ((at - held.at) / MINUTE_MS) * perMinute);
      const spent = left < 1;
      buckets.delete(who);
      buckets.set(who, { at, left: spent ? left : left - 1 });
      // Who was quiet the longest has a full bucket again anyway.
      const [oldest] = buckets.keys();
      if (buckets.size > MOST_CALLERS && oldest !== undefined) buckets.delete(oldest);
      return spent ? Math.ceil(((1 - left) / perMinute) * (MINUTE_MS / 1000)) : undefined;
    },
  };
}
