import type { VariantName } from "../contract/figures/experiment.ts";
import { sha256 } from "../support/lazy-crypto.ts";

/** The variant of a run: derived from a hash, so that it is the same in every process and after a restart. */
export function assignedVariant(experiment: string, runId: string): VariantName {
  return Number.parseInt(sha256(`${experiment}\n${runId}`).slice(0, 8), 16) % 2 === 0 ? "a" : "b";
}
