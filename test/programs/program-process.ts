// A process that runs or resumes a run whose program makes three calls that need an approval; it prints each event.
import { appendFileSync } from "node:fs";
import { z } from "zod";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aTool } from "../support/a-runtime.ts";

const [workspace = "", resume] = process.argv.slice(2);
const act = aTool({
  name: "act",
  risk: "medium",
  input: z.object({ what: z.string() }),
  run({ what }) {
    appendFileSync(`${workspace}/done.txt`, `${what}\n`);
    return { did: what };
  },
});
const count = aTool({ name: "count", input: z.object({ word: z.string() }), run: ({ word }) => word.length });
const code = `
  const a = await tools.act({ what: "a" });
  const n = await tools.count({ word: a.did });
  const rest = await Promise.all(["b", "c"].map(async (what) => {
    const done = await tools.act({ what: what.repeat(n) });
    await tools.count({ word: done.did });
    return done;
  }));
  return { a, n, rest, at: Date.now(), random: Math.random() };`;
const model = new ScriptedModel(({ messages }) => {
  const result = messages.find(({ role }) => role === "tool");
  if (result?.role === "tool") return { text: `Result: ${JSON.stringify(result.data)}` };
  return { calls: [{ tool: "run_program", input: { code }, id: "program" }] };
});
const runtime = createRuntime({ workspace, model, tools: [act, count], park: "leave" });
const { agent } = runtime;
for await (const event of resume === undefined ? agent.run("do all three") : agent.resume(resume))
  console.log(JSON.stringify(event));
await runtime.close();
