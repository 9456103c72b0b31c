import type { Effect } from "../contract/effect.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { DEFAULT_BY_RISK, strictest } from "./defaults.ts";
import type { JudgedCall } from "./judge.ts";
import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

/**
 * What the rules say of something that an admitted call comes to on its way, such as where a redirect leads. The call itself
 * was judged: only rules that speak of targets count here, and lists of all that may be done.
 */
export function judgeStep(tool: ToolNames, effect: Effect, layers: readonly Layer[]): VerdictKind {
  let verdict: VerdictKind = "allow";
  for (const layer of layers) {
    const rules = layer.covering(tool, effect);
    for (const rule of rules.filter(speaksOfTargets)) verdict = strictest(verdict, rule.verdict);
    if (layer.otherwise === "deny" && rules.length === 0) verdict = strictest(verdict, "ask");
  }
  return verdict;
}

/** The first rule that forbids every tool to do this, whoever asks. */
export function denyingRule(effect: Effect, layers: readonly Layer[]): Rule | undefined {
  return layers
    .flatMap((layer) => layer.covering(ANY_TOOL, effect))
    .find(({ verdict }) => verdict === "deny");
}

const ANY_TOOL: ToolNames = { name: "", aliases: [] };

function speaksOfTargets({ argument, subjectKind }: Rule): boolean {
  return argument !== undefined || subjectKind === "effect";
}

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
