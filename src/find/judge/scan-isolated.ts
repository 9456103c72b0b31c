import type { ScannedText } from "../../scan/signal.ts";
import type { Finding } from "../../support/finding.ts";
import { visibleLine } from "../../text/visible-text.ts";

/** The signal of a file on which a scan failed. */
export const NOT_SCANNED = "not-scanned";

interface Scanned<T> {
  readonly found: readonly T[];
  /** One finding per file on which the scan failed. */
  readonly unread: readonly Finding[];
}

/** Scans texts together. If that fails, scans each separately, so that a file that stops a scan becomes a line of the report. */
export function scanIsolated<T>(
  texts: readonly ScannedText[],
  scan: (texts: readonly ScannedText[]) => readonly T[],
): Scanned<T> {
  try {
    return { found: scan(texts), unread: [] };
  } catch {
    if (texts.length > 1) {
      const each = texts.map((text) => scanIsolated([text], scan));
      return {
        found: each.flatMap(({ found }) => found),
        unread: each.flatMap(({ unread }) => unread),
      };
    }
    const unread = texts.map(
      ({ file }): Finding => ({
        signal: NOT_SCANNED,
        severity: "warning",
        file,
        line: 1,
        message: "could not be read",
        excerpt: visibleLine(file),
      }),
    );
    return { found: [], unread };
  }
}
