import type { Hit, Signal } from "../finding.ts";

const BLOB = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{40,20000}={0,2}(?![A-Za-z0-9+/=])/g;
const DECODER =
  /base64\s+(?:-[dD]\b|--decode)|\batob\(|b64decode|FromBase64String|from_base64|decode64|-e(?:nc|ncodedcommand)?\s|Buffer\.from\([^\n]*base64/i;
const PROGRAM =
  /\b(?:curl|wget|bash|zsh|\/bin\/sh|powershell|osascript|chmod|eval|exec|import\s+os|subprocess|child_process|Invoke-|iex|DownloadString|nc\s+-)\b|\/dev\/tcp\//i;

/** Decoding straight into something that runs it. */
const DECODE_AND_RUN = [
  /base64\s+(?:-[dD]\b|--decode)[^\n]{0,80}\|\s*(?:sudo\s+)?(?:\/\S*\/)?(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl)\b(?!\s+-[cme]\b)/gi,
  /\b(?:eval|exec|Function|execSync|os\.system)\s*\(\s*(?:compile\s*\(\s*)?(?:[\w.]+\.)?(?:atob|b64decode|base64\.b64decode|decodebytes|unhexlify|fromCharCode|decompress)\s*\(/gi,
  /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{40,}/gi,
  /\beval\b[^\n]{0,40}\$\([^\n]{0,200}base64\s+(?:-[dD]\b|--decode)/gi,
];

/** Code that hides in base64: what it decodes to is looked at, not how it is announced. */
export const encodedCode: Signal = {
  name: "encoded-code",
  *find({ text }) {
    yield* decodeAndRun(text);
    for (const match of text.matchAll(BLOB)) {
      const decoded = decodedText(match[0]);
      if (decoded === undefined || !PROGRAM.test(decoded)) continue;
      const around = text.slice(Math.max(0, match.index - 200), match.index + match[0].length + 200);
      const runs = DECODER.test(around);
      yield {
        severity: runs ? "danger" : "warning",
        message: `holds an encoded program: ${JSON.stringify(decoded.slice(0, 80))}`,
        offset: match.index,
      };
    }
  },
};

function* decodeAndRun(text: string): Iterable<Hit> {
  for (const shape of DECODE_AND_RUN) {
    for (const match of text.matchAll(shape)) {
      yield { severity: "danger", message: "decodes a hidden program and runs it", offset: match.index };
    }
  }
}

/** The text a blob stands for, as UTF-8 or as the UTF-16 that PowerShell takes; undefined when it is no text. */
function decodedText(blob: string): string | undefined {
  const bytes = Buffer.from(blob, "base64");
  for (const text of [bytes.toString("utf8"), bytes.toString("utf16le")]) {
    const printable = text.match(/[\x20-\x7e\s]/g)?.length ?? 0;
    if (printable / text.length > 0.97) return text;
  }
  return undefined;
}
