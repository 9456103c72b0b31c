import type { Effect } from "../contract/effect.ts";
import { judge } from "../policy/judge.ts";
import type { Layer } from "../policy/layer.ts";
import type { JudgedRequest } from "./call.ts";

/**
 * Holds a running call to what was judged: it may use what it declared, or what lies below a folder that it declared, and
 * of that nothing which a rule denies or a person would have to be asked about.
 */
export function permittedFiles(
  { tool, effects }: JudgedRequest,
  layers: readonly Layer[],
): (effect: Effect) => boolean {
  return (wanted) => {
    const cover = effects.find((declared) => covers(declared, wanted));
    if (cover === undefined) return false;
    if (cover.target === wanted.target) return true;
    return judge({ tool, effects: [wanted] }, layers).verdict === "allow";
  };
}

// Who may replace or remove a file may look at it as well.
function covers(declared: Effect, wanted: Effect): boolean {
  const sameKind =
    declared.kind === wanted.kind || (wanted.kind === "file.read" && declared.kind.startsWith("file."));
  if (!sameKind) return false;
  return (
    wanted.target === declared.target ||
    wanted.target.startsWith(`${declared.target === "/" ? "" : declared.target}/`)
  );
}
