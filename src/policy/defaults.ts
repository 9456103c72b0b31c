import type { Effect, EffectKind } from "../contract/effect.ts";
import type { Risk } from "../contract/tool.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { isSensitiveFile } from "./sensitive-file.ts";

/** What happens to an effect that no rule names: reading is allowed, running is asked, changing and sending is off. */
export const DEFAULT_BY_EFFECT: Readonly<Record<EffectKind, VerdictKind>> = {
  "file.read": "allow",
  "file.write": "deny",
  "file.delete": "deny",
  "host.read": "allow",
  "host.send": "deny",
  "command.run": "ask",
  "env.read": "allow",
  "env.write": "ask",
  "message.send": "deny",
  "money.spend": "deny",
};

/** The same for what a tool says of itself. */
export const DEFAULT_BY_RISK: Readonly<Record<Risk, VerdictKind>> = {
  low: "allow",
  medium: "ask",
  high: "deny",
};

/** What the defaults say of one effect of a tool, and in which words. */
export function defaultVerdict(
  risk: Risk,
  effect: Effect | undefined,
): { verdict: VerdictKind; rule: string } {
  if (effect === undefined || effect.server !== undefined)
    return { verdict: DEFAULT_BY_RISK[risk], rule: `default for risk ${risk}` };
  if (isSecretRead(effect))
    return { verdict: strictest("ask", DEFAULT_BY_RISK[risk]), rule: "default for files that hold secrets" };
  const verdict = strictest(DEFAULT_BY_RISK[risk], DEFAULT_BY_EFFECT[effect.kind]);
  return { verdict, rule: `default for ${effect.kind} at risk ${risk}` };
}

/** Whether an effect reads a file whose name says that it holds secrets. */
export function isSecretRead(effect: Effect): boolean {
  return effect.kind === "file.read" && isSensitiveFile(effect.target);
}

const STRICTNESS: Readonly<Record<VerdictKind, number>> = { allow: 0, ask: 1, deny: 2 };

/** The stricter of two verdicts. */
export function strictest(a: VerdictKind, b: VerdictKind): VerdictKind {
  return STRICTNESS[a] >= STRICTNESS[b] ? a : b;
}
