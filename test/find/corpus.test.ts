import { afterAll, beforeAll, expect, test } from "vitest";
import { openTrials, shown, type Trials } from "./a-trial.ts";
import { HABITS } from "./habit-packages.ts";
import { BENIGN, HOSTILE } from "./packages.ts";

let trials: Trials;

beforeAll(async () => {
  trials = await openTrials();
});

afterAll(() => trials[Symbol.asyncDispose]());

test("each of 20 hostile servers is stopped or disclosed before anybody is asked", async () => {
  expect(HOSTILE).toHaveLength(20);
  const missed = (await trials.all(HOSTILE)).filter(({ record }) => record.grade === "nothing found");
  expect(missed.map(shown)).toEqual([]);
}, 240_000);

test("of 20 honest servers at most one raises an alarm, and each comes up", async () => {
  expect(BENIGN).toHaveLength(20);
  const all = await trials.all(BENIGN);
  const alarms = all.filter(({ record }) => record.grade !== "nothing found");
  expect(alarms.length, alarms.map(shown).join("\n")).toBeLessThanOrEqual(1);
  expect(all.filter(({ record }) => record.definitions === undefined).map(shown)).toEqual([]);
}, 240_000);

test("what popular servers do and looks like an attack raises no alarm: logins, statistics, bundles, keys of a shape", async () => {
  const all = await trials.all(HABITS);
  const quiet = (one: (typeof all)[number]) =>
    one.record.grade === "nothing found" && one.record.definitions !== undefined;
  expect(all.filter((one) => !quiet(one)).map(shown)).toEqual([]);
}, 240_000);
