import { DEFAULT_BY_RISK } from "./defaults.ts";
import type { JudgedCall } from "./judge.ts";
import type { Layer } from "./layer.ts";

/**
 * Whether a call of a tool could run at all, before anything of the call is known: `denied` where a rule or a list keeps it
 * from running with any input, `off` where only nobody has switched it on, else `open`.
 */
export type ToolReach = "open" | "off" | "denied";

/** How far a tool is within reach of what these layers leave. */
export function toolReach(tool: JudgedCall["tool"], layers: readonly Layer[]): ToolReach {
  const reaches = layers.map((layer) => layerReach(tool, layer));
  return reaches.find((reach) => reach === "denied") ?? reaches.find((reach) => reach === "off") ?? "open";
}

function layerReach(tool: JudgedCall["tool"], layer: Layer): ToolReach {
  const whole = layer.covering(tool, undefined);
  if (whole.some(({ verdict }) => verdict === "deny")) return "denied";
  // Rules for some inputs are enough to be of use.
  if (
    whole.some(({ tightensOnly }) => tightensOnly !== true) ||
    layer.otherwise === "allow" ||
    layer.mentions?.(tool) === true
  )
    return "open";
  if (layer.otherwise === "deny") return "denied";
  return DEFAULT_BY_RISK[tool.risk] === "deny" ? "off" : "open";
}
