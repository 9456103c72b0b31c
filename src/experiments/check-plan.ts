import { DejimaError } from "../contract/error.ts";
import type { Tool } from "../contract/tool.ts";
import { checkDescription } from "./descriptions.ts";
import { powerDifference } from "./same-powers.ts";

/** Options for a new experiment. Exactly one of `description` and `version` must be set. */
export interface ExperimentPlan {
  readonly tool: string;
  readonly description?: string | undefined;
  readonly version?: string | undefined;
  readonly name?: string | undefined;
  readonly by: string;
}

/** The tools that a plan may name. */
export interface PlannedTools {
  /** A tool by name, or by name and version. */
  tool(name: string): Tool | undefined;
  /** Like `tool`, but throws an error with the nearest names if it is not found. */
  require(name: string): Tool;
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,60}$/;

/** The name of an experiment without one. */
export function newName(tool: string, now: number): string {
  const day = new Date(now).toISOString().replaceAll(/\D/g, "");
  return `${tool
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]/g, "-")
    .slice(0, 40)}-${day}`;
}

/** A plan that can be started. Throws if it compares nothing, or variants with different permissions. */
export function checkedPlan(plan: ExperimentPlan, { require, tool: find }: PlannedTools): ExperimentPlan {
  const { tool, description, version, name } = plan;
  const refuse = (why: string) =>
    new DejimaError("invalid_input", `Cannot start an experiment with "${tool}": ${why}`, { tool });
  if (name !== undefined && !NAME.test(name))
    throw refuse(
      `"${name.slice(0, 100)}" is not a valid name. Use lowercase letters, digits, dots and dashes`,
    );
  if ((description === undefined) === (version === undefined))
    throw refuse(
      "pass what to try: another description (--description TEXT) or another version (--with-version VERSION)",
    );
  if (description !== undefined) {
    const tried = checkDescription(description, tool);
    if (tried === require(tool).description) throw refuse("the description is the tool's own");
    return { ...plan, description: tried };
  }
  const [own, other] = [require(tool), find(`${tool}@${version}`)];
  if (other === undefined) throw refuse(`it has no version ${version}; the one in use is ${own.version}`);
  if (other === own) throw refuse(`version ${version} is the one that is used anyway`);
  const difference = powerDifference(own, other);
  if (difference !== undefined)
    throw refuse(
      `version ${version} differs in ${difference}. Variants may differ in how they work, not in their permissions`,
    );
  return plan;
}
