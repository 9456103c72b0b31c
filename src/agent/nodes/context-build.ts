import { defined } from "../../support/defined.ts";
import type { AgentWorld } from "../agent-world.ts";
import { initialOffer } from "../context/tool-catalogue.ts";
import type { AgentState, Patch } from "../workflow/state.ts";

// Tools that are always offered when not all can be: for reading, for finding more, and for running a skill's scripts.
const CORE = [
  "current_time",
  "get_skill_info",
  "get_tool_info",
  "grep",
  "list_files",
  "read_file",
  "read_observation",
  "run_skill_script",
  "search_skills",
  "search_tools",
  "shell",
  "web_search",
];

const MAX_FOUND = 12;

/**
 * Gathers the context of the run: earlier turns, memories, and the boundary that only this run knows. If any of it came from
 * outside, the run is marked before the model sees it.
 */
export async function contextBuild(state: AgentState, world: AgentWorld): Promise<Patch> {
  const boundary = world.random();
  const [{ messages, sources, said, seen, called = [], usage }, remembered] = await Promise.all([
    world.history(state.conversationId, boundary),
    world.memories(state.message),
  ]);
  world.run.mark(sources);
  for (const { text, source } of remembered)
    if (source !== undefined) world.run.mark([source], { through: "memory", values: text });
  const read = messages.flatMap((each) =>
    each.role === "tool" ? [{ source: `${each.tool} in an earlier turn`, values: each.text }] : [],
  );
  world.run.flow.recall({
    said,
    seen: remembered.length === 0 ? seen : [...seen, "memory"],
    called,
    read: sources.length === 0 ? [] : read,
  });
  const memories = remembered.map(({ text }) => text);
  const used = defined({ usage });
  return { set: { history: messages, memories, boundary }, ...used };
}

/**
 * Chooses the tools to offer: all but the rarely used ones while their definitions fit, otherwise the core, the pinned ones and
 * those that match the message.
 */
export async function route(state: AgentState, world: AgentWorld): Promise<Patch> {
  return { set: await offeredTools(state.message, world) };
}

/** The tools that match a message, and what they were chosen by. */
export async function offeredTools(
  message: string,
  { catalogue, settings, model }: Pick<AgentWorld, "catalogue" | "settings" | "model">,
): Promise<Pick<AgentState, "tools" | "uses"> & { found?: readonly string[] }> {
  // A model that cannot think is not offered the tool that turns thinking on.
  const listed = catalogue.list();
  const all = model.thinks === false ? listed.filter(({ name }) => name !== "enable_thinking") : listed;
  const uses = Object.fromEntries((await catalogue.uses?.()) ?? []);
  const { pinnedTools: pinned = [], toolTokens } = settings;
  const first = initialOffer(all, { message, pinned, uses });
  const weight = first.reduce((sum, { name }) => sum + (catalogue.offer(name)?.tokens ?? 0), 0);
  if (weight <= toolTokens) return { uses, tools: first.map(({ name }) => name) };
  const found = await catalogue.findTools(message, MAX_FOUND);
  const wanted = new Set([...CORE, ...pinned, ...found]);
  return { uses, found, tools: all.map(({ name }) => name).filter((name) => wanted.has(name)) };
}
