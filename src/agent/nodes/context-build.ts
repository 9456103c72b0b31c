import type { AgentWorld } from "../agent-world.ts";
import type { AgentState, Patch } from "../state.ts";

/** Gathers what the run starts from: earlier turns, and the boundary that only this run knows. */
export async function contextBuild(state: AgentState, world: AgentWorld): Promise<Patch> {
  return { set: { history: await world.history(state.conversationId), boundary: world.random() } };
}
