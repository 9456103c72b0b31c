import type { VerdictKind } from "../contract/verdict.ts";
import { strictest } from "./defaults.ts";
import type { ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

/** A rule of the config by its text and verdict. */
interface NamedRule {
  readonly rule: string;
  readonly verdict: VerdictKind;
}

/** The stricter rule of a layer that decides every call that a rule covers, so that the rule has no effect. */
export function strongerRule(
  { rule: text, verdict }: NamedRule,
  rules: readonly Rule[],
  tools: readonly Pick<ToolNames, "name" | "aliases">[],
): Rule | undefined {
  const parts = rules.filter((rule) => rule.text === text.trim() && rule.verdict === verdict);
  if (parts.length === 0) return undefined;
  return rules.find((other) => {
    if (other.verdict === verdict || strictest(other.verdict, verdict) !== other.verdict) return false;
    // A family only denies what a narrower rule of the same layer decides.
    if (other.family === true && other.verdict !== "deny") return false;
    return parts.every((part) => covers(other, part, tools));
  });
}

function covers(other: Rule, part: Rule, tools: readonly Pick<ToolNames, "name" | "aliases">[]): boolean {
  const alike = other.subject === part.subject;
  if (other.argument !== undefined) return alike && other.argument.pattern === part.argument?.pattern;
  // `allow t(pattern)` is an exception to `ask t`.
  if (alike && part.verdict === "allow" && part.argument !== undefined && other.verdict === "ask")
    return false;
  if (alike) return true;
  if (other.subjectKind === "effect" || part.subjectKind === "effect") return false;
  const meant = tools
    .map(({ name, aliases }) => [name, ...aliases])
    .filter((names) => names.some((name) => part.matchesTool(name)));
  if (meant.length === 0) return part.subjectKind === "tool" && other.matchesTool(part.subject);
  return meant.every((names) => names.some((name) => other.matchesTool(name)));
}
