import { foldForMatching } from "../../../text/fold.ts";
import {
  type Finding,
  type ScannedText,
  SEVERITIES,
  type Severity,
  type Signal,
  toFinding,
} from "./finding.ts";
import { destruction } from "./signals/destruction.ts";
import { encodedCode } from "./signals/encoded-code.ts";
import { fetchedProgram } from "./signals/fetched-program.ts";
import { hiddenOrders } from "./signals/hidden-orders.ts";
import { hiddenText } from "./signals/hidden-text.ts";
import { loweredGuards } from "./signals/lowered-guards.ts";
import { outsideInstructions } from "./signals/outside-instructions.ts";
import { outsideProgram } from "./signals/outside-program.ts";
import { persistence } from "./signals/persistence.ts";
import { pipedDownload } from "./signals/piped-download.ts";
import { remoteShell } from "./signals/remote-shell.ts";
import { secretsSent } from "./signals/secrets-sent.ts";
import { splitNames } from "./signals/split-names.ts";
import { stolenPassword } from "./signals/stolen-password.ts";

const SIGNALS: readonly Signal[] = [
  pipedDownload,
  fetchedProgram,
  encodedCode,
  outsideProgram,
  outsideInstructions,
  secretsSent,
  remoteShell,
  hiddenText,
  hiddenOrders,
  loweredGuards,
  splitNames,
  stolenPassword,
  persistence,
  destruction,
];

/** More of one kind in one file teach nothing new. */
const MAX_PER_SIGNAL = 5;
/** Beyond this a text is data. */
const MAX_SCANNED = 1024 * 1024;

/** Looks for structural signs in one text. */
export function scanText(scanned: ScannedText): Finding[] {
  const given = { ...scanned, text: scanned.text.slice(0, MAX_SCANNED) };
  const read = { ...given, text: foldForMatching(given.text) };
  return SIGNALS.flatMap((signal) => {
    const findings: Finding[] = [];
    const text = signal === hiddenText ? given : read;
    for (const hit of signal.find(text)) {
      findings.push(toFinding(signal.name, text, hit));
      if (findings.length >= MAX_PER_SIGNAL) break;
    }
    return findings;
  });
}

/** The worst severity; three different warnings together are a danger. */
export function gradeOf(findings: readonly Finding[]): Severity | "clean" {
  const warned = new Set(
    findings.filter(({ severity }) => severity === "warning").map(({ signal }) => signal),
  );
  if (warned.size >= 3) return "danger";
  const worst = Math.max(-1, ...findings.map(({ severity }) => SEVERITIES.indexOf(severity)));
  return SEVERITIES[worst] ?? "clean";
}
