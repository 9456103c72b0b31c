import type { ActiveSkill } from "../../contract/active-skill.ts";
import { defined } from "../../support/defined.ts";
import type { AgentWorld } from "../agent-world.ts";
import { chooseSkills } from "../choose-skills.ts";
import { buildPrompt, promptText } from "../prompt/build-prompt.ts";
import type { AgentState, Patch } from "../workflow/state.ts";

/** Activates the skills that the message names or matches, and builds the system prompt. */
export async function skillActivate(state: AgentState, world: AgentWorld): Promise<Patch> {
  const { persona, environment, settings, catalogue } = world;
  const skills = await catalogue.skills();
  const active: (ActiveSkill & { readonly instructions: string })[] = [];
  const listed: string[] = [];
  for (const { name, why, binds, byKeyword } of await chooseSkills(state, skills, catalogue)) {
    const opened = await catalogue.openSkill(name).catch(() => undefined);
    if (opened === undefined) continue;
    active.push({ name, binds, round: 0, servers: byKeyword, instructions: opened.instructions });
    listed.push(...(opened.allowedTools ?? []).map((rule) => rule.split("(")[0] ?? ""));
    world.emit({ type: "skill-start", skill: name, why, binds, round: 0 });
  }
  const before = new Set(catalogue.list().map(({ name }) => name));
  const activeSkills = active.map(({ instructions: _read, ...skill }) => skill);
  await world.run.activate(activeSkills, state.message);
  const all = catalogue.list();
  const withheld = world.run.withheld(all);
  const hidden = new Set(withheld);
  const sections = buildPrompt({
    persona,
    environment,
    skills,
    active,
    language: state.language,
    today: world.today(),
    // The same list reuses the cached section of the prompt.
    tools: hidden.size === 0 ? all : all.filter(({ name }) => !hidden.has(name)),
    memories: state.memories,
    boundary: state.boundary,
    maxIterations: settings.maxIterations,
    pinned: settings.pinnedTools ?? [],
    uses: new Map(Object.entries(state.uses)),
    ...defined({ written: catalogue.written }),
  });
  // MCP servers of a skill bring their own tools.
  const brought = all.filter(({ name }) => !before.has(name)).map(({ name }) => name);
  const named = listed.flatMap((name) => catalogue.get(name)?.name ?? []);
  const tools = [...new Set([...state.tools, ...brought, ...named])].filter((name) => !hidden.has(name));
  return { set: { tools, withheld, system: promptText(sections), activeSkills } };
}
