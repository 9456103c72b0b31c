// A process that runs or resumes a run with two calls that need an approval; it prints each event.
import { appendFileSync } from "node:fs";
import { z } from "zod";
import { langGraphDriver } from "../../src/langgraph.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aTool } from "../support/a-runtime.ts";

const [workspace = "", driver = "ours", resume] = process.argv.slice(2);
const act = aTool({
  name: "act",
  risk: "medium",
  input: z.object({ what: z.string() }),
  run({ what }) {
    appendFileSync(`${workspace}/done.txt`, `${what}\n`);
    return what;
  },
});
const first = {
  calls: [
    { tool: "act", input: { what: "a" }, id: "a" },
    { tool: "act", input: { what: "b" }, id: "b" },
  ],
};
const replies = resume === undefined ? [first, { text: "Both." }] : [{ text: "Both." }];
const runtime = createRuntime({
  workspace,
  model: new ScriptedModel(replies),
  tools: [act],
  park: "wait",
  ...(driver === "langgraph" ? { driver: langGraphDriver() } : {}),
});
const { agent } = runtime;
for await (const event of resume === undefined ? agent.run("do both") : agent.resume(resume))
  console.log(JSON.stringify(event));
await runtime.close();
