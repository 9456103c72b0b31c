import type { Effect } from "../contract/effect.ts";
import { createLayer, type Layer, type ToolNames } from "./layer.ts";
import { parseRule, type Rule } from "./rule.ts";
import type { UserRequest } from "./user-request.ts";

/** The tools that a skill may use. */
interface SkillRights {
  readonly name: string;
  /** Rules for the only tools it may use. If omitted, only the other layers decide. */
  readonly allowedTools?: readonly string[] | undefined;
}

interface SkillLayerOptions {
  /** The folder that relative path patterns start from. */
  readonly base: string;
  /** What the user's message asks for. It is allowed even if no skill lists it. */
  readonly userRequest?: UserRequest;
}

/** Tools that every skill may use: reading its own files, and the rest of results that were cut. */
const OWN = ["get_skill_info", "get_skill_reference", "read_observation"];

/** Runs the scripts of a skill. */
const SCRIPT_TOOL = "run_skill_script";

/** Delivers the files that scripts have made. A call that also takes files of the workspace has effects and must be listed. */
const DELIVERY_TOOL = "deliver_artifacts";

/** The layer of an active skill: it allows exactly the skill's `allowed-tools` and its own scripts. */
export function skillLayer({ name, allowedTools, base }: SkillRights & SkillLayerOptions): Layer {
  return skillsLayer([{ name, allowedTools }], { base });
}

/**
 * The layer of skills whose lists are combined: it allows what one of them lists. Skills without a list add nothing. If no
 * skill has a list, the layer does not object.
 */
export function skillsLayer(skills: readonly SkillRights[], { base, userRequest }: SkillLayerOptions): Layer {
  const listing = skills.filter(({ allowedTools }) => allowedTools !== undefined);
  const names = (listing.length === 0 ? skills : listing).map(({ name }) => name);
  const label = `${names.length === 1 ? "skill" : "skills"} ${names.join(", ")}`;
  if (listing.length === 0) return createLayer({ name: label, otherwise: "allow", rules: [] });
  const rules = listing.flatMap(({ name, allowedTools = [] }) =>
    [...OWN, ...allowedTools].map((text) => parseRule(text, "allow", { base, file: `${name}/SKILL.md` })),
  );
  const layer = createLayer({ name: label, otherwise: "deny", rules });
  const scripts = skills.map(({ name }) => ({ name, rule: scriptRule(name, base) }));
  const delivery = parseRule(DELIVERY_TOOL, "allow", { base });
  const requested = parseRule("*", "allow", { base });
  return {
    ...layer,
    mentions: (tool) =>
      isScriptTool(tool) ||
      isDelivery(tool) ||
      layer.mentions?.(tool) === true ||
      userRequest?.mentions(tool) === true,
    covering(tool, effect) {
      const listed = layer.covering(tool, effect);
      if (listed.length > 0) return listed;
      if (isScriptTool(tool)) return ownScripts(effect, scripts);
      if (isDelivery(tool) && effect === undefined) return [delivery];
      return userRequest?.covers(tool, effect) === true
        ? [{ ...requested, text: "asked for in the message" }]
        : [];
    },
  };
}

/**
 * The layer of a skill that was looked up when the user's message is unknown: it asks about unlisted calls that change, run or
 * send something. Everything else is left to the other layers.
 */
export function lookedUpLayer(skill: SkillRights, { base }: Pick<SkillLayerOptions, "base">): Layer {
  const listed = skillsLayer([skill], { base });
  const asks = parseRule("*", "ask", { base, file: `${skill.name}/SKILL.md` });
  const rule = [{ ...asks, text: `not listed by the skill ${skill.name}` }];
  return {
    ...createLayer({ name: listed.name, otherwise: "allow", rules: [] }),
    covering: (tool, effect) =>
      listed.otherwise === "allow" || tool.risk === "low" || listed.covering(tool, effect).length > 0
        ? []
        : rule,
  };
}

const isScriptTool = ({ name, source }: ToolNames): boolean =>
  name === SCRIPT_TOOL && (source === undefined || source === "builtin" || source === "skill");

const isDelivery = ({ name, source }: ToolNames): boolean =>
  name === DELIVERY_TOOL && (source === undefined || source === "builtin");

function scriptRule(name: string, base: string): Rule {
  return parseRule(SCRIPT_TOOL, "allow", { base, file: `${name}/SKILL.md` });
}

/** The rules for a skill's own scripts. The command names the skill; the other layers decide about all other effects. */
function ownScripts(
  effect: Effect | undefined,
  scripts: readonly { readonly name: string; readonly rule: Rule }[],
): readonly Rule[] {
  const rules = scripts.filter(
    ({ name }) =>
      effect === undefined ||
      effect.kind !== "command.run" ||
      effect.inWord === true ||
      effect.target.startsWith(`${name}/`),
  );
  return rules.slice(0, 1).map(({ rule }) => rule);
}
