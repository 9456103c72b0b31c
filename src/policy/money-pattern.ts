import { readSpend } from "../contract/figures/spend.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { compileWildcard } from "./wildcard.ts";

const PATTERN = /^(>=|<=|>|<)\s*(\d+(?:\.\d+)?)(?:\s*([A-Z]{3}))?(?:\s+(\S[\s\S]*))?$/;

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
    const spend = readSpend(target);
    if (spend === undefined) return inDoubt;
    if (!matchesPayee(spend.payee)) return false;
    if (spend.amount === "unknown" || (currency !== undefined && currency !== spend.currency)) return inDoubt;
    return compare(spend.amount, Number(limit));
  };
}
