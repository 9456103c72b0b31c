import type { Effect } from "../contract/effect.ts";

/**
 * The narrowest rule that covers a call and others like it: a command stands for itself, a file for its folder but for the
 * workspace itself, an address for its host. Nothing when the effects have no such rule in common.
 */
export function suggestRule(
  { tool, effects }: { tool: string; effects: readonly Effect[] },
  folder: string,
): string | undefined {
  const asked = effects.filter(({ accepted, mounted }) => accepted !== true && mounted !== true); // these need no rule
  const patterns = new Set(asked.map((effect) => patternOf(effect, folder)));
  const [only] = patterns;
  return patterns.size === 1 && only !== undefined ? `${tool}(${only})` : undefined;
}

function patternOf({ kind, target, opaque }: Effect, folder: string): string | undefined {
  // A star in a name would be read as a pattern, and cover more than was approved.
  if (opaque === true || /[*?]/.test(target)) return undefined;
  if (kind === "command.run") return target;
  if (kind.startsWith("host.")) {
    const origin = URL.parse(target)?.origin;
    return origin === undefined ? undefined : `${origin}/**`;
  }
  if (!kind.startsWith("file.")) return undefined;
  const inside = target.startsWith(`${folder}/`);
  const shown = inside ? `./${target.slice(folder.length + 1)}` : target;
  const parent = shown.slice(0, shown.lastIndexOf("/"));
  return parent === "." || parent === "" ? shown : `${parent}/**`;
}
