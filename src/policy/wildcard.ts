const SPECIAL = /[.+^${}()|[\]\\]/g;
const MAX_PATTERN = 1000;
const MAX_STARS = 20;

/**
 * Compiles a pattern of literals, `?`, `*` and `**` into a test of a whole string. Patterns may come from a skill, so their
 * length and number of stars are limited; a pattern beyond the limit throws. Texts come from a model, so the test takes linear
 * time in the text, whatever the pattern.
 */
export function compileWildcard(pattern: string, reach: StarReach): (text: string) => boolean {
  if (pattern.length > MAX_PATTERN || pattern.split("*").length - 1 > MAX_STARS) {
    throw new RangeError(
      `the pattern is longer than ${MAX_PATTERN} characters or has more than ${MAX_STARS} stars`,
    );
  }
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  // With two stars before its end, a regular expression would try every pair of positions.
  const inner = pattern.replace(/\*+$/, "").match(/\*+/g) ?? [];
  if (inner.length > 1) return walkWildcard(pattern, reach);
  const expression = expressionOf(pattern, reach);
  return (text) => expression.test(text);
}

/** The prefix of every text that a pattern matches. `folder/**` also matches the folder itself, so its slash is not included. */
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

/** What a single star matches: up to the next slash (paths, URLs), or anything (command lines, names). */
export type StarReach = "segment" | "anywhere";

/** Compiles a pattern into a test that scans the text once, so that no pattern and no text can make it slow. */
export function walkWildcard(pattern: string, reach: StarReach): (text: string) => boolean {
  const prefix = pattern.slice(0, Math.max(0, pattern.search(/\/?[*?]/)));
  const steps = stepsOf(pattern.slice(prefix.length), reach);
  const needed = longestLiteral(pattern.slice(prefix.length));
  return (text) =>
    text.startsWith(prefix) &&
    text.includes(needed, prefix.length) &&
    matches(steps, text.slice(prefix.length));
}

/** The longest part that every match contains. Most texts lack it and need no scan. A slash beside stars may match nothing. */
function longestLiteral(pattern: string): string {
  const parts = pattern.split(/\/?[*?]+\/?/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/**
 * One step of a pattern. `tail` is a final `/**`: it matches nothing, or a slash and anything. `folders` is `**` and a slash: it
 * matches nothing, or anything up to a slash.
 */
type Step =
  | { readonly type: "literal"; readonly character: string }
  | { readonly type: "one" | "many"; readonly slash: boolean }
  | { readonly type: "folders" }
  | { readonly type: "tail" };

function stepsOf(pattern: string, reach: StarReach): Step[] {
  const marked = pattern
    .replace(/\/\*\*$/, "\u0001")
    .replace(/\*\*\//g, "\u0002")
    .replace(/\*{2,}/g, "\u0003");
  const slash = reach === "anywhere";
  return [...marked].map((character): Step => {
    switch (character) {
      case "\u0001":
        return { type: "tail" };
      case "\u0002":
        return { type: "folders" };
      case "\u0003":
        return { type: "many", slash: true };
      case "*":
        return { type: "many", slash };
      case "?":
        return { type: "one", slash };
      default:
        return { type: "literal", character };
    }
  });
}

// Scans the text once with the set of all possible positions in the pattern, without backtracking.
function matches(steps: readonly Step[], text: string): boolean {
  let positions = new Set<number>();
  enter(0, steps, positions);
  for (const character of text) {
    const next = new Set<number>();
    for (const at of positions) {
      const step = steps[at];
      if (step?.type === "tail" && character === "/") return true;
      if (step !== undefined) advance(step, at, { character, steps, next });
    }
    if (next.size === 0) return false;
    positions = next;
  }
  return positions.has(steps.length) || [...positions].some((at) => steps[at]?.type === "tail");
}

interface Move {
  readonly character: string;
  readonly steps: readonly Step[];
  readonly next: Set<number>;
}

function advance(step: Step, at: number, { character, steps, next }: Move): void {
  if (step.type === "literal") {
    if (step.character === character) enter(at + 1, steps, next);
  } else if (step.type === "folders") {
    next.add(at);
    if (character === "/") enter(at + 1, steps, next);
  } else if (step.type !== "tail") {
    if (step.slash || character !== "/") enter(step.type === "one" ? at + 1 : at, steps, next);
  }
}

// A step that may match nothing also adds the position after it.
function enter(at: number, steps: readonly Step[], into: Set<number>): void {
  for (let place = at; !into.has(place); place++) {
    into.add(place);
    const type = steps[place]?.type;
    if (type !== "many" && type !== "folders") return;
  }
}
