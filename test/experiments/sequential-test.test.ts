import { expect, test } from "vitest";
import { assignedVariant } from "../../src/experiments/experiment-store.ts";
import { createSequentialTest, winnerOf } from "../../src/experiments/sequential-test.ts";

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** 10,000 recorded calls of runs that make up to four each; calls of one run go well or badly together. */
function recordedCalls(random: () => number): { runId: string; ok: boolean }[] {
  const calls: { runId: string; ok: boolean }[] = [];
  for (let run = 0; calls.length < 10_000; run++) {
    const rate = random() < 0.3 ? 0.2 : 0.95;
    const many = 1 + Math.floor(random() * 4);
    for (let call = 0; call < many; call++) calls.push({ runId: `20261116-${run}`, ok: random() < rate });
  }
  return calls.slice(0, 10_000);
}

test("an A/A test of 10,000 recorded calls finds a winner in at most 5 % of experiments, looking after every call", () => {
  const calls = recordedCalls(numbers(1));
  const experiments = 120;
  let wins = 0;
  for (let at = 0; at < experiments; at++) {
    const sequential = createSequentialTest();
    let seen = "";
    for (const { runId, ok } of calls) {
      // As a run is counted: its first call alone, since its calls are not independent of one another.
      if (runId !== seen) sequential.add(assignedVariant(`a-a-${at}`, runId), ok);
      seen = runId;
      if (winnerOf(sequential) === undefined) continue;
      wins++;
      break;
    }
  }
  expect(wins / experiments).toBeLessThanOrEqual(0.05);
});

test.each([0.05, 0.3, 0.5, 0.85, 0.99])(
  "2,000 experiments with equal variants that succeed at a rate of %s are decided in at most 5 of 100",
  (rate) => {
    const random = numbers(Math.round(rate * 1000));
    let wins = 0;
    for (let at = 0; at < 2_000; at++) {
      const sequential = createSequentialTest();
      for (let run = 0; run < 400; run++) {
        sequential.add(random() < 0.5 ? "a" : "b", random() < rate);
        if (winnerOf(sequential) === undefined) continue;
        wins++;
        break;
      }
    }
    expect(wins / 2_000).toBeLessThanOrEqual(0.05);
  },
);

test("a true difference of ten points is found, for the right variant", () => {
  for (const [rates, seed] of [
    [{ a: 0.8, b: 0.9 }, 1],
    [{ a: 0.6, b: 0.5 }, 2],
  ] as const) {
    const random = numbers(seed);
    const winner = rates.b > rates.a ? "b" : "a";
    let found = 0;
    for (let at = 0; at < 100; at++) {
      const sequential = createSequentialTest();
      for (let run = 0; run < 5_000; run++) {
        const variant = random() < 0.5 ? "a" : "b";
        sequential.add(variant, random() < rates[variant]);
        const decided = winnerOf(sequential);
        if (decided === undefined) continue;
        if (decided === winner) found++;
        break;
      }
    }
    expect(found).toBeGreaterThanOrEqual(98);
  }
});

test("a variant that fails far more is stopped within some twenty runs, in 95 of 100 experiments within 70", () => {
  const random = numbers(3);
  const rates = { a: 0.9, b: 0.3 };
  const stops = Array.from({ length: 200 }, () => {
    const sequential = createSequentialTest();
    let runs = 0;
    for (; winnerOf(sequential) === undefined && runs < 1_000; runs++) {
      const variant = random() < 0.5 ? "a" : "b";
      sequential.add(variant, random() < rates[variant]);
    }
    expect(winnerOf(sequential)).toBe("a");
    return runs;
  }).sort((one, other) => one - other);
  expect(stops[100]).toBeLessThanOrEqual(30);
  expect(stops[190]).toBeLessThanOrEqual(70);
});

test("assignedVariant() gives a run the same variant always, and halves to each", () => {
  const all = Array.from({ length: 4_000 }, (_none, at) => assignedVariant("x", `run-${at}`));
  const share = all.filter((variant) => variant === "b").length / all.length;
  expect(share).toBeGreaterThan(0.47);
  expect(share).toBeLessThan(0.53);
  // Pinned: another process, node or release must not assign anew.
  expect(all.slice(0, 8).join("")).toBe("babaaaab");
  const other = Array.from({ length: 4_000 }, (_none, at) => assignedVariant("y", `run-${at}`));
  expect(all.filter((variant, at) => variant === other[at]).length / all.length).toBeCloseTo(0.5, 1);
});
