import { DejimaError } from "../contract/error.ts";
import type { StepRepository } from "../store/store.ts";
import type { AgentWorld } from "./agent-world.ts";
import { elapsed } from "./event-clock.ts";
import { NODE_NAMES, type NodeName, nextNode } from "./next-node.ts";
import { NODES } from "./nodes.ts";
import { type AgentState, applyPatch, type Patch } from "./state.ts";

/** Runs the workflow from a state to its end. */
export type Driver = (start: AgentState, world: AgentWorld, steps: StepRepository) => Promise<AgentState>;

/**
 * Our own driver. Each finished node is a stored step; a run that was interrupted goes on after the last one. What a node did
 * outside before it was interrupted is not done again: its calls have keys.
 */
export const drive: Driver = async (start, world, steps) => {
  let { state, node, number } = await replaySteps(start, steps);
  // What held the run before it was interrupted holds it again.
  if (state.activeSkills.length > 0) await world.hands.activate(state.activeSkills);
  while (node !== "end") {
    if (world.signal.aborted) throw new DejimaError("cancelled", "Cancelled between two steps");
    const started = performance.now();
    const patch = await NODES[node](state, world);
    await steps.append({ runId: start.runId, number, node, patch, at: Date.now() });
    state = applyPatch(state, patch);
    const next = nextNode(node, state);
    world.emit({ type: "node-end", node, next, durationMs: elapsed(started) });
    node = next;
    number++;
  }
  return state;
};

/** The state that the stored steps add up to, and what comes next. */
export async function replaySteps(
  start: AgentState,
  steps: StepRepository,
): Promise<{ state: AgentState; node: NodeName | "end"; number: number }> {
  let state = start;
  let node: NodeName | "end" = "context_build";
  let number = 0;
  for (const step of await steps.list(start.runId)) {
    // Only this driver writes steps; a name it does not know ends the run instead of guessing.
    const done = NODE_NAMES.find((name) => name === step.node);
    if (done === undefined) break;
    state = applyPatch(state, step.patch as Patch);
    node = nextNode(done, state);
    number = step.number + 1;
  }
  return { state, node, number };
}
