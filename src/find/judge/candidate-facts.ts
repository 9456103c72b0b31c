import type { TrialResult } from "../../sources/mcp/trial/try-server.ts";
import type { Severity } from "../../support/finding.ts";
import type { Candidate } from "../candidate.ts";
import type { PackageFacts } from "./package-facts.ts";
import type { Provenance } from "./provenance/verify-provenance.ts";
import type { RegistrySignature } from "./provenance/verify-registry-signature.ts";
import type { PackageContent } from "./read-package.ts";

/** One line of a report: a fact, its severity, and its source. */
export interface ReportLine {
  readonly severity: Severity | "fact";
  readonly text: string;
  readonly source: string;
}

/** The facts about a candidate. A field is `undefined` if the fact could not be obtained. */
export interface CandidateFacts {
  readonly candidate: Candidate;
  readonly facts?: PackageFacts | undefined;
  /** The result of verifying the proofs of origin. `undefined` if there are none. */
  readonly provenance?: Provenance | undefined;
  readonly signature?: RegistrySignature | undefined;
  readonly content?: PackageContent | undefined;
  readonly trial?: TrialResult | undefined;
  readonly fetched?: {
    readonly registry: string;
    readonly integrity: string;
    readonly count: number;
    readonly scripts: readonly string[];
  };
  /** Names of packages that existed before this one. */
  readonly older: readonly string[];
  readonly now: number;
  /** Lines from other checks. */
  readonly more?: readonly ReportLine[];
}
