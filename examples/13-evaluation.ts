// An evaluation: a recorded case is replayed against another description of a tool, and nothing is run.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime, type LanguageModel } from "dejima";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));
/** A model that reads the file only where the description of `read_file` says that it may. */
const model: LanguageModel = {
  id: "example:model",
  async *stream({ messages, tools }) {
    const isForbidden = tools.find(({ name }) => name === "read_file")?.description.includes("Do not use");
    if (messages.some(({ role }) => role === "tool"))
      yield { type: "text-delta", text: "It says: buy milk." };
    else if (isForbidden) yield { type: "text-delta", text: "I cannot know that." };
    else yield { type: "tool-call", call: { id: "1", tool: "read_file", input: '{"path":"notes.txt"}' } };
    yield { type: "end", reason: "stop" };
  },
};

// region: evaluation
const runtime = createRuntime({ workspace, model });
const cases = await runtime.evals.read(
  `
name: notes
message: what is in notes.txt
calls: [{ tool: read_file, input: { path: notes.txt }, output: { content: buy milk } }]
expect: { tools: [read_file], contains: [milk] }
`,
  "notes.yaml",
);
const report = await runtime.evals.run(cases, {
  variants: [{ name: "shy", descriptions: { read_file: "Do not use this." } }],
});
// endregion

const [current, shy] = report.variants.map((variant) => variant.cases[0]);
console.log(current?.problems, shy?.worse);
assert.deepEqual(current?.problems, []); // although there is no notes.txt
assert.equal(shy?.worse[0], "right calls: 1/1 → 0/1");
assert.equal(report.worse, 1);
await runtime.close();
await rm(workspace, { recursive: true });
