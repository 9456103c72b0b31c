import { type Finding, SEVERITIES, type Severity } from "../support/finding.ts";
import { foldForMatching } from "../text/fold.ts";
import { ordersAgainstReader } from "./intent/orders-against-reader.ts";
import { unusualLines } from "./passages.ts";
import { type Purpose, purposeOf, speaksOf } from "./program/purpose.ts";
import { scanPrograms } from "./program/scan-programs.ts";
import { type ScannedText, type Signal, toFinding } from "./signal.ts";
import { encodedCode, splitNames } from "./signals/encoded-code.ts";
import { fetchedProgram, pipedDownload } from "./signals/fetched-program.ts";
import { harvestedSecrets } from "./signals/harvested-secrets.ts";
import { hiddenOrders, hiddenText } from "./signals/hidden-text.ts";
import {
  guardsOff,
  liftedRules,
  loweredGuards,
  outsideInstructions,
  outsideProgram,
} from "./signals/instructions.ts";
import { destruction, persistence, remoteShell, stolenPassword } from "./signals/machine-takeover.ts";
import { secretsSent } from "./signals/secrets-sent.ts";
import { createWordFinder } from "./word-finder.ts";

/** The signals for a single text. They check how things are combined, independent of the language. */
const SIGNALS: readonly Signal[] = [
  ordersAgainstReader,
  pipedDownload,
  fetchedProgram,
  encodedCode,
  outsideProgram,
  outsideInstructions,
  secretsSent,
  harvestedSecrets,
  guardsOff,
  remoteShell,
  hiddenText,
  hiddenOrders,
  liftedRules,
  loweredGuards,
  splitNames,
  stolenPassword,
  persistence,
  destruction,
];

const HINTED = SIGNALS.filter(({ hint }) => hint !== undefined);
const findHints = createWordFinder(HINTED.map(({ hint = "" }) => hint));

/** The signals that can match a text. Most texts contain none of the words of a signal. */
function signalsFor(read: string): readonly Signal[] {
  const { lists } = findHints(read);
  return SIGNALS.filter((signal) => {
    const list = HINTED.indexOf(signal);
    return list === -1 || (lists & (1 << list)) !== 0;
  });
}

/** Maximum number of findings of one kind per file. */
const MAX_PER_SIGNAL = 5;
/** Maximum length that is scanned per text. */
const MAX_SCANNED = 1024 * 1024;

/** Scans one text alone. */
export function scanText(scanned: ScannedText): Finding[] {
  return scanTexts([scanned]);
}

/** Scans texts that belong together: each text by its signals, all programs together, compared with their stated purpose. */
export function scanTexts(texts: readonly ScannedText[], purpose: Purpose = purposeOf(texts)): Finding[] {
  const given = texts.map((scanned) => ({ ...scanned, text: scanned.text.slice(0, MAX_SCANNED) }));
  const read = given.map((scanned) => ({ ...scanned, text: fold(scanned.text) }));
  const byFile = new Map(read.map((scanned) => [scanned.file, scanned]));
  const programs = bounded(
    scanPrograms(read, purpose).flatMap(({ file, act }) => {
      const scanned = byFile.get(file);
      return scanned === undefined ? [] : [toFinding(act.signal, scanned, act)];
    }),
  );
  const isOnSecurity = speaksOf(purpose, ON_SECURITY);
  const ordered = orderedScripts(doubtfulScripts(programs), read);
  return given.flatMap((scanned, at) => {
    const folded = read[at] ?? scanned;
    const shapes = signalsFor(folded.text).flatMap((signal) =>
      findingsOf(signal, signal === hiddenText ? scanned : folded, isOnSecurity),
    );
    const rank = ({ severity }: Finding) => SEVERITIES.indexOf(severity);
    // A line that a signal has reported is not reported again for its program.
    const isSaid = (found: Finding) =>
      shapes.some((shape) => shape.line === found.line && rank(shape) >= rank(found));
    const own = programs.filter((found) => found.file === scanned.file && !isSaid(found));
    return [...shapes, ...own].map((found) => {
      if (isOnSecurity && !scanned.isCode && EXAMPLES.test(found.signal))
        return { ...found, severity: "notice" };
      if (isOnSecurity && isGuide(scanned) && SENDS_SECRETS.test(found.signal))
        return { ...found, severity: "warning" };
      // A suspicious script that the text also orders to run without a request is a danger.
      const isOrdered = found.severity === "warning" && ordered.has(nameOf(found.file));
      return isOrdered && found.signal.startsWith("program-") ? { ...found, severity: "danger" } : found;
    });
  });
}

