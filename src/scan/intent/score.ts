import { FEATURES, featureName } from "./features.ts";
import { FITTED } from "./weights.ts";

/** What kind of text an order stands in. A skill's business is to give orders, a tool's description has none to give. */
type Setting = "skill" | "tool";

const WEIGHTS = { skill: weightsOf("skill"), tool: weightsOf("tool") };

/** How much an order looks like one that serves somebody else; above 0 it does. */
export function scoreOf(columns: readonly number[], setting: Setting): number {
  const weights = WEIGHTS[setting];
  let score: number = FITTED[setting].bias;
  for (const column of columns) score += weights[column] as number;
  return score;
}

function weightsOf(setting: Setting): Float32Array {
  const weights = new Map(
    FITTED[setting].weights.split(/\s+/).map((pair) => {
      const at = pair.lastIndexOf("=");
      return [pair.slice(0, at), Number(pair.slice(at + 1))] as const;
    }),
  );
  return Float32Array.from({ length: FEATURES }, (_, column) => weights.get(featureName(column)) ?? 0);
}
