import { SENSITIVE_NAMES, withoutBackupAffixes } from "../contract/data/sensitive-names.ts";
import type { Effect, EffectKind } from "../contract/effect.ts";
import type { Risk } from "../contract/tool.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { compileWildcard } from "./wildcard.ts";

/** The default verdicts on effects: reading is allowed, running is asked, changing and sending is off. */
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
  "db.read": "ask",
  "db.insert": "deny",
  "db.update": "deny",
  "db.delete": "deny",
  "db.schema": "deny",
  "db.call": "deny",
};

/** The default verdicts by the risk that a tool declares. */
export const DEFAULT_BY_RISK: Readonly<Record<Risk, VerdictKind>> = {
  low: "allow",
  medium: "ask",
  high: "deny",
};

/** The default verdict on one effect of a tool, and the name of the default. */
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

/** Whether an effect reads a file with a sensitive name. */
export function isSecretRead(effect: Effect): boolean {
  return effect.kind === "file.read" && isSensitiveFile(effect.target);
}

const STRICTNESS: Readonly<Record<VerdictKind, number>> = { allow: 0, ask: 1, deny: 2 };

/** The stricter of two verdicts. */
export function strictest(a: VerdictKind, b: VerdictKind): VerdictKind {
  return STRICTNESS[a] >= STRICTNESS[b] ? a : b;
}

interface NameRule {
  readonly excludes: boolean;
  matches(path: string): boolean;
}

const ANY_NAME = new RegExp(
  `/(?:${SENSITIVE_NAMES.filter((pattern) => !pattern.startsWith("!"))
    .map((pattern) => pattern.slice(pattern.lastIndexOf("/") + 1))
    .map((name) => name.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*"))
    .join("|")})(?:/|$)`,
  "iu",
);

const RULES: readonly NameRule[] = SENSITIVE_NAMES.map((pattern) => {
  const name = pattern.replace(/^!/, "").toLowerCase();
  const itself = compileWildcard(`**/${name}`, "segment");
  const below = compileWildcard(`**/${name}/**`, "segment");
  return { excludes: pattern.startsWith("!"), matches: (path) => itself(path) || below(path) };
});

/** Whether a path, or a folder above it, has a sensitive name. */
export function isSensitiveFile(path: string): boolean {
  const folded = path.toLowerCase();
  const original = withoutBackupAffixes(folded);
  return isCovered(folded) || (original !== folded && isCovered(original));
}

/** Checking the rules one by one takes a hundred times as long as the quick check, and few paths need it. */
function isCovered(path: string): boolean {
  if (!ANY_NAME.test(`/${path}`)) return false;
  return RULES.reduce((covered, rule) => (rule.matches(path) ? !rule.excludes : covered), false);
}

/** Whether a name in a path could be sensitive: a quick check before a thorough one. */
export function hasSensitiveName(path: string): boolean {
  return ANY_NAME.test(path) || ANY_NAME.test(withoutBackupAffixes(path));
}
