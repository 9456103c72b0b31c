// A process that runs or resumes a run whose program is asked about as one plan. The first one is killed between two of its calls.
// With `wait`, the program has no conversation and waits for an answer; with `answered ID`, it goes on after the answer.
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aTool } from "../support/a-runtime.ts";

const [workspace = "", resume, question = ""] = process.argv.slice(2);
const act = aTool({
  name: "act",
  risk: "medium",
  input: z.object({ what: z.string() }),
  run: ({ what }) => appendFileSync(`${workspace}/done.txt`, `${what}\n`),
});
const stop = aTool({
  name: "stop",
  run() {
    if (existsSync(`${workspace}/stopped`)) return "went on";
    writeFileSync(`${workspace}/stopped`, "");
    process.kill(process.pid, "SIGKILL");
    return new Promise(() => {});
  },
});
const code = `await tools.act({ what: "a" });
  const how = await tools.stop();
  await tools.act({ what: "b" });
  return how;`;
const alone = resume === "wait" || resume === "answered";
const model = new ScriptedModel(({ messages }) => {
  const result = messages.find(({ role }) => role === "tool");
  if (result?.role === "tool") return { text: `Result: ${JSON.stringify(result.data)}` };
  return { calls: [{ tool: "run_program", input: { code }, id: "program" }] };
});
const runtime = createRuntime({
  workspace,
  model,
  tools: [act, stop],
  ...(alone
    ? {}
    : {
        async ask({ tool }) {
          appendFileSync(`${workspace}/questions.txt`, `${tool}\n`);
          return { answer: "approve", by: "ann" };
        },
      }),
});
const { agent } = runtime;
if (resume === "wait") {
  const run = await runtime.openRun({ title: "alone", park: "wait" });
  await run.execute({ tool: "run_program", input: { code: code.replace("await tools.stop()", '"alone"') } });
} else if (resume === "answered") console.log(JSON.stringify(await runtime.continueAnswered(question)));
else
  for await (const event of resume === undefined ? agent.run("do both") : agent.resume(resume))
    console.log(JSON.stringify(event));
await runtime.close();
