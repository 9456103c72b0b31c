import type { VerdictKind } from "../contract/verdict.ts";

const STRICTNESS: Readonly<Record<VerdictKind, number>> = { allow: 0, ask: 1, deny: 2 };

/** The stricter of two verdicts. */
export function strictest(a: VerdictKind, b: VerdictKind): VerdictKind {
  return STRICTNESS[a] >= STRICTNESS[b] ? a : b;
}
