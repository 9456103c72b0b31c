import type { VerdictKind } from "../contract/verdict.ts";
import { createLayer, type Layer } from "./layer.ts";
import { parseRule, type RuleOptions } from "./rule.ts";

/** Further rules for a part of the calls. They can only tighten what the rest of the policy leaves. */
export interface ExtraRules {
  /** Who they are for, in the words of the reasons that people are shown. */
  readonly name: string;
  /** All that may be done; left out, the rest of the policy decides. */
  readonly only?: readonly string[] | undefined;
  readonly confirm: readonly string[];
  readonly deny: readonly string[];
}

/** The layer of further rules. */
export function rulesLayer(
  { name, only, confirm, deny }: ExtraRules,
  options: Pick<RuleOptions, "base" | "truePath">,
): Layer {
  const parsed = (rules: readonly string[], verdict: VerdictKind) =>
    rules.map((text) => parseRule(text, verdict, options));
  return createLayer({
    name,
    otherwise: only === undefined ? "allow" : "deny",
    rules: [...parsed(only ?? [], "allow"), ...parsed(confirm, "ask"), ...parsed(deny, "deny")],
  });
}
