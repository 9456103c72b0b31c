import type { Finding, Severity } from "../support/finding.ts";
import { visibleLine } from "../text/visible-text.ts";

/** A text to be scanned, and whether it is code as a whole or prose that may contain code. */
export interface ScannedText {
  readonly file: string;
  readonly text: string;
  readonly isCode: boolean;
}

/** A match of a signal, located by its offset in the text. */
export interface Hit {
  readonly severity: Severity;
  readonly message: string;
  readonly offset: number;
}

/** One structural sign of an attack. It checks how things are combined, not for the words of a known attack. */
export interface Signal {
  readonly name: string;
  /** Words in lower case, separated by bars. A text that contains none of them is skipped. */
  readonly hint?: string;
  /** `isOnSecurity`: the skill is about security, so its guides describe attacks. */
  find(scanned: ScannedText, isOnSecurity: boolean): Iterable<Hit>;
}

/** Maximum length of an excerpt. */
const EXCERPT = 160;

/** Turns a hit into a finding with its line and an excerpt that is safe to show. */
export function toFinding(signal: string, { file, text }: ScannedText, hit: Hit): Finding {
  const start = text.lastIndexOf("\n", hit.offset - 1) + 1;
  const end = text.indexOf("\n", hit.offset);
  const line = text.slice(start, end === -1 ? undefined : end);
  const from = Math.max(0, hit.offset - start - 60);
  return {
    signal,
    severity: hit.severity,
    message: visibleLine(hit.message).slice(0, 2 * EXCERPT),
    file,
    line: lineOf(text, hit.offset),
    excerpt: visibleLine(line.slice(from, from + EXCERPT))
      .slice(0, 2 * EXCERPT)
      .trim(),
  };
}

/** The line of a place in a text, counting from 1. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