/** Signals that examples in security guides show. */
const EXAMPLES =
  /^(?:lifted-rules|encoded-code|piped-download|persistence|destruction|remote-shell|fetched-program|lowered-guards|program-(?:persists|deletes|loosens|runs-download|runs-hidden))$/;
/** Signals that are examples only in files beside the main one, and even there a warning. */
const SENDS_SECRETS = /^(?:harvested-secrets|secrets-sent|program-sends-(?:secrets|environment))$/;
const ON_SECURITY =
  /pen(?:etration)?[- ]?test|red[- ]?team|malware|exploit|forensic|threat[- ](?:hunt|model|intel|detect)|vulnerabilit|deobfuscat|honey(?:pot|token)|privilege escalation|\bxss\b|\bctf\b|incident response|intrusion|security[- ](?:audit|test|scan|review|assess|analy|monitor)|(?:scan|audit|review|check)\w* [^.\n]{0,40}(?:security|injection)|(?:detect|prevent|block)\w* (?:\w+ ){0,3}(?:attack|injection|malicious)/;

/** A text that the main file of a skill refers to. */
function isGuide({ file, isCode }: ScannedText): boolean {
  return !isCode && !/(?:^|\/)SKILL\.md$/i.test(file);
}

function nameOf(file: string): string {
  return file.split("/").at(-1) ?? file;
}

/** The names of scripts that do something worth a question. */
function doubtfulScripts(programs: readonly Finding[]): string[] {
  const files = programs.filter(({ severity }) => severity !== "notice").map(({ file }) => nameOf(file));
  return [...new Set(files)].filter((name) => name.length > 3 && !/\.md$/i.test(name));
}

/** Words that order something without a request by the user. */
const UNASKED =
  /\b(?:always|after|before|whenever|every|each|once|upon|must|make sure|be sure|ensure|important|when)\b|必须|务必|之后|之前|每次/i;

/** The scripts that a sentence orders to run without a request by the user. */
function orderedScripts(scripts: readonly string[], texts: readonly ScannedText[]): ReadonlySet<string> {
  return new Set(
    scripts.filter((name) =>
      texts.some(({ text, isCode }) => {
        if (isCode) return false;
        const at = text.indexOf(name);
        if (at === -1 || text.indexOf(name, at + 600) !== -1) return false;
        const from = Math.max(text.lastIndexOf("\n", at), at - 300);
        return UNASKED.test(text.slice(from, at + name.length + 120));
      }),
    ),
  );
}

/** Folds only lines with unusual characters. */
function fold(text: string): string {
  let [folded, done] = ["", 0];
  for (const { from, end } of unusualLines(text)) {
    folded += text.slice(done, from) + foldForMatching(text.slice(from, end));
    done = end;
  }
  return done === 0 ? text : folded + text.slice(done);
}

function findingsOf(signal: Signal, text: ScannedText, isOnSecurity: boolean): Finding[] {
  const findings: Finding[] = [];
  for (const hit of signal.find(text, isOnSecurity)) {
    findings.push(toFinding(signal.name, text, hit));
    if (findings.length >= MAX_PER_SIGNAL) break;
  }
  return findings;
}

function bounded(findings: readonly Finding[]): Finding[] {
  const counts = new Map<string, number>();
  return findings.filter(({ signal, file, line, severity }) => {
    const [each, line_] = [`${signal} ${file}`, `${signal} ${file} ${line} ${severity}`];
    counts.set(each, (counts.get(each) ?? 0) + 1);
    counts.set(line_, (counts.get(line_) ?? 0) + 1);
    return (counts.get(each) ?? 0) <= MAX_PER_SIGNAL && counts.get(line_) === 1;
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
