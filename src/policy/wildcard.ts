import { type StarReach, walkWildcard } from "./walk-wildcard.ts";

const SPECIAL = /[.+^${}()|[\]\\]/g;
const MAX_PATTERN = 1000;
const MAX_STARS = 20;

/**
 * Compiles a pattern of literals, `?`, `*` and `**` into a test of a whole string. Patterns may come from a skill, so
 * their length and number of stars are bounded; one beyond that throws. The test takes time linear in the text, whatever
 * the pattern: texts come from a model.
 */
export function compileWildcard(pattern: string, reach: StarReach): (text: string) => boolean {
  if (pattern.length > MAX_PATTERN || pattern.split("*").length - 1 > MAX_STARS) {
    throw new RangeError(
      `the pattern is longer than ${MAX_PATTERN} characters or has more than ${MAX_STARS} stars`,
    );
  }
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  // With two stars before its end, an expression would try every pair of places.
  const inner = pattern.replace(/\*+$/, "").match(/\*+/g) ?? [];
  if (inner.length > 1) return walkWildcard(pattern, reach);
  const expression = expressionOf(pattern, reach);
  return (text) => expression.test(text);
}

/** What every text that a pattern matches begins with. `folder/**` matches the folder itself, so its slash is no part. */
export function literalPrefix(pattern: string): string {
  const wild = pattern.search(/[*?]/);
  if (wild === -1) return pattern;
  return pattern.slice(0, wild).replace(/\/$/, "");
}

function expressionOf(pattern: string, reach: StarReach): RegExp {
  const one = reach === "segment" ? "[^/]" : "[^]";
  const source = pattern
    .replace(SPECIAL, "\\$&")
    .replace(/\/\*\*$/, "\u0001")
    .replace(/\*\*\//g, "\u0002")
    .replace(/\*{2,}/g, "\u0003")
    .replaceAll("*", `${one}*`)
    .replaceAll("?", one)
    .replaceAll("\u0001", "(?:/[^]*)?")
    .replaceAll("\u0002", "(?:[^]*/)?")
    .replaceAll("\u0003", "[^]*");
  return new RegExp(`^${source}$`, "u");
}
