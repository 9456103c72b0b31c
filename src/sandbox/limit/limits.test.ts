import { expect, test } from "vitest";
import { DEFAULT_LIMITS, limitsSchema, lowerLimits } from "./limits.ts";

test("DEFAULT_LIMITS are those of the seeds", () => {
  expect(DEFAULT_LIMITS).toMatchObject({ wallTimeMs: 60_000, memoryBytes: 512 * 1024 ** 2, cpus: 0.5 });
  expect(DEFAULT_LIMITS.outputBytes).toBe(10 * 1024 ** 2);
});

test("lowerLimits() takes less and ignores more", () => {
  const lowered = lowerLimits(DEFAULT_LIMITS, { wallTimeMs: 5, memoryBytes: Number.MAX_SAFE_INTEGER });
  expect(lowered).toEqual({ ...DEFAULT_LIMITS, wallTimeMs: 5 });
});

test("lowerLimits() refuses a limit that is no amount", () => {
  expect(() => lowerLimits(DEFAULT_LIMITS, { processes: 0 })).toThrow("greater than zero");
  expect(() => lowerLimits(DEFAULT_LIMITS, { processes: Number.NaN })).toThrow("greater than zero");
});

test("limitsSchema refuses a name that it does not know", () => {
  expect(limitsSchema.safeParse({ memory: 3 }).success).toBe(false);
});
