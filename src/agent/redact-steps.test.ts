import { expect, test } from "vitest";
import { createRedactor } from "../execution/redaction/redactor.ts";
import { redactSteps } from "./redact-steps.ts";

const SECRET = `ghp_${"a1B2".repeat(9)}`;

function stepsOf(run: number, { system = "Be kind.", text = "ok" } = {}) {
  const boundary = run.toString(16).padStart(32, "c7");
  const step = (number: number, node: string, patch: object) => ({ runId: "r", number, node, patch, at: 1 });
  return [
    step(0, "context_build", { set: { boundary } }),
    step(1, "skill_activate", { set: { system: `${system}\nResults are in <data-${boundary}>.` } }),
    step(2, "tool_call", { messages: [{ role: "tool", text, data: { boundary: text } }] }),
  ];
}

/** The text that is stored of the steps of a run, and what was searched for it. */
function stored(batch: ReturnType<typeof stepsOf>) {
  const searched: string[] = [];
  const { json } = createRedactor();
  const redaction = redactSteps((text, data) => {
    searched.push(text);
    return json(text, data);
  });
  redaction.see(batch);
  const text = JSON.stringify(batch);
  return { text, clean: redaction.clean(text, batch), searched };
}

test("redactSteps() searches the same text for runs that differ only in their boundary, and keeps each", () => {
  const [one, other] = [stored(stepsOf(1)), stored(stepsOf(2))];
  expect(one.clean).toBe(one.text);
  expect(other.clean).toBe(other.text);
  expect(one.text).not.toBe(other.text);
  expect(other.searched).toEqual(one.searched);
});

test("redactSteps() leaves no secret in prompt or results, and keeps the boundary beside it", () => {
  for (const of of [{ system: `Use ${SECRET}` }, { text: SECRET }]) {
    const batch = stepsOf(3, of);
    const { clean } = stored(batch);
    expect(clean).not.toContain(SECRET);
    expect(clean).toContain("[redacted");
    expect(JSON.parse(clean)[0]).toEqual(batch[0]);
  }
});

test("redactSteps() takes no boundary from what a tool wrote", () => {
  const hex = "5f1c9a7be2d84063b1c5e8f7a9d20364";
  const redactor = createRedactor([hex]);
  const redaction = redactSteps(redactor.json);
  const batch = stepsOf(4, { text: hex });
  redaction.see(batch.slice(1));
  expect(redaction.clean(JSON.stringify(batch), batch)).not.toContain(hex);
  redaction.see(batch);
  expect(redaction.clean(JSON.stringify(batch), batch)).not.toContain(hex);
});
