/** How far a single star reaches: up to the next slash (paths, URLs), or anywhere (command lines, names). */
export type StarReach = "segment" | "anywhere";

/** Compiles a pattern into a test that walks the text once, so that no pattern and no text can make it slow. */
export function walkWildcard(pattern: string, reach: StarReach): (text: string) => boolean {
  const prefix = pattern.slice(0, Math.max(0, pattern.search(/\/?[*?]/)));
  const steps = stepsOf(pattern.slice(prefix.length), reach);
  return (text) => text.startsWith(prefix) && matches(steps, text.slice(prefix.length));
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
