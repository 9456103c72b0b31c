import type { TrialResult } from "../../sources/mcp/trial/try-server.ts";
import type { Severity } from "../../support/finding.ts";
import type { Candidate } from "../candidate.ts";
import type { PackageFacts } from "./package-facts.ts";
import type { Provenance } from "./provenance/verify-provenance.ts";
import type { RegistrySignature } from "./provenance/verify-registry-signature.ts";
import type { PackageContent } from "./read-package.ts";

/** One line of a report: what is known, how much it weighs, and who says so. */
export interface ReportLine {
  readonly severity: Severity | "fact";
  readonly text: string;
  readonly source: string;
}

/** What is known of a candidate. Each part is missing where it could not be had. */
export interface Known {
  readonly candidate: Candidate;
  readonly facts?: PackageFacts | undefined;
  /** What became of its proofs of origin; missing if there are none. */
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
  /** Names of packages that were there before this one. */
  readonly older: readonly string[];
  readonly now: number;
  /** Lines that others found out. */
  readonly more?: readonly ReportLine[];
}
