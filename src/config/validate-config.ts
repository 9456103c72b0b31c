import type { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { nearest } from "../support/nearest.ts";
import { type Config, configSchema } from "./config-schema.ts";

/** The line on which the value at a path (`permissions.deny.0`) stands, if it stands in a file. */
export type LineOf = (path: readonly PropertyKey[]) => number | undefined;

/** Checks a config that was given as data; file names the place for messages. */
export function validateConfig(raw: unknown, file: string, lineOf: LineOf = () => undefined): Config {
  const result = configSchema.safeParse(raw);
  if (result.success) return result.data;
  throw badConfig(
    file,
    result.error.issues.flatMap((issue) => describe(issue, lineOf)),
  );
}

function describe(issue: z.core.$ZodIssue, lineOf: LineOf): string[] {
  const at = (path: readonly PropertyKey[]) => {
    const line = lineOf(path);
    return `${line === undefined ? "" : `line ${line}: `}${path.map(String).join(".")}`;
  };
  if (issue.code !== "unrecognized_keys") return [`${at(issue.path)} ${issue.message}`];
  const known = knownKeys(issue.path);
  return issue.keys.map((key) => {
    const [close] = nearest(key, known);
    const hint = close === undefined ? `known keys are ${known.join(", ")}` : `did you mean "${close}"?`;
    return `${at([...issue.path, key])} is not a known key; ${hint}`;
  });
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  const schema = path.reduce<unknown>((held, key) => shapeOf(held)?.[String(key)], configSchema);
  return Object.keys(shapeOf(schema) ?? {});
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  if ("shape" in schema) return schema.shape as Record<string, unknown>;
  const inner = (schema as { def?: { innerType?: unknown } }).def?.innerType;
  return inner === undefined ? undefined : shapeOf(inner);
}

/** An error that names the file and all that is wrong with it. */
export function badConfig(file: string, problems: readonly string[]): DejimaError {
  return new DejimaError("invalid_input", `Cannot use the config "${file}": ${problems.join("; ")}`, {
    file,
    problems,
  });
}
