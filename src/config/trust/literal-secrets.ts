import { namesSecret } from "../../support/config-references.ts";

/** Names of settings, headers and variables whose value is a secret. */
const SECRET_NAME = /key$|token$|^assertion$|secret|passw|credential|^authorization$|^cookie$/i;

/** Shorter values may be ordinary words. */
const SHORTEST = 8;

/** Finds secrets that are written into the config as plain text instead of as `${A_VARIABLE}`. */
export function literalSecrets(config: unknown): string[] {
  if (typeof config !== "object" || config === null) return [];
  return Object.entries(config).flatMap(([name, value]) => {
    if (typeof value !== "string") return literalSecrets(value);
    if (!SECRET_NAME.test(name) || namesSecret(value)) return [];
    const bare = value.replace(/^(?:Bearer|Basic|Token) /i, "");
    return bare.length < SHORTEST ? [] : [bare];
  });
}
