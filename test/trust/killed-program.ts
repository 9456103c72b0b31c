import { createRuntime } from "../../src/runtime.ts";

/** Lets a shell command write to a workspace and waits for its end, until somebody kills this process: `WORKSPACE COMMAND`. */
const [workspace = "", command = ""] = process.argv.slice(2);
const runtime = createRuntime({
  workspace,
  home: ".dejima",
  config: { permissions: { confirm: ["shell"] } },
  ask: async () => ({ answer: "approve", by: "test" }),
});
await runtime.execute("shell", { command, write: true });
