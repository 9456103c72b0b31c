import type { ActiveSkill } from "../../contract/active-skill.ts";
import { message } from "../../contract/words/messages.ts";
import type { ModelMessage } from "../../model/language/language-model.ts";
import { defined } from "../../support/defined.ts";
import type { AgentWorld, WaitingSkill } from "../agent-world.ts";
import { chooseSkills, namedWaiting } from "../choose-skills.ts";
import { promptText } from "../prompt/build-prompt.ts";
import type { AgentState, Patch } from "../workflow/state.ts";

/** Activates the skills that the message names or matches, and builds the system prompt. */
export async function skillActivate(state: AgentState, world: AgentWorld): Promise<Patch> {
  const { persona, environment, settings, catalogue } = world;
  const skills = await catalogue.skills();
  const active: (ActiveSkill & { readonly instructions: string })[] = [];
  const listed: string[] = [];
  const refused: string[] = [];
  const startable =
    world.run.foreign === true ? skills.filter(({ modelInvocable }) => modelInvocable !== false) : skills;
  for (const { name, why, binds, byKeyword } of await chooseSkills(state, startable, catalogue)) {
    const opened = await catalogue.openSkill(name).catch(() => undefined);
    if (opened === undefined) {
      if (binds === "everything") refused.push(name);
      continue;
    }
    active.push({ name, binds, round: 0, servers: byKeyword, instructions: opened.instructions });
    listed.push(...(opened.allowedTools ?? []).map((rule) => rule.split("(")[0] ?? ""));
    world.emit({ type: "skill-start", skill: name, why, binds, round: 0 });
  }
  const before = catalogue.list();
  const activeSkills = active.map(({ instructions: _read, ...skill }) => skill);
  await world.run.activate(activeSkills, state.message);
  const all = catalogue.list();
  const withheld = world.run.withheld(all);
  const hidden = new Set(withheld);
  const system = promptText({
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
  const known = new Set(all === before ? [] : before.map(({ name }) => name));
  const brought = all === before ? [] : all.map(({ name }) => name).filter((name) => !known.has(name));
  const named = listed.flatMap((name) => catalogue.get(name)?.name ?? []);
  const tools = [...new Set([...state.tools, ...brought, ...named])].filter((name) => !hidden.has(name));
  const messages = await tellWaiting(state, refused, world);
  // A patch is stored, so it repeats no list that stays the same.
  const changed = isSame(tools, state.tools) ? {} : { tools };
  return { set: { ...changed, withheld, system, activeSkills }, messages };
}

function isSame(names: readonly string[], before: readonly string[]): boolean {
  return names.length === before.length && names.every((name, at) => name === before[at]);
}

/** Tells the person and the model of skills that the message names and that cannot be used yet. */
async function tellWaiting(
  { message: text, language }: AgentState,
  refused: readonly string[],
  { catalogue, emit }: AgentWorld,
): Promise<ModelMessage[]> {
  const changed = refused.map((name): WaitingSkill => ({ name, command: `dejima skill trust ${name}` }));
  const waiting = [...changed, ...(await namedWaiting(text, catalogue))];
  return Promise.all(
    waiting.map(async ({ name, command, content }) => {
      emit({ type: "notice", situation: "remark", text: message("skillWaits", language, { name, command }) });
      const hash = await content?.();
      const advice =
        hash === undefined
          ? `They can run: ${command}`
          : `To use it, call accept_skill with skill "${name}" and content "${hash}": it shows them what the skill contains`;
      return {
        role: "note",
        text: `The user names the skill ${name}, which cannot be used before they accept it. ${advice}. Do not pretend that it was used.`,
      };
    }),
  );
}
