import type { Severity } from "../../../support/finding.ts";

/** One finding of a trial for or against a server. */
export interface TrialFinding {
  readonly severity: Severity;
  readonly message: string;
}
