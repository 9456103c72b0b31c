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

/** How far a single star reaches: up to the next slash (paths, URLs), or anywhere (command lines, names). */
export type StarReach = "segment" | "anywhere";

/** Compiles a pattern into a test that walks the text once, so that no pattern and no text can make it slow. */
export function walkWildcard(pattern: string, reach: StarReach): (text: string) => boolean {
  const prefix = pattern.slice(0, Math.max(0, pattern.search(/\/?[*?]/)));
  const steps = stepsOf(pattern.slice(prefix.length), reach);
  const needed = longestLiteral(pattern.slice(prefix.length));
  return (text) =>
    text.startsWith(prefix) &&
    text.includes(needed, prefix.length) &&
    matches(steps, text.slice(prefix.length));
}

/** The longest part that every match contains: most texts lack it, and need no walk. A slash beside stars may stand for nothing. */
function longestLiteral(pattern: string): string {
  const parts = pattern.split(/\/?[*?]+\/?/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/**
 * One step of a pattern. `tail` is `/**` at its end: nothing, or a slash and anything. `folders` is `**` and a slash:
 * nothing, or anything up to a slash.
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

// Walks the text once and keeps every step that the pattern may stand at: no way is ever tried again.
function matches(steps: readonly Step[], text: string): boolean {
  let standing = new Set<number>();
  enter(0, steps, standing);
  for (const character of text) {
    const next = new Set<number>();
    for (const at of standing) {
      const step = steps[at];
      if (step?.type === "tail" && character === "/") return true;
      if (step !== undefined) advance(step, at, { character, steps, next });
    }
    if (next.size === 0) return false;
    standing = next;
  }
  return standing.has(steps.length) || [...standing].some((at) => steps[at]?.type === "tail");
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

// Steps that may stand for nothing let the pattern stand at the one after them as well.
function enter(at: number, steps: readonly Step[], into: Set<number>): void {
  for (let place = at; !into.has(place); place++) {
    into.add(place);
    const type = steps[place]?.type;
    if (type !== "many" && type !== "folders") return;
  }
}
