import { message } from "../../contract/messages.ts";
import { defined } from "../../support/defined.ts";
import type { AgentWorld, SkillCard } from "../agent-world.ts";
import { buildPrompt, promptText } from "../prompt/build-prompt.ts";
import type { AgentState, Patch } from "../workflow/state.ts";

const MOST_ACTIVE = 1;

/** Activates the skill that the message names or clearly calls for, and writes the system prompt. */
export async function skillActivate(state: AgentState, world: AgentWorld): Promise<Patch> {
  const skills = await world.catalogue.skills();
  const chosen = await chooseSkills(state, skills, world);
  const active = [];
  const listed: string[] = [];
  for (const { name, why } of chosen) {
    const opened = await world.catalogue.openSkill(name).catch(() => undefined);
    if (opened === undefined) continue;
    active.push({ name, instructions: opened.instructions });
    listed.push(...(opened.allowedTools ?? []).map((rule) => rule.split("(")[0] ?? ""));
    world.emit({ type: "skill-start", skill: name, why });
  }
  const before = new Set(world.catalogue.list().map(({ name }) => name));
  await world.run.activate(active.map(({ name }) => name));
  // Servers that a skill brings along have tools of their own.
  const brought = world.catalogue.list().filter(({ name }) => !before.has(name));
  const { persona, environment, settings, catalogue } = world;
  const sections = buildPrompt({
    persona,
    environment,
    skills,
    active,
    language: state.language,
    today: world.today(),
    tools: catalogue.list(),
    memories: state.memories,
    boundary: state.boundary,
    maxIterations: settings.maxIterations,
    pinned: settings.pinnedTools ?? [],
    uses: new Map(Object.entries(state.uses)),
    ...defined({ written: catalogue.written }),
  });
  const named = listed.flatMap((name) => catalogue.get(name)?.name ?? []);
  const tools = [...new Set([...state.tools, ...brought.map(({ name }) => name), ...named])];
  return { set: { tools, system: promptText(sections), activeSkills: active.map(({ name }) => name) } };
}

async function chooseSkills(
  { message: text, language, found }: AgentState,
  skills: readonly SkillCard[],
  { catalogue }: AgentWorld,
): Promise<{ name: string; why: string }[]> {
  const named = skills.filter(({ name }) => isNamed(text, name));
  if (named.length > 0) {
    return named.slice(0, MOST_ACTIVE).map(({ name }) => ({ name, why: message("skillNamed", language) }));
  }
  const folded = text.toLowerCase();
  const scored = skills
    .map((skill) => ({ skill, hit: longestKeyword(folded, skill.keywords) }))
    .filter(({ hit }) => hit !== "")
    .sort((a, b) => b.hit.length - a.hit.length);
  const [best, second] = scored;
  if (best === undefined || best.hit.length === second?.hit.length) return [];
  if (!concernsAll(folded, best.skill.keywords)) return [];
  // A skill holds the run to its list: one that would forbid what the request needs most stays on offer only.
  const { name } = best.skill;
  const [fitting] = found ?? (await catalogue.findTools(text, 1));
  const opened = await catalogue.openSkill(name).catch(() => undefined);
  if (opened === undefined) return [];
  const { allowedTools } = opened;
  if (
    allowedTools !== undefined &&
    fitting !== undefined &&
    !allowedTools.some((rule) => rule.split("(")[0] === fitting)
  )
    return [];
  return [{ name, why: message("skillSaid", language, { word: best.hit }) }];
}

// A request besides the one that calls for the skill could not be done while the skill holds the run.
function concernsAll(folded: string, keywords: readonly string[]): boolean {
  return folded
    .split(/[.!?;。！？；\n](?=\s*\S)|\b(?:and|then|also)\b|然后|接着|并且|同时|另外|顺便/)
    .filter((part) => /\S\s+\S|\p{Script=Han}{2}/u.test(part))
    .every((part, _at, parts) => parts.length === 1 || longestKeyword(part, keywords) !== "");
}

function isNamed(text: string, name: string): boolean {
  // Most of many skills are out of the question at a glance.
  if (!text.toLowerCase().includes(name.toLowerCase())) return false;
  return new RegExp(`(?:^|\\s)(?:/|\\$|skill[: ])${name.replace(/[^a-z0-9-]/g, "")}(?:$|[\\s,.])`, "i").test(
    text,
  );
}

function longestKeyword(folded: string, keywords: readonly string[]): string {
  return keywords
    .map((keyword) => keyword.toLowerCase())
    .filter((keyword) => keyword.length > 1 && contains(folded, keyword))
    .reduce((longest, keyword) => (keyword.length > longest.length ? keyword : longest), "");
}

// Words of an alphabet count only whole: "runtime" does not say "time".
function contains(text: string, keyword: string): boolean {
  if (!text.includes(keyword)) return false;
  if (!/^[\x20-\x7e]+$/.test(keyword)) return true;
  const escaped = keyword.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![a-z0-9])${escaped}(?![a-z0-9])`).test(text);
}
