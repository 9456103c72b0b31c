// From a message to an answer: the model asks for calls, the gate judges them, a person agrees, everything is recorded.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime, ScriptedModel } from "dejima";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));
await writeFile(join(workspace, "notes.md"), "buy milk\n");

// region: agent
const runtime = createRuntime({
  workspace,
  // Leave `model` out to use the key in the environment, a local Ollama, or the offline model.
  model: new ScriptedModel([
    { text: "Let me look.", calls: [{ tool: "read_file", input: { path: "notes.md" } }] },
    { text: "You want to buy milk." },
  ]),
  // Called for each call that needs a person; without it such calls are refused.
  ask: async (request) => ({ answer: request.risk === "medium" ? "approve" : "deny", by: "the example" }),
});

const { agent } = runtime;
let answer = "";
for await (const event of agent.run("what is in my notes?")) {
  if (event.type === "text-delta") process.stdout.write(event.text);
  if (event.type === "call-end") console.log(`\n[${event.tool} ${event.result.ok ? "ok" : "failed"}]`);
  if (event.type === "run-end") answer = event.answer ?? "";
}
// endregion

console.log();
assert.equal(answer, "You want to buy milk.");

// The offline model needs neither key nor network; it makes real calls all the same.
const offline = runtime.agentWith({ model: "offline" });
for await (const event of offline.run("notes.md 里有什么内容")) {
  if (event.type === "run-end") assert.match(event.answer ?? "", /buy milk/);
}
await runtime.close();
await rm(workspace, { recursive: true });
