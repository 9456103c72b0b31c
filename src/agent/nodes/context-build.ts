import type { AgentWorld } from "../agent-world.ts";
import type { AgentState, Patch } from "../workflow/state.ts";

/**
 * Gathers what the run starts from: earlier turns, what is remembered, and the boundary that only this run knows. Where
 * something of it came from outside, the run is marked before the model sees it.
 */
export async function contextBuild(state: AgentState, world: AgentWorld): Promise<Patch> {
  const boundary = world.random();
  const [{ messages, sources, usage }, remembered] = await Promise.all([
    world.history(state.conversationId, boundary),
    world.memories(state.message),
  ]);
  world.run.mark([...sources, ...remembered.flatMap(({ source }) => source ?? [])]);
  const memories = remembered.map(({ text }) => text);
  const used = usage === undefined ? {} : { usage };
  return { set: { history: messages, memories, boundary }, ...used };
}
