import { DejimaError } from "../contract/error.ts";
import { namesSecret, unsetReference } from "../support/config-references.ts";
import { thrownText } from "../support/thrown-text.ts";
import { childOf, definitionOf } from "./schema/schema-parts.ts";

const NUMBER = /^-?\d+(?:\.\d+)?$/;

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$(\$?)\{([^}]*)\}/g;
const NAME = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;

/** Substitutes `${NAME}` and `${NAME:-default}`. `$${` means a literal `${`; `${secret:NAME}` is kept. Passes each value to `onSecret`, and the name of a variable that is not set to `onUnset`. */
function substituteEnvironment(
  text: string,
  variables: EnvironmentVariables,
  { onSecret, onUnset }: SubstitutionHooks,
): string {
  return text.replace(REFERENCE, (whole, doubled: string, inner: string) => {
    if (doubled !== "") return whole.slice(1);
    if (namesSecret(whole)) return whole; // the vault fills it in where it is used
    const [, name, fallback] = NAME.exec(inner) ?? [];
    if (name === undefined) {
      throw new DejimaError(
        "invalid_input",
        `Cannot substitute "${whole}": write \${NAME} or \${NAME:-default}`,
      );
    }
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value !== undefined && value !== "") {
      onSecret(value);
      return value;
    }
    if (fallback !== undefined) return fallback;
    return onUnset(name, whole);
  });
}

interface SubstitutionHooks {
  onSecret(value: string): void;
  /** Returns the text that stands for the variable, or throws. */
  onUnset(name: string, whole: string): string;
}

function failUnset(name: string, whole: string): never {
  throw new DejimaError(
    "invalid_input",
    `Cannot substitute "${whole}": ${name} is not set. Set it, or write \${${name}:-default}`,
    { name },
  );
}

/** The keys of an MCP server in which a variable may be unset. Then only this server cannot start. */
const SERVER_KEYS = ["command", "args", "env", "cwd", "folders", "hosts", "url", "headers", "oauth"];

function isOfServer(path: readonly PropertyKey[]): boolean {
  const [section, , key] = path[0] === "tools" ? path.slice(1) : path;
  return section === "mcpServers" && SERVER_KEYS.includes(String(key));
}

/** Data with substituted variables, and the errors with their positions. */
interface Substituted {
  readonly value: unknown;
  /** Values that came from the environment: never to be stored or shown. */
  readonly secrets: readonly string[];
  readonly problems: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** Substitutes variables in the data of a config. Drops keys without a value. */
export function substituteAll(data: unknown, variables: EnvironmentVariables): Substituted {
  const secrets = new Set<string>();
  const problems: { path: readonly PropertyKey[]; message: string }[] = [];
  const walk = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]));
    if (typeof value === "object" && value !== null) {
      const given = Object.entries(value).filter(([, child]) => child !== null);
      return Object.fromEntries(given.map(([key, child]) => [key, walk(child, [...path, key])]));
    }
    if (typeof value !== "string") return value;
    try {
      return substituteEnvironment(value, variables, {
        onSecret: (secret) => secrets.add(secret),
        onUnset: isOfServer(path) ? unsetReference : failUnset,
      });
    } catch (cause) {
      problems.push({ path, message: thrownText(cause) });
      return value;
    }
  };
  return { value: walk(data, []), secrets: [...secrets], problems };
}

/** Converts text to the number or boolean that the schema expects, because variables are always text. */
export function typedText(value: unknown, schema: unknown): unknown {
  if (typeof value === "string") return typed(value, definitionOf(schema)?.type);
  if (Array.isArray(value))
    return value.map((item, index) => typedText(item, childOf(schema, String(index))));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, typedText(child, childOf(schema, key))]),
  );
}

function typed(text: string, type: unknown): unknown {
  if (type === "number" && NUMBER.test(text.trim())) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
