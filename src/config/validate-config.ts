import type { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { nearest } from "../support/nearest.ts";
import { type Config, configSchema } from "./config-schema.ts";
import { childOf, shapeOf } from "./schema-parts.ts";

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

/** "line 3: tools.timeout": where a value stands, in words. */
export function placeOf(path: readonly PropertyKey[], lineOf: LineOf): string {
  const line = lineOf(path);
  return `${line === undefined ? "" : `line ${line}: `}${path.map(String).join(".")}`;
}

function describe(issue: z.core.$ZodIssue, lineOf: LineOf): string[] {
  const at = (path: readonly PropertyKey[]) => placeOf(path, lineOf);
  if (issue.code === "invalid_union") {
    const meant = meantForm(issue.errors);
    if (meant !== undefined)
      return meant.flatMap((inner) => describe({ ...inner, path: [...issue.path, ...inner.path] }, lineOf));
  }
  if (issue.code !== "unrecognized_keys") return [`${at(issue.path)} ${issue.message}`];
  const known = knownKeys(issue.path);
  return issue.keys.map((key) => {
    const close = nearest(key, known).map((name) => `"${name}"`);
    const hint =
      close.length === 0 ? `known keys are ${known.join(", ")}` : `did you mean ${close.join(" or ")}?`;
    return `${at([...issue.path, key])} is not a known key; ${hint}`;
  });
}

/** Of the forms that a value may take, the one that it takes but for mistakes further inside. */
function meantForm(forms: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  return forms.find((issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0));
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  const schema = path.reduce<unknown>((held, key) => childOf(held, String(key)), configSchema);
  return Object.keys(shapeOf(schema) ?? {});
}

/** An error that names the file and all that is wrong with it. */
export function badConfig(file: string, problems: readonly string[]): DejimaError {
  return new DejimaError("invalid_input", `Cannot use the config "${file}": ${problems.join("; ")}`, {
    file,
    problems,
  });
}
