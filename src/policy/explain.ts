import type { Reason, Verdict } from "../contract/verdict.ts";
import type { JudgedCall } from "./judge.ts";

/** A verdict with what decided it and the smallest changes that would change it. */
export interface Explanation extends Verdict {
  readonly decided: readonly Reason[];
  readonly change: readonly string[];
}

/** Says why a call got its verdict, and what would change it. */
export function explainVerdict(call: JudgedCall, { verdict, reasons }: Verdict): Explanation {
  const decided = reasons.filter((reason) => reason.effect === verdict);
  return {
    verdict,
    reasons,
    decided,
    change: verdict === "allow" ? tighten(call) : decided.map(loosen(call)),
  };
}

function tighten({ tool }: JudgedCall): string[] {
  return [
    `To be asked each time, add "${tool.name}" to permissions.confirm; to forbid it, to permissions.deny`,
  ];
}

const loosen =
  ({ tool, effects }: JudgedCall) =>
  ({ layer, rule, effect, file }: Reason): string => {
    if (rule.startsWith("default for")) {
      const scoped = scopedRule(tool.name, effects[0]?.target);
      return effect === "deny"
        ? `Add "${tool.name}" to permissions.confirm to enable it with a question each time, or "${scoped}" to permissions.safe`
        : `Add "${scoped}" to permissions.safe to allow it without a question`;
    }
    if (rule === "not listed")
      return `List "${tool.name}" under allowed-tools of the ${layer}, and accept it again`;
    const place = file === undefined ? `the ${layer} layer` : file;
    return effect === "deny"
      ? `Remove or narrow "${rule}" in ${place}`
      : `Remove "${rule}" from permissions.confirm in ${place}, or narrow it, and list "${scopedRule(tool.name, effects[0]?.target)}" under permissions.safe`;
  };

function scopedRule(tool: string, target: string | undefined): string {
  if (target === undefined) return tool;
  return `${tool}(${target.length > 120 ? `${target.slice(0, 120)}*` : target})`;
}
