import { namesSecret } from "../support/secret-reference.ts";

/** Names of settings, headers and variables whose value nobody else is to see. */
const SECRET_NAME = /key$|token$|^assertion$|secret|passw|credential|^authorization$|^cookie$/i;

/** Shorter ones are words that may stand anywhere. */
const SHORTEST = 8;

/** Secrets that were written into the config as they are, where `${A_VARIABLE}` would have been better. */
export function literalSecrets(config: unknown): string[] {
  if (typeof config !== "object" || config === null) return [];
  return Object.entries(config).flatMap(([name, value]) => {
    if (typeof value !== "string") return literalSecrets(value);
    if (!SECRET_NAME.test(name) || namesSecret(value)) return [];
    const bare = value.replace(/^(?:Bearer|Basic|Token) /i, "");
    return bare.length < SHORTEST ? [] : [bare];
  });
}
