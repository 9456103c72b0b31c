import { expect, test } from "vitest";
import { askInTerminal } from "./ask-in-terminal.ts";
import type { CommandContext } from "./command.ts";
import { describeQuestion } from "./describe/describe-approval.ts";

const REQUEST = {
  id: "tazuko",
  callId: "r.1",
  runId: "r",
  tool: "write_file",
  input: { path: "a.txt" },
  risk: "high",
  effects: [],
  reasons: [],
  words: { en: [], zh: [] },
  hash: "h",
  replay: "",
  offers: [],
};

/** A person who types one line. */
function typing(line: string): Pick<CommandContext, "terminal" | "output" | "variables"> {
  const ask = async ({ read }: { read(line: string): unknown }) => read(line);
  const output = { style: (_style: string, text: string) => text };
  // Only these members are used.
  return { terminal: { ask }, output, variables: {} } as never;
}

test.each([
  ["no, use b.txt", { answer: "deny", reason: "use b.txt" }],
  ["取消，用 b.txt", { answer: "deny", reason: "用 b.txt" }],
  ["n: too early ", { answer: "deny", reason: "too early" }],
  ["no", { answer: "deny" }],
  ["yes", { answer: "approve" }],
  // Anything unclear is asked again by the terminal; given up, it is a no.
  ["yes, but not now", { answer: "deny" }],
  ["not now", { answer: "deny" }],
])("askInTerminal() reads %j", async (line, answer) => {
  const asked = askInTerminal(typing(line))(REQUEST as never, { signal: new AbortController().signal });
  const { by, ...said } = await asked;
  expect(said).toEqual(answer);
  expect(by).not.toBe("");
});

test("describeQuestion() names each file once, and none that only ends like another is left out", () => {
  const question = (phrases: readonly string[]) =>
    describeQuestion({
      ...REQUEST,
      consequence: { en: "Changes ./my notes.txt; this can be undone.", zh: "" },
      words: { en: phrases, zh: [] },
    } as never);
  expect(question(["writes ./my notes.txt"]).split("\n")[1]).toMatch(/^Input: /);
  const both = question(["writes ./my notes.txt", "writes ./other notes.txt", "writes ./my notes"]);
  expect(both).not.toContain("It writes ./my notes.txt");
  expect(both).toContain("It writes ./other notes.txt\nIt writes ./my notes\n");
});
