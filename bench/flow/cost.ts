import { explainCall, serviceOf } from "../../src/flow/explain-call.ts";
import { createRunOrigins } from "../../src/flow/run-origins.ts";
import { defineTool } from "../../src/tool/define-tool.ts";

const CALLS = 5_000;
/** Calls before the measurement, so that the engine has compiled the code. */
const WARM_UP = 20_000;
const RESULTS = 200_000;
/** An entry of a service, of about a hundred characters. */
const ENTRY = 100;

/** Receivers of a call: named by the user, by nobody, and by somebody else in the last of the results. */
export type Receiver = "the user's" | "nobody's" | "somebody else's";

/** What it costs to explain a call with 200 kB of results in the run, in microseconds. No two calls have the same text. */
export function explainingCost(receiver: Receiver): number {
  const run = createRunOrigins();
  run.own.add("Send 'See you at noon' to bob@a.test and put it into the file plan.md");
  const service = serviceOf({ source: "custom", origin: "" });
  const entries = Array.from({ length: RESULTS / ENTRY }, (_none, at) => ({
    id: `m${at}`,
    from: `person${at}@a.test`,
    subject: `Mail number ${at}`,
    body: `these are the words of mail ${at}, which nobody will ever want to read`,
  }));
  run.results.add("read_inbox", entries, service);
  run.observed.add(entries, { tool: "read_inbox", service });
  const tool = defineTool({
    name: "send_email",
    summary: "Sends a mail to somebody",
    description: "",
    category: "custom",
    risk: "low",
    input: { type: "object", properties: { to: { type: "string" }, body: { type: "string" } } },
    run: () => "",
  });
  const to = (at: number) => {
    if (receiver === "the user's") return "bob@a.test";
    return receiver === "nobody's"
      ? `eve${at}@evil.test`
      : `person${entries.length - 1 - (at % 1_000)}@a.test`;
  };
  const once = (at: number) => {
    const call = { tool, input: { to: to(at), body: "See you at noon" }, effects: [] };
    return explainCall(call, run).why.length;
  };
  for (let warm = 0; warm < WARM_UP; warm++) once(warm);
  // Processor time: other programs of a busy machine do not count.
  const begin = process.cpuUsage();
  for (let at = 0; at < CALLS; at++)
    if (once(at) > 0 !== (receiver !== "the user's"))
      throw new Error(`${receiver} receiver was judged wrongly`);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / CALLS;
}
