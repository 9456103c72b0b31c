import { DejimaError } from "../../contract/error.ts";
import type { Step } from "../../contract/user/conversation.ts";
import type { StepRepository } from "../../store/store.ts";
import type { AgentWorld } from "../agent-world.ts";
import { elapsed } from "../model-request.ts";
import { enforce, validate } from "../nodes/check-answer.ts";
import { contextBuild, route } from "../nodes/context-build.ts";
import { generate } from "../nodes/generate.ts";
import { reflect } from "../nodes/reflect.ts";
import { skillActivate } from "../nodes/skill-activate.ts";
import { toolCall } from "../nodes/tool-call.ts";
import { NODE_NAMES, type NodeName, nextNode } from "./edges.ts";
import { type AgentState, applyPatch, type Patch } from "./state.ts";

export const NODES: Readonly<Record<NodeName, AgentNode>> = {
  context_build: contextBuild,
  route,
  skill_activate: skillActivate,
  generate,
  tool_call: toolCall,
  reflect,
  validate,
  enforce,
};

/** Stores the steps of a run. */
export interface StepStore extends Pick<StepRepository, "list"> {
  /** `last`: the workflow has ended with these steps. */
  append(steps: readonly Step[], how?: { readonly last: boolean }): Promise<void>;
}

/** Runs the workflow from a state to its end. */
export type Driver = (start: AgentState, world: AgentWorld, steps: StepStore) => Promise<AgentState>;

const MAX_UNSTORED_MS = 100;

/**
 * Our own driver. Finished nodes become stored steps, several in one write: before a call that may change something, before a
 * person is asked, every tenth of a second, and at the end. An interrupted run continues after the last stored step. The log
 * contains the calls made since, under their keys, and they are not repeated.
 */
export const drive: Driver = async (start, world, steps) => {
  let { state, node, number } = await replaySteps(start, steps);
  // Restore the restrictions from before the interruption.
  if (state.activeSkills.length > 0) await world.run.activate(state.activeSkills, state.message);
  const { runId } = start;
  let unstored: Step[] = [];
  let storedAt = performance.now();
  const store = async () => {
    const batch = unstored;
    unstored = [];
    storedAt = performance.now();
    if (batch.length === 0) return;
    if (node === "end") await steps.append(batch.map(withoutPrompt), { last: true });
    else await steps.append(batch);
  };
  let storing: Promise<void> | undefined;
  const context: AgentWorld = {
    ...world,
    onAsk() {
      storing = store();
      // Awaited with the node. Caught here only so that a rejection is never unhandled.
      storing.catch(() => {});
    },
  };
  try {
    while (node !== "end") {
      if (world.signal.aborted) throw new DejimaError("cancelled", "Cancelled between two steps");
      if (world.handOver?.wanted() === true) {
        await store();
        world.handOver.leave();
        throw new DejimaError("cancelled", "Left for another process");
      }
      const started = performance.now();
      if (node === "tool_call" && (started - storedAt > MAX_UNSTORED_MS || mayChange(state, world)))
        await store();
      const patch = await NODES[node](state, context);
      if (storing !== undefined) await storing;
      unstored.push({ runId, number, node, patch, at: Date.now() });
      state = applyPatch(state, patch);
      const next = nextNode(node, state);
      world.emit({ type: "node-end", node, next, durationMs: elapsed(started) });
      node = next;
      number++;
    }
  } finally {
    await store();
  }
  return state;
};

// A finished run sends no more requests, so its prompt need not be stored, only its parts.
function withoutPrompt(step: Step): Step {
  const { set: { system, ...set } = {}, ...rest } = step.patch as Patch; // written by the agent
  return system === undefined ? step : { ...step, patch: { ...rest, set } };
}

// A tool that is not known to be read-only may change something.
function mayChange({ pendingCalls }: AgentState, { catalogue }: AgentWorld): boolean {
  return pendingCalls.some(({ tool }) => {
    const known = catalogue.get(tool);
    return known?.risk !== "low" || known.flow.keeps !== "nothing";
  });
}

/** The state after the stored steps, and the next node. */
export async function replaySteps(
  start: AgentState,
  steps: Pick<StepRepository, "list">,
): Promise<{ state: AgentState; node: NodeName | "end"; number: number }> {
  let state = start;
  let node: NodeName | "end" = "context_build";
  let number = 0;
  for (const step of await steps.list(start.runId)) {
    // Only drivers write steps. An unknown node ends the replay instead of guessing.
    const done = NODE_NAMES.find((name) => name === step.node);
    if (done === undefined) break;
    state = applyPatch(state, step.patch as Patch); // written by the agent
    node = nextNode(done, state);
    number = step.number + 1;
  }
  return { state, node, number };
}

/** A step of the workflow: a plain function of the state. */
export type AgentNode = (state: AgentState, world: AgentWorld) => Promise<Patch>;
