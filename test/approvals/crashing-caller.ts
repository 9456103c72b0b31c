import { createRuntime } from "../../src/runtime.ts";
import { leaveTrace } from "./leave-trace.ts";

/** Makes calls that are asked about in several runs at once, until it is killed; prints a dot for each thing that happens. */
const [workspace = "", name = "", lanes = "1"] = process.argv.slice(2);
const runtime = createRuntime({
  workspace,
  tools: [leaveTrace(workspace)],
  park: "wait",
  ask: async () => ({ answer: Math.random() < 0.85 ? "approve" : "deny", by: "ann" }),
});
const runs = await Promise.all(Array.from({ length: Number(lanes) }, () => runtime.openRun()));
runtime.subscribe(() => void process.stdout.write("."));
await Promise.all(
  runs.map(async (run, lane) => {
    for (let number = 0; ; number++)
      await run.execute({ tool: "leave_trace", input: { key: `${name}-${lane}-${number}` } });
  }),
);
