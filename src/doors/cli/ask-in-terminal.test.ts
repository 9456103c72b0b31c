import { expect, test } from "vitest";
import { askInTerminal } from "./ask-in-terminal.ts";
import type { CommandContext } from "./command.ts";

const REQUEST = {
  ...{ id: "tazuko", callId: "r.1", runId: "r", tool: "write_file", input: { path: "a.txt" }, risk: "high" },
  ...{ effects: [], reasons: [], words: { en: [], zh: [] }, hash: "h", replay: "", offers: [] },
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
