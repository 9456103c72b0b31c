import type { VerdictKind } from "../contract/verdict.ts";
import { compileWildcard } from "./wildcard.ts";

const PATTERN = /^(>=|<=|>|<)\s*(\d+(?:\.\d+)?)(?:\s*([A-Z]{3}))?(?:\s+(\S[\s\S]*))?$/;
const TARGET = /^(unknown|\d+(?:\.\d+)?)(?:\s+([A-Z]{3}))?(?:\s+(\S[\s\S]*))?$/;

const COMPARE: Readonly<Record<string, (amount: number, limit: number) => boolean>> = {
  ">": (amount, limit) => amount > limit,
  ">=": (amount, limit) => amount >= limit,
  "<": (amount, limit) => amount < limit,
  "<=": (amount, limit) => amount <= limit,
};

/**
 * The test of an amount pattern: `>1.00`, `>= 0.50 USD`, `>1.00 USD openai:*`. An amount or a currency that cannot be compared
 * counts against the call: deny and ask rules match it, allow rules do not. Returns `undefined` if the pattern is not a comparison.
 */
export function moneyTest(pattern: string, verdict: VerdictKind): ((target: string) => boolean) | undefined {
  const [, comparison = "", limit = "", currency, payee] = PATTERN.exec(pattern.trim()) ?? [];
  const compare = COMPARE[comparison];
  if (compare === undefined) return undefined;
  const matchesPayee = payee === undefined ? () => true : compileWildcard(payee, "anywhere");
  const inDoubt = verdict !== "allow";
  return (target) => {
    const [, amount, paid, to = ""] = TARGET.exec(target) ?? [];
    if (amount === undefined) return inDoubt;
    if (!matchesPayee(to)) return false;
    if (amount === "unknown" || (currency !== undefined && currency !== paid)) return inDoubt;
    return compare(Number(amount), Number(limit));
  };
}
