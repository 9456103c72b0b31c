import { createLayer, type Layer } from "./layer.ts";
import { parseRule } from "./rule.ts";

interface SkillRights {
  readonly name: string;
  /** Rules for the only tools it may use; left out when it names none, and then the other layers decide alone. */
  readonly allowedTools?: readonly string[] | undefined;
  /** What relative path patterns start from. */
  readonly base: string;
}

/** Reading what the skill itself brought along is always among its rights. */
const OWN = ["get_skill_info", "get_skill_reference"];

/** What a skill's `allowed-tools` leave of everybody's rights while it is active: exactly what it lists. */
export function skillLayer({ name, allowedTools, base }: SkillRights): Layer {
  const label = `skill ${name}`;
  if (allowedTools === undefined) return createLayer({ name: label, otherwise: "allow", rules: [] });
  const rules = [...OWN, ...allowedTools].map((text) =>
    parseRule(text, "allow", { base, file: `${name}/SKILL.md` }),
  );
  return createLayer({ name: label, otherwise: "deny", rules });
}
