import { BUNDLE_BYTES, MINIFIED_BYTES, MINIFIED_LINE } from "../../scan/program/powers.ts";
import { isCommentLine } from "../../scan/program/script-places.ts";
import type { ScannedText } from "../../scan/signal.ts";
import type { Finding } from "../../support/finding.ts";
import { isDevelopmentFile } from "./development-files.ts";

const RUN = /(?<![\w.$])(?:eval|Function)\s{0,9}\(/g;
const FETCHES = /\bfetch\b|XMLHttpRequest|\baxios\b|\bhttps?\.get\b/;
const DECODES =
  /\batob\s{0,9}\(|["'`]base64["'`]|fromCharCode|["'`]hex["'`]|(?:inflate|gunzip|decompress|brotli)\w{0,20}\s{0,9}\(/;
/** What must be near the call that runs a text, in a minified file. There `r.exec(t)` is often only a search. */
const NEEDS_BESIDE: ReadonlyMap<string, RegExp> = new Map([
  ["program-runs-hidden", DECODES],
  ["program-runs-download", FETCHES],
  ["fetched-program", FETCHES],
]);
const NEAR = 300;
const LARGE_FILE = 40 * 1024;
/** How a line of JavaScript begins that may be a comment as a whole. */
const COMMENT = /^\s{0,200}(?:\/\/|\/?\*)/;
/** How many lines around a request belong to it, in a bundle. */
const AROUND = 12;
const OF_ENVIRONMENT = /process\.env|\benviron\b/;

/**
 * Lowers findings that are not credible to notices. Names are followed without their scopes, so in a large or minified file one
 * name stands for unrelated things. There a finding needs its parts close together. Comments do not run.
 */
export function weighFinding(
  finding: Finding,
  { programs }: { readonly programs: readonly ScannedText[] },
): Finding {
  const { text = "", file = "" } = programs.find((one) => one.file === finding.file) ?? {};
  const notice: Finding = { ...finding, severity: "notice" };
  const { signal } = finding;
  const lines = text.split("\n");
  const mayBeComment = /\.[cm]?[jt]sx?$/.test(file) && COMMENT.test(lines[finding.line - 1] ?? "");
  if (mayBeComment && isCommentLine(text, finding.line)) return notice;
  if (signal === "program-sends-key" && (text.length > LARGE_FILE || isDevelopmentFile(file))) return notice;
  const isBundle = text.length > BUNDLE_BYTES;
  const isMinified = text.length > MINIFIED_BYTES && text.length / lines.length > MINIFIED_LINE;
  if (signal === "program-sends-environment" && isBundle && !isMinified) {
    const near = lines.slice(Math.max(0, finding.line - AROUND), finding.line + AROUND).join("\n");
    return OF_ENVIRONMENT.test(near) ? finding : notice;
  }
  const beside = NEEDS_BESIDE.get(signal);
  if (beside === undefined || !isMinified) return finding;
  const isNear = ({ index }: RegExpExecArray) =>
    beside.test(text.slice(Math.max(0, index - NEAR), index + NEAR));
  return text.matchAll(RUN).some(isNear) ? finding : notice;
}
