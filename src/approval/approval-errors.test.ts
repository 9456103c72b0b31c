import { expect, test } from "vitest";
import type { Reason } from "../contract/verdict.ts";
import { whyAsked } from "./approval-errors.ts";

const asks = (rule: string, file?: string): Reason => ({
  layer: "global",
  rule,
  effect: "ask",
  message: "",
  ...(file === undefined ? {} : { file }),
});

test.each([
  [asks("default for command.run at risk medium"), "running a command is asked about each time"],
  [asks("default for files that hold secrets"), "it reads a file that may hold secrets"],
  [
    asks("untrusted content from fetch: https://a.example"),
    "this run has read content from outside (fetch: https://a.example)",
  ],
  [asks("shell(git *)", "dejima.yaml:3"), "the rule shell(git *) in dejima.yaml:3 asks"],
])("whyAsked() says why in plain words: %j", (reason, words) => {
  expect(whyAsked([reason, reason])).toBe(words);
});
