import type { Severity } from "../../support/finding.ts";
import type { Followed } from "./follow.ts";
import type { Purpose } from "./purpose.ts";

/** Something harmful that a program does, and where. */
export interface HarmfulAct {
  readonly signal: string;
  readonly severity: Severity;
  readonly message: string;
  /** An offset into the file. */
  readonly offset: number;
  /** The host of a download, if downloads are counted per host. */
  readonly host?: string;
}

/** Creates a harmful act at the judged position. */
export type Found = (signal: string, severity: Severity, message: string) => HarmfulAct;

/** The context in which a call is judged. */
export interface Case {
  readonly purpose: Purpose;
  readonly found: Found;
  readonly followed: Followed;
}

/** Files that people read, with programs as examples. */
export const PROSE = /\.(?:md|mdx|txt)$/i;
