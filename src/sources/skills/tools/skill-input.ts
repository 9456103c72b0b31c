import { z } from "zod";
import { isRecord } from "../../../text/record.ts";

/** The name of a skill as an input field. */
export const skillInput = z.string().min(1).max(200).describe("Name of the skill, as list_skills gives it");

/** Other names that agents and people use for these fields. */
const FOREIGN_NAMES: Readonly<Record<string, readonly string[]>> = {
  skill: ["skill_name", "skillName", "name"],
  script: ["relative_path", "relativePath", "script_path", "scriptPath", "script_name", "scriptName"],
  args: ["arguments", "argv"],
  path: ["relative_path", "relativePath", "reference"],
};

/**
 * An input that also accepts other agents' field names, and a skill as `{ name }`. Models see only our own
 * fields.
 */
export function skillFields<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.strictObject(shape);
  return z.preprocess((input) => renamed(input, Object.keys(shape)), schema);
}

function renamed(input: unknown, fields: readonly string[]): unknown {
  if (!isRecord(input)) return input;
  const known = new Set(fields);
  const result: Record<string, unknown> = { ...input };
  for (const field of fields) {
    if (Object.hasOwn(result, field)) continue;
    const other = (FOREIGN_NAMES[field] ?? []).find(
      (name) => !known.has(name) && Object.hasOwn(result, name),
    );
    if (other === undefined) continue;
    result[field] = result[other];
    delete result[other];
  }
  const { skill } = result;
  return isRecord(skill) && typeof skill.name === "string" ? { ...result, skill: skill.name } : result;
}
