import type { Severity } from "../../support/finding.ts";
import { addressesIn, addressKind } from "../address.ts";
import { fencedCode } from "../passages.ts";
import type { Hit, Signal } from "../signal.ts";

/** A download into a file that is then executed or passed to an interpreter under the same name. */
const STORED =
  /\b(?:curl|wget|iwr|Invoke-WebRequest)\b[^\n;&|]{0,300}?(?:\s-(?:o|O|OutFile)\s*|\s--output(?:-document)?[= ]|>\s*)["']?([\w./~$%{}:\\-]{2,120})["']?/gi;
const AFTER_CHARACTERS = 400;
const BEFORE_CHARACTERS = 600;

/** Downloaded text is passed to an interpreter inside a program. */
const EVALUATED = [
  /\b(?:exec|eval)\s*\(\s*[\w.]{1,40}\.(?:urlopen|get)\s*\(\s*f?["']https?:\/\/[^\n]{0,200}/gi,
  /\b(?:exec|eval|compile)\s*\(\s*(?:[\w.]{1,40}\(\s*){0,2}(?:requests|httpx|urllib\.request|urllib3?|session)\.(?:get|post|urlopen)\s*\([^\n]{0,200}/gi,
  /\b(?:eval|Function|runInThisContext|runInNewContext|execSync)\s*\(\s*\(?\s*await\s+\(?\s*(?:await\s+)?(?:fetch|axios\.get|got)\s*\([^\n]{0,200}/gi,
  /\b(?:fetch|axios\.get|https?\.get)\s*\([^\n]{0,200}\.then\([^\n]{0,120}\b(?:eval|Function|execSync|exec)\s*\([^\n]{0,80}/gi,
  /\b(?:subprocess\.\w{2,12}|os\.(?:system|popen))\s*\([^\n]{0,80}(?:requests|httpx|urllib\.request)\.(?:get|urlopen)\s*\([^\n]{0,200}/gi,
];

/** An interpreter that runs the content of a variable. */
const RUN_BY_NAME = /\b(?:exec|eval|Function|execSync|runInThisContext|os\.system)\s*\(\s*(\w{1,40})\b/g;
const FETCHES =
  /\b(?:fetch|urlopen|axios\.get|https?\.get|(?:requests|httpx)\.(?:get|post))\s*\([^\n]{0,200}/;
const ANSWER = String.raw`\s*=[^=\n][^\n]{0,120}(?:\.text\b|\.read\(|\.content\b|\.data\b|\.body\b)`;

/** Windows programs that fetch and start a program from an address. */
const WINDOWS = [
  /\bmshta(?:\.exe)?\s+["']?https?:\/\/[^\s"']{1,300}/gi,
  /\bregsvr32\b[^\n]{0,80}\/i:https?:\/\/[^\s"']{1,300}/gi,
  /\b(?:certutil\b[^\n]{0,80}-urlcache|bitsadmin\b[^\n]{0,80}\/transfer)[^\n]{0,300}?([\w%\\.-]{1,80}\.(?:exe|bat|scr|msi|ps1))\b[^\n]{0,40}(?:\n|&)\s*(?:start\s+)?["']?\S{0,80}\1/gi,
];

/** Packages from an IP address or an anonymous host. */
const PACKAGES =
  /\b(?:pip3?|uv\s+pip)\s+install\b[^\n]{0,120}(?:--(?:extra-)?index-url|-i)[\s=]+\S{1,300}|\b(?:npx|npm\s+(?:i|install)|pip3?\s+install)\s+(?:-\w+\s+){0,3}["']?(?:git\+)?https?:\/\/\S{1,300}/gi;

/** A program that a script fetches and starts. Its content is decided elsewhere and can change later. */
export const fetchedProgram: Signal = {
  name: "fetched-program",
  hint: "curl|wget|iwr|invoke-webrequest|urlopen|requests.|httpx|axios|fetch|http.get|https.get|session.get|mshta|regsvr32|certutil|bitsadmin|npx|npm i|pip install|pip3 install",
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

/**
 * Whether the file is started by an interpreter, by its path, or in the background. Making it executable is not enough:
 * installers do that.
 */
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
    yield { severity: "danger", message: "runs the response of an address", offset: match.index };
  }
  for (const shape of [...EVALUATED, ...WINDOWS]) {
    for (const match of program.matchAll(shape)) {
      if (isOnlyLocal(match[0])) continue;
      yield { severity: "danger", message: "runs the response of an address", offset: match.index };
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

const FETCH = String.raw`(?:curl|wget|fetch|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|aria2c)\b`;

/** An interpreter that runs its standard input. With -c or -m it only processes the input as data. */
const INTERPRETER = String.raw`(?:sudo\s+(?:-\w+\s+)*)?(?:/\S*/)?(?:(?:ba|z|da|k|fi)?sh\b|(?:python[\d.]*|node|perl|ruby|php|osascript)\b(?!\s+(?:-[a-zA-Z]*[cmeEnpr]|\S+\.\w))|iex\b|Invoke-Expression\b)`;

const SHAPES = [
  new RegExp(String.raw`${FETCH}[^\n|;]{0,400}(?:\|[^\n|;]{0,120})?\|\s*${INTERPRETER}`, "gi"),
  new RegExp(
    String.raw`(?:\b(?:ba|z|da|k)?sh\s+-\w*c|\beval|\bsource|\bpython[\d.]*\s+-c|\b\.)\s*["']?\s*(?:\$\(|${"`"}|<\()\s*${FETCH}[^\n)]{0,400}`,
    "gi",
  ),
  new RegExp(String.raw`\b(?:ba|z|da|k)?sh\s+<\(\s*${FETCH}[^\n)]{0,400}`, "gi"),
  /(?:iex|Invoke-Expression)\b[^\n]{0,80}(?:DownloadString|Invoke-WebRequest|Invoke-RestMethod|\biwr\b|\birm\b)[^\n]{0,200}/gi,
  /(?:DownloadString|DownloadData)\([^\n]{0,200}\)[^\n]{0,40}\|\s*iex/gi,
];

/** A package that downloads and runs a program when it is installed. */
const INSTALL_HOOK =
  /"(?:pre|post)?(?:install|prepare|start)"\s*:\s*"[^"\n]{0,300}\b(?:curl|wget)\b[^"\n]{0,300}\|\s*(?:ba|z|da)?sh\b/gi;

const INSTALL_SCRIPT =
  /"(?:pre|post)?install"\s*:\s*"(?:node\s+-e|python[\d.]*\s+-c|bash\s+-c|sh\s+-c)\b(?:[^"\\\n]|\\.){0,400}https?:(?:[^"\\\n]|\\.){0,400}"/gi;

/** A program that is downloaded and run in one step, so that nobody can review it. */
export const pipedDownload: Signal = {
  name: "piped-download",
  hint: 'install"|curl|wget|fetch |iwr|irm|invoke-|aria2c|downloadstring|downloaddata',
  *find({ text, isCode }) {
    for (const match of [INSTALL_HOOK, INSTALL_SCRIPT].flatMap((shape) => [...text.matchAll(shape)])) {
      yield {
        severity: "danger",
        message: "downloads and runs a program when it is installed",
        offset: match.index,
      };
    }
    for (const shape of SHAPES) {
      for (const match of text.matchAll(shape)) {
        const hit = judge(match[0], isCode);
        if (hit !== undefined) yield { ...hit, offset: match.index };
      }
    }
  },
};

function judge(command: string, isCode: boolean): Omit<Hit, "offset"> | undefined {
  const kinds = addressesIn(command).map(addressKind);
  if (kinds.some((kind) => kind === "raw-number" || kind === "drop-box")) {
    return found("danger", "from an address without a name behind it");
  }
  if (kinds.length > 0 && kinds.every((kind) => kind === "local" || kind === "placeholder")) return undefined;
  if (kinds.includes("plain")) return found(isCode ? "danger" : "warning", "over an unprotected connection");
  return found("warning", "which nobody can look at first");
}

function found(severity: Severity, how: string): Omit<Hit, "offset"> {
  return { severity, message: `downloads a program and runs it at once, ${how}` };
}
