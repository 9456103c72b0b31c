// An agent that somebody else wrote, here the AI SDK's, with the tools of this harbour: judged, asked about, recorded, undone.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isStepCount, ToolLoopAgent } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { createRuntime } from "dejima";
import { aiSdkTools } from "dejima/ai-sdk";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));
await writeFile(join(workspace, "notes.md"), "buy milk\n");

// A model that wants to read the notes, and then to overwrite them. Yours would be `openai("…")` or `anthropic("…")`.
const overrides = [
  { toolName: "read_file", input: { path: "notes.md" } },
  { toolName: "write_file", input: { path: "notes.md", content: "" } },
];
let turn = 0;
const model = new MockLanguageModelV4({
  doGenerate: async () => {
    const intent = overrides[turn++];
    const reason = intent === undefined ? "stop" : "tool-calls";
    return {
      content: [
        intent === undefined
          ? { type: "text", text: "You want to buy milk; I could not clear the file." }
          : { type: "tool-call", toolCallId: `${turn}`, ...intent, input: JSON.stringify(intent.input) },
      ],
      finishReason: { unified: reason, raw: reason },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    };
  },
});

// region: another-agent
const runtime = createRuntime({ workspace });
const agent = new ToolLoopAgent({
  model,
  tools: await aiSdkTools(runtime, { only: ["read_file", "write_file"] }),
  stopWhen: isStepCount(10),
});
const { text, steps } = await agent.generate({ prompt: "what is in my notes? then clear them" });
// endregion

console.log(text);
const told = JSON.stringify(steps);
assert.match(told, /buy milk/);
assert.match(told, /tool_not_allowed/);
assert.equal(await readFile(join(workspace, "notes.md"), "utf8"), "buy milk\n");
await runtime.close();
await rm(workspace, { recursive: true });
