import type { ActiveSkill } from "../../contract/active-skill.ts";
import type { Outcome } from "../../contract/outcome.ts";
import { message } from "../../contract/words/messages.ts";
import type { CallResult, KeyedCall } from "../../execution/run/keyed-call.ts";
import type { AgentWorld } from "../agent-world.ts";
import { foldText } from "../named-skill.ts";
import type { AgentState } from "../workflow/state.ts";

/** Tools with which a model chooses a skill. */
const PICKS: ReadonlySet<string> = new Set(["get_skill_info", "get_skill_reference", "run_skill_script"]);

/** Whether one of these calls may have chosen a skill. */
export function mayPickSkill(runs: readonly { readonly keyed: KeyedCall }[]): boolean {
  return runs.some(({ keyed }) => PICKS.has(keyed.tool));
}

type Picked = Pick<AgentState, "activeSkills" | "withheld" | "tools">;

/**
 * Activates the skills that the model has chosen in a round of calls. From then on their contracts limit the calls that the
 * user's message does not ask for.
 */
export async function activatePicked(
  runs: readonly { readonly keyed: KeyedCall }[],
  results: readonly CallResult[],
  { state, iteration }: { readonly state: AgentState; readonly iteration: number },
  world: AgentWorld,
): Promise<Picked | Record<string, never>> {
  const usable = new Set((await world.catalogue.skills()).map(({ name }) => name));
  const bound = new Set(
    state.activeSkills.filter(({ binds }) => binds !== "nothing").map(({ name }) => name),
  );
  const names = runs.flatMap(({ keyed }, at) => {
    const result = results[at];
    return result === undefined ? [] : (pickedSkill(keyed, result.outcome, usable) ?? []);
  });
  const picked = [...new Set(names)]
    .filter((name) => !bound.has(name))
    .map((name): ActiveSkill => ({ name, binds: "own", round: iteration, servers: true }));
  if (picked.length === 0) return {};
  const activeSkills = [...state.activeSkills, ...picked];
  const before = new Set(world.catalogue.list().map(({ name }) => name));
  await world.run.activate(activeSkills, state.message);
  for (const { name, binds, round } of picked)
    world.emit({
      type: "skill-start",
      skill: name,
      why: message("skillPicked", state.language),
      binds,
      round,
    });
  const all = world.catalogue.list();
  const withheld = world.run.withheld(all);
  const hidden = new Set(withheld);
  const brought = all.filter(({ name }) => !before.has(name)).map(({ name }) => name);
  const tools = [...new Set([...state.tools, ...brought])].filter((name) => !hidden.has(name));
  return { activeSkills, withheld, tools };
}

/** The skill that a call has chosen: the name in its result, else the requested one. Returns `undefined` if there is none. */
export function pickedSkill(
  { tool, input }: Pick<KeyedCall, "tool" | "input">,
  outcome: Outcome,
  usable: ReadonlySet<string>,
): string | undefined {
  // A failed script has run as well, and the model knows its output from then on.
  const wasMade = outcome.type === "success" || outcome.error.details.skill !== undefined;
  if (!PICKS.has(tool) || !wasMade) return undefined;
  const data = outcome.type === "success" ? outcome.output : outcome.error.details;
  const candidates = [data, input].flatMap((source) =>
    ["skill", "name", "skill_name", "skillName"].map((key) => field(source, key)),
  );
  return candidates
    .flatMap((name) => (name === undefined ? [] : [name, hyphenated(name)]))
    .find((name) => usable.has(name));
}

function field(data: unknown, key: string): string | undefined {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, key)) return undefined;
  const value: unknown = Reflect.get(data, key);
  return typeof value === "string" ? value : field(value, "name");
}

/** Converts "Web Search" to the skill name web-search. */
function hyphenated(name: string): string {
  return (foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []).join("-");
}
