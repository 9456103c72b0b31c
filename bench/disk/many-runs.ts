// Usage: many-runs.ts HOME COUNT calls|messages. Makes so many runs one after the other, ends, and prints the most files that were open.
import { readdirSync } from "node:fs";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";

const [folder = "", count = "", kind = ""] = process.argv.slice(2);
const model = new ScriptedModel(({ messages }) =>
  messages.at(-1)?.role === "tool"
    ? { text: "It is late." }
    : { calls: [{ tool: "current_time", input: {} }] },
);
const runtime = createRuntime({ workspace: folder, variables: { HOME: folder }, model });
let most = 0;
for (let number = 0; number < Number(count); number++) {
  if (kind === "messages") await runtime.agent.ask(`What time is it? ${number}`);
  else {
    const run = await runtime.openRun({ title: `Run ${number}` });
    const outcome = await run.execute("current_time", {});
    if (outcome.type !== "success") throw new Error(`Run ${number}: ${JSON.stringify(outcome)}`);
    await run.end("done");
  }
  if (number % 7 === 0) most = Math.max(most, readdirSync("/proc/self/fd").length);
}
await runtime.close();
console.log(JSON.stringify({ most }));
