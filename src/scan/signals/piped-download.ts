import { addressesIn, addressKind } from "../address.ts";
import type { Hit, Severity, Signal } from "../finding.ts";

const FETCH = String.raw`(?:curl|wget|fetch|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|aria2c)\b`;
/** An interpreter that takes its program from the pipe; with -c or -m it only processes what comes. */
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

/** A package that does it by itself, when it is installed. */
const INSTALL_HOOK =
  /"(?:pre|post)?(?:install|prepare|start)"\s*:\s*"[^"\n]{0,300}\b(?:curl|wget)\b[^"\n]{0,300}\|\s*(?:ba|z|da)?sh\b/gi;

const INSTALL_SCRIPT =
  /"(?:pre|post)?install"\s*:\s*"(?:node\s+-e|python[\d.]*\s+-c|bash\s+-c|sh\s+-c)\b(?:[^"\\\n]|\\.){0,400}https?:(?:[^"\\\n]|\\.){0,400}"/gi;

/** A program that is downloaded and run in one breath, so that nobody can look at it. */
export const pipedDownload: Signal = {
  name: "piped-download",
  hint: /install"|curl|wget|fetch|iwr|irm|invoke-|aria2c|downloadstring|downloaddata/i,
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
