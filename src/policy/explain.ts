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
  (call: JudgedCall) =>
  ({ layer, rule, effect, file, message }: Reason): string => {
    const { tool } = call;
    const scoped = scopedRule(call, message);
    if (rule.startsWith("default for")) {
      return effect === "deny"
        ? `Add "${tool.name}" to permissions.confirm to enable it with a question each time, or "${scoped}" to permissions.safe`
        : `Add "${scoped}" to permissions.safe to allow it without a question`;
    }
    if (rule === "not listed")
      return `List "${tool.name}" under allowed-tools of the ${layer}, and accept it again`;
    const place = file === undefined ? `the ${layer} layer` : file;
    return effect === "deny"
      ? `Remove or narrow "${rule}" in ${place}`
      : `Remove or narrow "${rule}" in ${place}, and list "${scoped}" under permissions.safe`;
  };

/** The narrowest rule for the effect that a reason is about. A rule of the tool only matches effects of the tool's main kind. */
function scopedRule({ tool, effects }: JudgedCall, message: string): string {
  const [main] = effects;
  if (main === undefined) return tool.name;
  const about =
    effects
      .filter(({ kind, target }) => message.startsWith(`${kind} ${target}`))
      .sort((a, b) => b.target.length - a.target.length)[0] ?? main;
  const { kind, target } = about;
  return `${kind === main.kind ? tool.name : kind}(${target.length > 120 ? `${target.slice(0, 120)}*` : target})`;
}
