import type { Effect } from "../contract/effect.ts";
import type { Risk } from "../contract/tool.ts";
import type { Reason, Verdict } from "../contract/verdict.ts";
import { strictest } from "./defaults.ts";
import { judge } from "./judge.ts";
import type { Layer, ToolNames } from "./layer.ts";

/** A call as the log recorded it when it was judged. */
interface RecordedCall {
  readonly tool: ToolNames & { readonly risk: Risk };
  readonly effects: readonly Effect[];
  readonly reasons: readonly Reason[];
}

/** How a recorded call would be judged with other global rules; what further layers said then still holds. */
export function rejudge({ tool, effects, reasons }: RecordedCall, global: Layer): Verdict {
  const { verdict, reasons: anew } = judge({ tool, effects }, [global]);
  const others = reasons.filter(({ layer }) => layer !== "global");
  return {
    verdict: others.reduce((held, { effect }) => strictest(held, effect), verdict),
    reasons: [...anew, ...others],
  };
}

/**
 * The narrowest rule that covers a call and others like it: a command stands for itself, a file for its folder but for the
 * workspace itself, an address for its host; `undefined` if the effects have no rule in common.
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
