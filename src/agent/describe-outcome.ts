import type { Outcome } from "../contract/outcome.ts";

/** An outcome as a model over a wire reads it. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.type === "failure") return `${outcome.error.code}: ${outcome.error.message}`;
  const { output } = outcome;
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "null");
}

/** The same as data, for models that run in this process. */
export function outcomeData(outcome: Outcome): unknown {
  if (outcome.type === "success") return outcome.output;
  return { code: outcome.error.code, message: outcome.error.message };
}
