import { DejimaError } from "../../contract/error.ts";
import { type Driver, replaySteps } from "../workflow/drive.ts";
import { nextNode } from "../workflow/next-node.ts";
import { applyPatch } from "../workflow/state.ts";
import { agentGraph } from "./agent-graph.ts";

// Far above what the workflow's own limits allow: it ends by itself.
const RECURSION_LIMIT = 1_000;

/** Runs the workflow through LangGraph. Steps are kept in our store like those of our own driver, so that either can go on. */
export function langGraphDriver(): Driver {
  return async (start, world, steps) => {
    const { state, node, number } = await replaySteps(start, steps);
    if (node === "end") return state;
    if (state.activeSkills.length > 0) await world.run.activate(state.activeSkills);
    let current = state;
    let count = number;
    const graph = agentGraph({
      start: state,
      world,
      entry: node,
      async onNode(name, patch) {
        await steps.append([{ runId: start.runId, number: count++, node: name, patch, at: Date.now() }]);
        current = applyPatch(current, patch);
        world.emit({ type: "node-end", node: name, next: nextNode(name, current), durationMs: 0 });
        if (world.signal.aborted) throw new DejimaError("cancelled", "Cancelled between two steps");
      },
    });
    await graph.invoke({ agent: {} }, { recursionLimit: RECURSION_LIMIT });
    return current;
  };
}
