import { thrownText } from "../support/thrown-text.ts";
import { type EnvironmentVariables, substituteEnvironment } from "./substitute-environment.ts";

/** Data in which variables were put in for references, with what went wrong and where. */
interface Substituted {
  readonly value: unknown;
  /** Values that came from the environment: never to be stored or shown. */
  readonly secrets: readonly string[];
  readonly problems: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** Puts variables in everywhere in a config's data. Keys without a value go: they are as good as not written. */
export function substituteAll(data: unknown, variables: EnvironmentVariables): Substituted {
  const secrets = new Set<string>();
  const problems: { path: readonly PropertyKey[]; message: string }[] = [];
  const walk = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]));
    if (typeof value === "object" && value !== null) {
      const given = Object.entries(value).filter(([, held]) => held !== null);
      return Object.fromEntries(given.map(([key, held]) => [key, walk(held, [...path, key])]));
    }
    if (typeof value !== "string") return value;
    try {
      return substituteEnvironment(value, variables, (secret) => secrets.add(secret));
    } catch (cause) {
      problems.push({ path, message: thrownText(cause) });
      return value;
    }
  };
  return { value: walk(data, []), secrets: [...secrets], problems };
}
