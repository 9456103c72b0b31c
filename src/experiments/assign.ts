import type { VariantName } from "../contract/experiment.ts";
import { sha256 } from "../support/lazy-crypto.ts";

/** The variant of a run: by hash, so that every process and every restart gives the same one. */
export function assignedVariant(experiment: string, runId: string): VariantName {
  return Number.parseInt(sha256(`${experiment}\n${runId}`).slice(0, 8), 16) % 2 === 0 ? "a" : "b";
}
