import { explainCall, serviceOf } from "../../src/flow/explain-call.ts";
import { createRunOrigins } from "../../src/flow/run-origins.ts";
import { defineTool } from "../../src/tool/define-tool.ts";

const CALLS = 5_000;
const RESULTS = 200_000;

/** What it costs to explain a call that the user's words explain, with 200 kB of results in the run, in microseconds. */
export function explainingCost(): number {
  const run = createRunOrigins();
  run.own.add("Send 'See you at noon' to bob@a.test and put it into the file plan.md");
  const service = serviceOf({ source: "custom", origin: "" });
  run.results.add("read_inbox", { mail: "a word of a mail ".repeat(RESULTS / 17) }, service);
  const tool = defineTool({
    name: "send_email",
    summary: "Sends a mail to somebody",
    description: "",
    category: "custom",
    risk: "low",
    input: { type: "object", properties: { to: { type: "string" }, body: { type: "string" } } },
    run: () => "",
  });
  const call = { tool, input: { to: "bob@a.test", body: "See you at noon" }, effects: [] };
  const once = () => explainCall(call, run).why.length;
  for (let warm = 0; warm < CALLS; warm++) once();
  // Processor time: other programs of a busy machine do not count.
  const begin = process.cpuUsage();
  for (let at = 0; at < CALLS; at++) if (once() > 0) throw new Error("the call must be explained");
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / CALLS;
}
