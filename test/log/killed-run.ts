import { createRuntime } from "../../src/runtime.ts";

/** Makes one run with a call in it and dies as by `kill -9`, right after the end of the run or before it. */
const [workspace = "", home = "", when = "after-end"] = process.argv.slice(2);
const runtime = createRuntime({ workspace, home, variables: { HOME: workspace } });
const run = await runtime.openRun();
await run.execute({ tool: "current_time", input: {} });
process.stdout.write(run.id);
if (when === "after-end") await run.end("done");
process.kill(process.pid, "SIGKILL");
