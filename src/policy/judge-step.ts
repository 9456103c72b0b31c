import type { Effect } from "../contract/effect.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";
import { strictest } from "./strictest.ts";

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
