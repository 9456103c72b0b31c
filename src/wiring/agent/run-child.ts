import type { Agent } from "../../agent/create-agent.ts";
import { DejimaError } from "../../contract/error.ts";
import { newRunId } from "../../execution/run/run-id.ts";
import type { ChildRunSources } from "../../sources/builtin/child-run-tool.ts";
import { defined } from "../../support/defined.ts";
import type { OpenRuns } from "../storage/run-registry.ts";

/**
 * Has the agent work on tasks in separate runs. A child run has all limits and the mode of its parent, spends from the budget
 * of the parent's schedule, and starts no further runs.
 */
export function createRunChild(
  agent: Pick<Agent, "ask">,
  openRun: OpenRuns["get"],
): ChildRunSources["runChild"] {
  const children = new Set<string>();
  return async (task, { parent, user, untrusted, signal }) => {
    if (children.has(parent))
      throw new DejimaError("conflict", "Cannot start a child run here: this run is one itself");
    const runId = newRunId(Date.now());
    children.add(runId);
    try {
      const started = openRun(parent);
      const { asks, schedule, worksFor } = started ?? {};
      const inherited = defined({ mode: asks?.mode, schedule, worksFor });
      const layers = started?.limits() ?? [];
      // A model wrote the task. With `untrusted`, even an empty list, nothing in it counts as the user's words.
      const answer = await agent.ask(task, {
        ...inherited,
        runId,
        user,
        untrusted,
        layers,
        signal,
        door: "child",
      });
      return { runId, answer };
    } finally {
      children.delete(runId);
    }
  };
}
