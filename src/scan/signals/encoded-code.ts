import { inflateRawSync, unzipSync } from "node:zlib";
import type { Hit, Signal } from "../signal.ts";

/** Encoded data: base64, hexadecimal, or a list of character codes. */
const MIN_BLOB = 40;
const MAX_BLOB = 20_000;
const HEXADECIMAL = /(?:\\x[0-9a-f]{2}){12,5000}/gi;
const NUMBERS = /(?:\b\d{2,3}\s*,\s*){15,5000}\d{2,3}\b/g;
const DECODER =
  /base64\s+(?:-[dD]\b|--decode)|\batob\(|b64decode|FromBase64String|from_base64|decode64|-e(?:nc|ncodedcommand)?\s|Buffer\.from\([^\n]*(?:base64|hex)|fromhex|unhexlify|xxd\s+-r|fromCharCode|\bchr\b|\b(?:eval|exec|execSync|system)\s*\(|printf\s|echo\s+-e/i;
const PROGRAM =
  /\b(?:curl|wget|bash|zsh|\/bin\/sh|powershell|osascript|chmod|eval|exec|import\s+os|subprocess|child_process|Invoke-|iex|DownloadString|nc\s+-)\b|\/dev\/tcp\//i;

const MAY_DECODE = /base64|eval|exec|Function|system|powershell|pwsh|xxd|openssl|\brev\b|\btr\b|base32/i;

/** Decoded data that is passed directly to an interpreter. */
const DECODE_AND_RUN = [
  /base64\s+(?:-[dD]\b|--decode)[^\n]{0,80}\|\s*(?:sudo\s+)?(?:\/\S*\/)?(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl)\b(?!\s+-[cme]\b)/gi,
  /\b(?:eval|exec|Function|execSync|os\.system)\s*\(\s*(?:compile\s*\(\s*)?(?:[\w.]+\.)?(?:atob|b64decode|base64\.b64decode|decodebytes|unhexlify|fromCharCode|decompress)\s*\(/gi,
  /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{40,}/gi,
  /\|\s*(?:xxd\s+-r(?:\s+-p)?|openssl\s+(?:base64|enc)\b[^\n|]{0,60}\s-d\b[^\n|]{0,60}|rev|tr\s+["']?[\w-]{2,40}["']?\s+["']?[\w-]{2,40}["']?|base32\s+-d)\s*\|\s*(?:sudo\s+)?(?:\/\S*\/)?(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl)\b(?!\s+-[cme]\b)/gi,
  /\b(?:exec|eval)\s*\(\s*(?:marshal\.loads|zlib\.decompress|codecs\.decode|lzma\.decompress|bz2\.decompress|gzip\.decompress|bytes\.fromhex|__import__\(\s*["'](?:base64|zlib|marshal|codecs)["']\s*\))/gi,
  /\b(?:exec|eval)\s*\(\s*["']{1,2}\.join\(\s*(?:map\(\s*chr|\[?\(?chr\()/gi,
  /\beval\b[^\n]{0,40}\$\([^\n]{0,200}base64\s+(?:-[dD]\b|--decode)/gi,
];

/** Code that is hidden by an encoding. Judged by the decoded content. */
export const encodedCode: Signal = {
  name: "encoded-code",
  *find({ text }) {
    if (MAY_DECODE.test(text)) yield* decodeAndRun(text);
    for (const { blob, offset } of blobsIn(text)) {
      const decoded = decodedTexts(blob).find((candidate) => PROGRAM.test(candidate));
      if (decoded === undefined) continue;
      const context = text.slice(Math.max(0, offset - 200), offset + blob.length + 200);
      const runs = DECODER.test(context);
      yield {
        severity: runs ? "danger" : "warning",
        message: `contains an encoded program: ${JSON.stringify(decoded.slice(0, 80))}`,
        offset,
      };
    }
  },
};

function* blobsIn(text: string): Iterable<{ blob: string; offset: number }> {
  yield* runsOfLetters(text);
  if (text.includes("\\x")) yield* matches(text, HEXADECIMAL);
  if (/char|chr\b|bytes|buffer|uint8|decode/i.test(text)) yield* matches(text, NUMBERS);
}

function* matches(text: string, shape: RegExp): Iterable<{ blob: string; offset: number }> {
  for (const match of text.matchAll(shape)) yield { blob: match[0], offset: match.index };
}

/** Long runs of base64 characters. Only every n-th character is checked: a long run contains at least one of them. */
function* runsOfLetters(text: string): Iterable<{ blob: string; offset: number }> {
  for (let at = MIN_BLOB - 1; at < text.length; at += MIN_BLOB) {
    if (!isBlobLetter(text.charCodeAt(at))) continue;
    let [from, end] = [at, at + 1];
    while (from > 0 && isBlobLetter(text.charCodeAt(from - 1))) from -= 1;
    while (end < text.length && isBlobLetter(text.charCodeAt(end))) end += 1;
    if (end - from >= MIN_BLOB && end - from <= MAX_BLOB) yield { blob: text.slice(from, end), offset: from };
    at = Math.max(at, end);
  }
}

function isBlobLetter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b
  );
}

function* decodeAndRun(text: string): Iterable<Hit> {
  for (const shape of DECODE_AND_RUN) {
    for (const match of text.matchAll(shape)) {
      yield { severity: "danger", message: "decodes a hidden program and runs it", offset: match.index };
    }
  }
}

/** Two or more short literals that are concatenated or joined. */
const PLUSSED = /(?:(["'`])[^"'`\n\\]{1,30}\1\s*\+\s*){1,12}(["'`])[^"'`\n\\]{1,30}\2/g;

const JOINED =
  /\[\s*(?:(["'`])[^"'`\n\\]{1,30}\1\s*,\s*){1,20}(["'`])[^"'`\n\\]{1,30}\2\s*,?\s*\]\s*\.join\(\s*(["'`])([^"'`]{0,2})\3\s*\)/g;

/** Names that honest code has no reason to split. */
const POWERFUL =
  /^(?:(?:node:)?child_process|eval|exec|execSync|spawn|fetch|require|Function|constructor|readFileSync|globalThis|process|env|subprocess|__import__|os\.system|curl .*|wget .*|.*https?:\/\/.*|.*\/\.?(?:ssh|aws|openclaw|config)\/.*)$/i;

/** Names of dangerous functions that are split into pieces to avoid a search. */
export const splitNames: Signal = {
  name: "split-names",
  hint: "\" +|' +|` +|\"+|'+|`+|+ \"|+ '|+ `|+\"|+'|+`|\n+|+\n|.join(",
  *find({ text, isCode }) {
    if (!isCode) return;
    for (const shape of [PLUSSED, JOINED]) {
      for (const match of text.matchAll(shape)) {
        const pieces = match[0].replace(/\.join\([\s\S]*$/, "").match(/(["'`])([^"'`]*)\1/g) ?? [];
        const joined = pieces.map((piece) => piece.slice(1, -1)).join(match[4] ?? "");
        const whole = pieces.some((piece) => /^["'`]https?:\/\/|^["'`](?:curl|wget) /.test(piece));
        if (whole || !POWERFUL.test(joined)) continue;
        yield {
          severity: "danger",
          message: `puts together the name ${JSON.stringify(joined.slice(0, 60))}`,
          offset: match.index,
        };
      }
    }
  },
};

/** Maximum length of unpacked code that is read. */
const MAX_UNPACKED = 64 * 1024;

/** The texts that a blob may stand for: in base64 (UTF-8, the UTF-16 of PowerShell, packed), in hexadecimal, as numbers. */
function decodedTexts(blob: string): string[] {
  if (blob.includes(",")) return texts(Buffer.from(blob.split(",").map(Number)));
  const hexadecimal = blob.replaceAll(/\\x/gi, "");
  const plain = /^(?:[0-9a-f]{2})+$/i.test(hexadecimal) ? texts(Buffer.from(hexadecimal, "hex")) : [];
  const bytes = Buffer.from(blob, "base64");
  return [...plain, ...texts(bytes), ...unpacked(bytes)];
}

function texts(bytes: Buffer): string[] {
  return [bytes.toString("utf8"), bytes.toString("utf16le")].filter((text) => {
    const printable = text.match(/[\x20-\x7e\s]/g)?.length ?? 0;
    return text.length > 0 && printable / text.length > 0.97;
  });
}

function unpacked(bytes: Buffer): string[] {
  const isPacked = bytes[0] === 0x78 || (bytes[0] === 0x1f && bytes[1] === 0x8b);
  if (!isPacked) return [];
  for (const unpack of [unzipSync, inflateRawSync]) {
    try {
      return texts(unpack(bytes, { maxOutputLength: MAX_UNPACKED }));
    } catch {
      // Not packed, or too large.
    }
  }
  return [];
}
