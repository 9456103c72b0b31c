import type { Effect } from "../contract/effect.ts";
import { SPEND_TOOL } from "../contract/figures/spend.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { DEFAULT_BY_RISK, strictest } from "./defaults.ts";
import { type JudgedCall, namesSpend } from "./judge.ts";
import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

/**
 * The verdict on something that an admitted call runs into, such as the target of a redirect. The call itself was judged
 * before, so only rules about targets and allow lists count here.
 */
export function judgeStep(tool: ToolNames, effect: Effect, layers: readonly Layer[]): VerdictKind {
  let verdict: VerdictKind = "allow";
  for (const layer of layers) {
    const rules = layer.covering(tool, effect);
    for (const rule of rules.filter(isAboutTargets)) verdict = strictest(verdict, rule.verdict);
    if (layer.otherwise === "deny" && rules.length === 0) verdict = strictest(verdict, "ask");
  }
  return verdict;
}

/** The first rule that denies this effect to every tool. */
export function denyingRule(effect: Effect, layers: readonly Layer[]): Rule | undefined {
  return layers
    .flatMap((layer) => layer.covering(ANY_TOOL, effect))
    .find(({ verdict }) => verdict === "deny");
}

/** What the rules say about the cost of a model call. */
export function judgeSpend(effect: Effect, layers: readonly Layer[]): VerdictKind {
  let verdict: VerdictKind = "allow";
  for (const layer of layers)
    for (const rule of layer.covering(MODEL_CALL, effect))
      if (namesSpend(rule)) verdict = strictest(verdict, rule.verdict);
  return verdict;
}

const ANY_TOOL: ToolNames = { name: "", aliases: [] };
const MODEL_CALL: ToolNames = { name: SPEND_TOOL, aliases: [] };

function isAboutTargets({ argument, subjectKind }: Rule): boolean {
  return argument !== undefined || subjectKind === "effect";
}

/**
 * Whether a call of a tool could run at all, before anything about the call is known. `denied`: a rule or a list prevents it
 * with any input. `off`: it only has not been turned on. Otherwise `open`.
 */
export type ToolReach = "open" | "off" | "denied";

/** Whether a tool can be called under these layers. */
export function toolReach(tool: JudgedCall["tool"], layers: readonly Layer[]): ToolReach {
  let reach: ToolReach = "open";
  for (const layer of layers) {
    const own = layerReach(tool, layer);
    if (own === "denied") return own;
    if (own === "off") reach = own;
  }
  return reach;
}

const isDenial = ({ verdict }: Rule) => verdict === "deny";
const onlyTightens = ({ tightensOnly }: Rule) => tightensOnly === true;

function layerReach(tool: JudgedCall["tool"], layer: Layer): ToolReach {
  const whole = layer.covering(tool, undefined);
  if (whole.length > 0 && whole.some(isDenial)) return "denied";
  // Rules for some inputs are enough to make the tool usable.
  if (
    layer.otherwise === "allow" ||
    (whole.length > 0 && !whole.every(onlyTightens)) ||
    layer.mentions?.(tool) === true
  )
    return "open";
  if (layer.otherwise === "deny") return "denied";
  return DEFAULT_BY_RISK[tool.risk] === "deny" ? "off" : "open";
}
