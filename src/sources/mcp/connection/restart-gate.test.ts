import { expect, test } from "vitest";
import { createRestartGate } from "./restart-gate.ts";

test("createRestartGate() forgives the first failure, then waits longer each time, then opens for a while", () => {
  let time = 0;
  const gate = createRestartGate({ now: () => time, random: () => 1 });
  const waits = Array.from({ length: 5 }, () => {
    gate.failed();
    return gate.waitMs();
  });
  expect(waits).toEqual([0, 200, 400, 800, 37_500]);
  expect(gate.open).toBe(true);
  time += 37_500;
  expect({ open: gate.open, wait: gate.waitMs() }).toEqual({ open: false, wait: 0 });
  gate.failed();
  expect(gate.open).toBe(true); // half open: one more failure closes the way again
  gate.recovered();
  expect({ failures: gate.failures, wait: gate.waitMs() }).toEqual({ failures: 0, wait: 0 });
});

test("createRestartGate() spreads attempts", () => {
  const waits = [0, 0.5, 1].map((random) => {
    const gate = createRestartGate({ now: () => 0, random: () => random });
    gate.failed();
    gate.failed();
    return gate.waitMs();
  });
  expect(waits).toEqual([100, 150, 200]);
});
