import type { Outcome } from "../../contract/outcome.ts";

/** Thrown out of the workflow when calls of a round wait in the store for answers: the run goes on when it is resumed. */
export class ParkedRun extends Error {
  /** The questions that wait. */
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super(`The run waits for ${ids.join(", ")}`);
    this.ids = ids;
  }
}

/** The question that a call waits for in the store; nothing when the call has ended. */
export function parkedQuestion(outcome: Outcome): string | undefined {
  if (outcome.type === "success" || outcome.error.details.parked !== true) return undefined;
  return String(outcome.error.details.id);
}
