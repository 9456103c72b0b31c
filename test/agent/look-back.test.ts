import { expect, test } from "vitest";
import { anAgent } from "./an-agent.ts";

interface LookedBack {
  readonly records: readonly { readonly type: string; readonly tool?: string }[];
  readonly runs: readonly string[];
}

test("get_session_logs looks back at the whole conversation, and at no other one", async () => {
  await using agent = await anAgent([
    { calls: [{ tool: "current_time", input: {} }] },
    { text: "Noon." },
    { calls: [{ tool: "detect_platform", input: {} }] },
    { text: "A machine." },
    { text: "You asked for the time." },
  ]);
  const first = await agent.tell("what time is it?", { conversation: "one" });
  const other = await agent.tell("what machine is this?", { conversation: "two" });
  const last = await agent.tell("what did I ask before?", { conversation: "one" });
  const run = await agent.runtime.reopenRun(last.runId);
  const outcome = await run.execute("get_session_logs", { limit: 200 });
  const { records, runs } = (outcome as unknown as { output: LookedBack }).output;
  expect(runs).toEqual([first.runId, last.runId]);
  expect(records.map(({ tool }) => tool)).toContain("current_time");
  expect(records.map(({ tool }) => tool)).not.toContain("detect_platform");
  expect(await run.execute("get_run_log", { run: other.runId })).toMatchObject({
    type: "failure",
    error: { code: "not_found" },
  });
  expect(await run.execute("get_run_log", { run: first.runId, limit: 1 })).toMatchObject({
    type: "success",
    output: { records: [{ type: "run-end", runId: first.runId }] },
  });
});
