// A budget: what the model costs is counted, and when a run has used up its budget a person is asked whether it goes on.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime, type LanguageModel } from "dejima";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));
/** A model that asks for the time three times, each for a thousand tokens, and then answers. */
const model: LanguageModel = {
  id: "example:model",
  async *stream({ messages }) {
    const round = messages.filter(({ role }) => role === "tool").length;
    yield { type: "usage", usage: { inputTokens: 1_000, outputTokens: 0, cachedTokens: 0 } };
    if (round === 3) yield { type: "text-delta", text: "Done." };
    else yield { type: "tool-call", call: { id: `call-${round}`, tool: "current_time", input: "{}" } };
    yield { type: "end", reason: "stop" };
  },
};
const questions: string[] = [];

// region: budget
const runtime = createRuntime({
  workspace,
  model,
  async ask({ consequence }) {
    questions.push(consequence?.en ?? "");
    return { answer: "approve", by: "you" };
  },
});
await runtime.money.setPrice("example:model", { input: 1_000, output: 0, asOf: "2026-11-16" });
await runtime.money.setBudget("run", { cost: 2_000_000 }); // two dollars
const answer = await runtime.agent.ask("What time is it?");
const [spent] = await runtime.money.sums("model", "2026-01-01");
// endregion

console.log(answer, questions, spent);
assert.equal(answer, "Done.");
assert.deepEqual(questions, [
  "Spent $2.00 of $2.00 for this run. Go on with $2.00 more? What is spent cannot be taken back.",
]);
assert.equal(spent?.cost, 4_000_000);
await runtime.close();
await rm(workspace, { recursive: true });
