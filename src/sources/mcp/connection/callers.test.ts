import { expect, test } from "vitest";
import type { Dialogue } from "../../../contract/dialogue.ts";
import { createCallers } from "./callers.ts";

const aDialogue = (): Dialogue => ({ can: () => true, request: async () => ({}) });

test("createCallers() knows whom a question is for only while one caller's requests are under way", () => {
  const callers = createCallers();
  const [one, other] = [aDialogue(), aDialogue()];
  expect(callers.only()).toBeUndefined();
  const leaveOne = callers.enter(one);
  const leaveOneAgain = callers.enter(one);
  expect(callers.only()).toBe(one);
  const leaveOther = callers.enter(other);
  expect(callers.only()).toBeUndefined();
  leaveOne();
  leaveOne(); // twice does no harm
  expect(callers.only()).toBeUndefined();
  leaveOneAgain();
  expect(callers.only()).toBe(other);
  const leaveNobody = callers.enter(undefined);
  expect(callers.only()).toBeUndefined();
  leaveOther();
  leaveNobody();
  expect(callers.only()).toBeUndefined();
});

test("alone() waits until one caller is left, and no longer than it was told", async () => {
  const callers = createCallers();
  const leave = callers.enter(aDialogue());
  const other = aDialogue();
  callers.enter(other);
  const clear = callers.alone(60_000);
  leave();
  await clear;
  expect(callers.only()).toBe(other);
  callers.enter(aDialogue());
  await callers.alone(1);
  expect(callers.only()).toBeUndefined();
});
