import { DejimaError } from "../../contract/error.ts";
import { didYouMean } from "../../support/nearest.ts";
import { configSchema } from "../schema/config-schema.ts";
import { childOf, definitionOf, shapeOf } from "../schema/schema-parts.ts";
import { typedText } from "../substitute-environment.ts";
import { literalSecrets } from "../trust/literal-secrets.ts";

/** Sections with their own commands, which check more than the form of a value. */
const OWN_COMMANDS: Readonly<Record<string, string>> = {
  permissions: "dejima policy allow|ask|deny RULE",
  mcpServers: "dejima mcp add",
  openapi: "dejima tool add-openapi",
  databases: "dejima database add",
  channels: "dejima channel connect",
};

/** Names that people try for settings that are stored elsewhere. */
const KEPT_ELSEWHERE: Readonly<Record<string, string>> = {
  model: "`dejima model use` chooses the model",
};

/** The command that changes settings under this key. `undefined` if `config set` does. */
export function commandForSetting(key: string): string | undefined {
  const [section = ""] = key.split(".");
  return Object.hasOwn(OWN_COMMANDS, section) ? OWN_COMMANDS[section] : undefined;
}

/** Whether the name of a setting says that its value is secret. */
export function isSecretSetting(key: string): boolean {
  return literalSecrets({ [key.split(".").at(-1) ?? ""]: "a-secret-value" }).length > 0;
}

/** Finds the schema of one setting. Throws if the key names no setting, a whole section, or one with a separate command. */
export function settingSchema(key: string): unknown {
  const path = key.split(".");
  const command = commandForSetting(key);
  if (command !== undefined)
    throw new DejimaError("invalid_input", `Cannot change "${key}" this way. Use \`${command}\``);
  let schema: unknown = configSchema;
  for (const [at, name] of path.entries()) {
    const names = Object.keys(shapeOf(schema) ?? {});
    const child = childOf(schema, name);
    if (child === undefined || name === "")
      throw new DejimaError(
        "invalid_input",
        `Cannot change "${key}": the setting was not found${hintFor(name, names)}`,
        { in: path.slice(0, at).join(".") },
      );
    schema = child;
  }
  const names = shapeOf(schema);
  if (names === undefined) return schema;
  throw new DejimaError(
    "invalid_input",
    `Cannot change "${key}" as a whole: name one of its settings, ${Object.keys(names)
      .map((name) => `${key}.${name}`)
      .join(", ")}`,
  );
}

/** Parses the words that a person gives for a setting. Refuses secrets: others may read the config. */
export function settingValue(key: string, words: readonly string[]): unknown {
  const schema = settingSchema(key);
  const [first = "", ...others] = words;
  if (literalSecrets({ [key.split(".").at(-1) ?? ""]: first }).length > 0)
    throw new DejimaError(
      "invalid_input",
      `Cannot write a key into the config: others may read it. \`dejima model connect\` keeps keys of models; elsewhere write a variable, '\${NAME}'`,
    );
  if (definitionOf(schema)?.type === "array") return typedText(words, schema);
  if (others.length === 0) return typedText(first, schema);
  throw new DejimaError("invalid_input", `Cannot set "${key}" to ${words.length} values: it takes one`);
}

/** Turns an error about the whole config into one about the value that caused it. Other errors are returned unchanged. */
export function aboutSetting(error: unknown, key: string, words: readonly string[]): unknown {
  if (!(error instanceof DejimaError) || !Array.isArray(error.details.problems)) return error;
  const problems = error.details.problems.map((problem) => String(problem).replace(/^line \d+: /, ""));
  if (!problems.every((problem) => problem.startsWith(key))) return error;
  const why = problems.map((problem) => problem.replace(`${key} `, "it ")).join("; ");
  return new DejimaError("invalid_input", `Cannot set ${key} to "${words.join(" ")}": ${why}`);
}

function hintFor(name: string, names: readonly string[]): string {
  const elsewhere = Object.hasOwn(KEPT_ELSEWHERE, name) ? KEPT_ELSEWHERE[name] : undefined;
  if (elsewhere !== undefined) return `. ${elsewhere}`;
  return didYouMean(name, names) || ". `dejima config show` lists the settings";
}
