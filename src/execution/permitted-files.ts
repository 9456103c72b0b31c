import type { Effect } from "../contract/effect.ts";
import { isSecretRead } from "../policy/defaults.ts";
import { judge } from "../policy/judge.ts";
import type { Layer } from "../policy/layer.ts";
import type { JudgedRequest } from "./call.ts";

/**
 * Holds a running call to what was judged: it may use what it declared, or what lies below a folder that it declared, and
 * of that nothing which a rule denies or a person would have to be asked about. Who may replace or remove a file may look
 * at it as well, unless a rule speaks of reading it.
 */
export function permittedFiles(
  { tool, effects }: JudgedRequest,
  layers: readonly Layer[],
): (effect: Effect) => boolean {
  // What comes this way can be undone, whatever other ways the tool has.
  const guarded = { ...tool, flow: { ...tool.flow, files: "guarded" as const } };
  const judges = (wanted: Effect, voices: readonly Layer[]) =>
    judge({ tool: guarded, effects: [wanted] }, voices).verdict === "allow";
  return (wanted) => {
    const covering = effects.filter((declared) => covers(declared, wanted));
    const same = covering.filter(({ target }) => target === wanted.target);
    if (same.some(({ kind }) => kind === wanted.kind)) return true;
    if (same.length > 0 && !isSecretRead(wanted)) return judges(wanted, layers.map(withoutDefaults));
    return covering.length > 0 && judges(wanted, layers);
  };
}

function withoutDefaults(layer: Layer): Layer {
  return layer.otherwise === "default" ? { ...layer, otherwise: "allow" } : layer;
}

function covers(declared: Effect, wanted: Effect): boolean {
  const sameKind =
    declared.kind === wanted.kind || (wanted.kind === "file.read" && declared.kind.startsWith("file."));
  if (!sameKind) return false;
  return (
    wanted.target === declared.target ||
    wanted.target.startsWith(`${declared.target === "/" ? "" : declared.target}/`)
  );
}
