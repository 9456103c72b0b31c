import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { issueWords } from "../../support/issue-words.ts";
import type { Command, CommandContext, RawInput } from "./command.ts";

/** A command as its file defines it: one schema for its input, and its work. */
interface Definition<Input extends z.ZodObject> {
  readonly path: readonly string[];
  /** The title of the words before the last one in the list of commands. Needed once per group. */
  readonly group?: string;
  readonly summary: string;
  /** Arguments and options alike: keys in camel case, flags in kebab case. */
  readonly input: Input;
  /** The keys of `input` that are positional, not flags. */
  readonly arguments?: readonly (keyof Input["shape"] & string)[];
  readonly examples: readonly string[];
  /** Does the work and returns the exit code. */
  run(context: CommandContext, input: z.output<Input>): Promise<number>;
}

/** Creates a command from its definition. Usage, flags and checks are derived from the schema. */
export function defineCommand<Input extends z.ZodObject>(definition: Definition<Input>): Command {
  const { input, arguments: places = [], run, ...described } = definition;
  const fields = Object.entries(input.shape).map(([key, schema]) => fieldOf(key, schema));
  const placed = places.map((key) => fields.find((field) => field.key === key)).filter((field) => !!field);
  const flagged = fields.filter(({ key }) => !places.includes(key));
  return {
    ...described,
    usage: placed.map(({ usage }) => usage).join(" "),
    choices: Object.fromEntries(
      placed.flatMap(({ name, choices }) => (choices === undefined ? [] : [[name, choices]])),
    ),
    options: flagged.map(({ flags, description }) => ({ flags, description })),
    run(context, raw) {
      const values = valuesOf(raw, placed);
      const { data, error } = input.safeParse(values);
      if (error === undefined) return run(context, data);
      const [issue] = error.issues;
      const key = issue?.path[0] ?? "";
      const field = fields.find((one) => one.key === key);
      const name =
        field === undefined || placed.includes(field) ? `<${kebab(String(key))}>` : `--${kebab(field.key)}`;
      const [passed, why] = [values[String(key)], issue === undefined ? "" : issueWords(issue)];
      throw new DejimaError(
        "invalid_input",
        passed === undefined
          ? `Cannot run \`dejima ${described.path.join(" ")}\` without ${name}: ${why}`
          : `Cannot use ${name} ${shownValue(passed)}: ${why}`,
      );
    },
  };
}

/** The value as it was typed. The value of a repeatable option is a list. */
function shownValue(passed: unknown): string {
  return Array.isArray(passed) ? passed.map((one) => JSON.stringify(one)).join(" ") : JSON.stringify(passed);
}

interface Field {
  readonly key: string;
  readonly description: string;
  readonly flags: string;
  /** How the help shows it as a positional argument. */
  readonly usage: string;
  readonly many: boolean;
  /** Its name on the command line. */
  readonly name: string;
  /** The values that there are. Absent if any text is one. */
  readonly choices?: readonly string[];
}

function fieldOf(key: string, schema: z.core.$ZodType): Field {
  const { description = "", value = "value" } = z.globalRegistry.get(schema) ?? {};
  const { inner, optional, initial } = unwrapped(schema);
  const many = inner instanceof z.ZodArray;
  const dots = many ? "..." : "";
  const flag = `--${initial === true ? "no-" : ""}${kebab(key)}`;
  const name = kebab(key) + dots;
  return {
    key,
    description,
    flags: inner instanceof z.ZodBoolean ? flag : `${flag} <${String(value)}${dots}>`,
    usage: optional ? `[${name}]` : `<${name}>`,
    many,
    name: kebab(key),
    ...(inner instanceof z.ZodEnum && { choices: inner.options.map(String) }),
  };
}

function unwrapped(schema: z.core.$ZodType): { inner: z.core.$ZodType; optional: boolean; initial: unknown } {
  let [inner, optional] = [schema, false];
  let initial: unknown;
  for (;;) {
    if (inner instanceof z.ZodDefault) initial = inner.def.defaultValue;
    if (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional)
      [inner, optional] = [inner.def.innerType, true];
    else if (inner instanceof z.ZodPipe) inner = inner.def.in;
    else return { inner, optional, initial };
  }
}

function valuesOf(
  { arguments: positional, options }: RawInput,
  placed: readonly Field[],
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...options };
  for (const [place, { key, many }] of placed.entries()) {
    const rest = positional.slice(place);
    const value = many ? (rest.length === 0 ? undefined : rest) : positional[place];
    if (value !== undefined) values[key] = value;
  }
  return values;
}

const kebab = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
