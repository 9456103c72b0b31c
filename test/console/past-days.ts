import type { Store } from "../../src/store/store.ts";
import { bucketOf } from "../../src/support/histogram.ts";

const DAY_MS = 86_400_000;

/** Puts a month of counts into a store, so that charts have something to draw: weeks with quiet ends. */
export async function fillPastDays({ statistics }: Pick<Store, "statistics">): Promise<void> {
  const counts = Array.from({ length: 29 }, (_nothing, index) => index + 1).flatMap((back) => {
    const date = new Date(Date.now() - back * DAY_MS);
    const weekend = date.getUTCDay() % 6 === 0;
    const wave = 1 + Math.sin(back * 1.7) / 3;
    const calls = Math.round((weekend ? 9 : 60) * wave);
    const typical = 90 + 40 * Math.cos(back);
    const figures: Readonly<Record<string, number>> = {
      runs: Math.round(calls / 4),
      calls,
      failures: Math.round(calls * (back % 9 === 0 ? 0.3 : 0.05)),
      totalMs: calls * typical,
      [`ms.${bucketOf(typical)}`]: calls,
      [`ms.${bucketOf(typical * 5)}`]: Math.ceil(calls / 12),
      inputTokens: calls * 900,
      outputTokens: calls * 120,
      tokensSaved: Math.round(calls * 2400 * wave),
      asked: Math.round(calls / 10),
      approved: Math.round(calls / 12),
      denied: back % 5 === 0 ? 2 : 0,
      granted: Math.round(calls / 8),
    };
    const day = date.toISOString().slice(0, 10);
    return Object.entries(figures).map(([name, value]) => ({ day, name, value }));
  });
  await statistics.count(counts);
}
