import { addressesIn, addressKind } from "../address.ts";
import { fencedCode } from "../fenced-code.ts";
import type { Hit, Severity, Signal } from "../finding.ts";

/** A download into a file, which is then made a program or handed to an interpreter, by the same name. */
const STORED =
  /\b(?:curl|wget|iwr|Invoke-WebRequest)\b[^\n;&|]{0,300}?(?:\s-(?:o|O|OutFile)\s*|\s--output(?:-document)?[= ]|>\s*)["']?([\w./~$%{}:\\-]{2,120})["']?/gi;
const AFTER_CHARACTERS = 400;
const BEFORE_CHARACTERS = 600;

/** What comes over the net is given to an interpreter inside a program. */
const EVALUATED = [
  /\b(?:exec|eval)\s*\(\s*[\w.]{1,40}\.(?:urlopen|get)\s*\(\s*f?["']https?:\/\/[^\n]{0,200}/gi,
  /\b(?:exec|eval|compile)\s*\(\s*(?:[\w.]{1,40}\(\s*){0,2}(?:requests|httpx|urllib\.request|urllib3?|session)\.(?:get|post|urlopen)\s*\([^\n]{0,200}/gi,
  /\b(?:eval|Function|runInThisContext|runInNewContext|execSync)\s*\(\s*\(?\s*await\s+\(?\s*(?:await\s+)?(?:fetch|axios\.get|got)\s*\([^\n]{0,200}/gi,
  /\b(?:fetch|axios\.get|https?\.get)\s*\([^\n]{0,200}\.then\([^\n]{0,120}\b(?:eval|Function|execSync|exec)\s*\([^\n]{0,80}/gi,
  /\b(?:subprocess\.\w{2,12}|os\.(?:system|popen))\s*\([^\n]{0,80}(?:requests|httpx|urllib\.request)\.(?:get|urlopen)\s*\([^\n]{0,200}/gi,
];

/** An interpreter that is given what stands under a name. */
const RUN_BY_NAME = /\b(?:exec|eval|Function|execSync|runInThisContext|os\.system)\s*\(\s*(\w{1,40})\b/g;
const FETCHES =
  /\b(?:fetch|urlopen|axios\.get|https?\.get|(?:requests|httpx)\.(?:get|post))\s*\([^\n]{0,200}/;
const ANSWER = String.raw`\s*=[^=\n][^\n]{0,120}(?:\.text\b|\.read\(|\.content\b|\.data\b|\.body\b)`;

/** Programs of Windows that fetch and start what they are told. */
const WINDOWS = [
  /\bmshta(?:\.exe)?\s+["']?https?:\/\/[^\s"']{1,300}/gi,
  /\bregsvr32\b[^\n]{0,80}\/i:https?:\/\/[^\s"']{1,300}/gi,
  /\b(?:certutil\b[^\n]{0,80}-urlcache|bitsadmin\b[^\n]{0,80}\/transfer)[^\n]{0,300}?([\w%\\.-]{1,80}\.(?:exe|bat|scr|msi|ps1))\b[^\n]{0,40}(?:\n|&)\s*(?:start\s+)?["']?\S{0,80}\1/gi,
];

/** Packages from a place without a name. */
const PACKAGES =
  /\b(?:pip3?|uv\s+pip)\s+install\b[^\n]{0,120}(?:--(?:extra-)?index-url|-i)[\s=]+\S{1,300}|\b(?:npx|npm\s+(?:i|install)|pip3?\s+install)\s+(?:-\w+\s+){0,3}["']?(?:git\+)?https?:\/\/\S{1,300}/gi;

/** A program that a script fetches and starts, in two steps or in one: what it will be is decided elsewhere, later. */
export const fetchedProgram: Signal = {
  name: "fetched-program",
  hint: /curl|wget|iwr|invoke-webrequest|exec|eval|function\(|function \(|runin|system|subprocess|popen|mshta|regsvr32|certutil|bitsadmin|npx|npm|pip|uv pip/i,
  *find({ text, isCode }) {
    const programs = isCode ? [{ text, offset: 0 }] : fencedCode(text);
    for (const { text: program, offset } of programs) {
      for (const hit of [...stored(program, isCode), ...evaluated(program), ...foreign(program)]) {
        yield { ...hit, offset: offset + hit.offset };
      }
    }
  },
};

function* stored(program: string, isCode: boolean): Iterable<Hit> {
  for (const match of program.matchAll(STORED)) {
    const end = match.index + match[0].length;
    const after = program.slice(end, end + AFTER_CHARACTERS);
    const severity = startsFile(after, match[1] ?? "") ? severityOf(match[0], isCode) : undefined;
    if (severity === undefined) continue;
    yield { severity, message: "downloads a program into a file and starts it", offset: match.index };
  }
}

/** Started by an interpreter, by its path, or in the background; made executable alone is how tools are installed. */
function startsFile(after: string, file: string): boolean {
  const name = file.split(/[/\\]/).at(-1) ?? file;
  if (name.length < 2) return false;
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const way = String.raw`["']?(?:[\w./~$%{}:\\-]{0,100}[/\\])?${quoted}["']?(?:\s|$|&|;)`;
  return new RegExp(
    String.raw`(?:^|[\n;&|]|\bthen\s)\s*(?:sudo\s+|nohup\s+|start\s+|open\s+)*(?:(?:ba|z|da)?sh\s+|source\s+|python[\d.]*\s+|node\s+|perl\s+|chmod\s+\S+\s+${way}\s*(?:&&|;|\n)\s*(?:sudo\s+|nohup\s+)*)${way}`,
  ).test(after);
}

function* evaluated(program: string): Iterable<Hit> {
  for (const match of program.matchAll(RUN_BY_NAME)) {
    const before = program.slice(Math.max(0, match.index - BEFORE_CHARACTERS), match.index);
    const fetched = FETCHES.exec(before)?.[0];
    if (fetched === undefined || isOnlyLocal(fetched)) continue;
    if (!new RegExp(String.raw`\b${match[1]}${ANSWER}`).test(before)) continue;
    yield { severity: "danger", message: "runs whatever an address answers", offset: match.index };
  }
  for (const shape of [...EVALUATED, ...WINDOWS]) {
    for (const match of program.matchAll(shape)) {
      if (isOnlyLocal(match[0])) continue;
      yield { severity: "danger", message: "runs whatever an address answers", offset: match.index };
    }
  }
}

function isOnlyLocal(command: string): boolean {
  const kinds = addressesIn(command).map(addressKind);
  return kinds.length > 0 && kinds.every((kind) => kind === "local");
}

function* foreign(program: string): Iterable<Hit> {
  for (const match of program.matchAll(PACKAGES)) {
    if (!addressesIn(match[0]).some((address) => /raw-number|drop-box/.test(addressKind(address)))) continue;
    yield {
      severity: "danger",
      message: "installs a package from an address without a name",
      offset: match.index,
    };
  }
}

function severityOf(command: string, isCode: boolean): Severity | undefined {
  const kinds = addressesIn(command).map(addressKind);
  if (kinds.some((kind) => kind === "raw-number" || kind === "drop-box")) return "danger";
  if (kinds.length > 0 && kinds.every((kind) => kind === "local" || kind === "placeholder")) return undefined;
  return kinds.includes("plain") && isCode ? "danger" : "warning";
}
