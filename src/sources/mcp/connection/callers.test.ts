import { expect, test } from "vitest";
import type { Dialogue } from "../../../contract/dialogue.ts";
import { createCallers } from "./callers.ts";

const question = { method: "elicitation/create" } as const;

function aDialogue(answers: Promise<unknown>[]): Dialogue {
  return { caller: answers, can: () => true, request: () => answers.shift() ?? Promise.resolve("yes") };
}

test("a server has at most ten questions open in one request, and further ones once some are answered", async () => {
  const callers = createCallers();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const leave = callers.enter(aDialogue(Array.from({ length: 10 }, () => promise)));
  const open = Array.from({ length: 10 }, () => callers.ask(question));
  expect(callers.mayAsk()).toBe(false);
  resolve("no");
  await Promise.all(open);
  expect(callers.mayAsk()).toBe(true);
  leave();
});

test("a server that keeps asking in one request gets no more answers; the next request starts fresh", async () => {
  const callers = createCallers();
  const leave = callers.enter(aDialogue([]));
  let asked = 0;
  for (; callers.mayAsk() && asked < 1_000; asked++) await callers.ask(question);
  expect(asked).toBe(200);
  leave();
  callers.enter(aDialogue([]));
  expect(callers.mayAsk()).toBe(true);
});
