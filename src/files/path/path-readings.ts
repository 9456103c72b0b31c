import { lookAlikeOf } from "../../text/fold.ts";
import { dropHidden } from "../../text/hidden-characters.ts";

type Transform = (text: string) => string;

/** Every text that some layer could turn a path into, by decoding or mapping it. */
export interface PathReadings {
  /** After undoing encodings and blanks: what a careless program would pass on. */
  readonly decoded: ReadonlySet<string>;
  /** Also after folding look-alike characters, as file systems and code pages do. */
  readonly all: ReadonlySet<string>;
  /** False if the text is encoded so often that not every reading was followed. */
  readonly complete: boolean;
}

/** Paths of only these characters have one reading. */
const PLAIN = /^[A-Za-z0-9_\-+@,=/.]*$/;
const MAX_READINGS = 200;

const DECODING: readonly Transform[] = [
  (text) => decodePercent(text, "joined"),
  (text) => decodePercent(text, "dropped"),
  decodeRawBytes,
  decodeEscapes,
  dropHidden,
  (text) => text.trim(),
  (text) => text.replace(/;[^/\\]*/g, ""),
];

const FOLDING: readonly Transform[] = [(text) => text.normalize("NFKC"), foldLookAlikes];

/** Finds all readings of a path's text. */
export function pathReadings(text: string): PathReadings {
  if (PLAIN.test(text)) return { decoded: new Set([text]), all: new Set([text]), complete: true };
  const decoded = closure(text, DECODING);
  const all = closure(text, [...DECODING, ...FOLDING]);
  return { decoded, all, complete: decoded.size <= MAX_READINGS && all.size <= MAX_READINGS };
}

function closure(text: string, transforms: readonly Transform[]): Set<string> {
  const found = new Set([text]);
  for (const reading of found) {
    for (const transform of transforms) found.add(transform(reading));
    if (found.size > MAX_READINGS) break;
  }
  return found;
}

/** Japanese and Korean code pages have these in place of the backslash. At the start they are a price. */
const CURRENCY_BACKSLASH = /(?<=.)[\u00a5\uffe5\u20a9\uffe6]/gu;

function foldLookAlikes(text: string): string {
  return text.replace(CURRENCY_BACKSLASH, "\\").replace(/[^\p{ASCII}]/gu, (character) => {
    const plain = lookAlikeOf(character) ?? character;
    return /^[./\\:]+$/.test(plain) ? plain : character;
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  period: ".",
  sol: "/",
  bsol: "\\",
  colon: ":",
  Tab: "\t",
};

function decodeEscapes(text: string): string {
  return text
    .replace(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|&#x([0-9a-f]{1,6});?/gi, (whole, a, b, c) =>
      character(whole, a ?? b ?? c, 16),
    )
    .replace(/&#(\d{1,7});?/g, (whole, digits) => character(whole, digits, 10))
    .replace(/&(period|sol|bsol|colon|Tab);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

function character(whole: string, digits: string, base: number): string {
  const point = Number.parseInt(digits, base);
  return point > 0x10ffff ? whole : String.fromCodePoint(point);
}

const ENCODED_RUN = /(?:%[0-9a-f]{2})+/gi;

const WIDE_ENCODED = /%u([0-9a-f]{4})/gi;

const BYTE_RUN = /[\u00c0-\u00ff][\u0080-\u00bf]+/g;

/** How a decoder handles bytes that are not UTF-8: a careless one joins them to the next byte, another drops them. */
type BadBytes = "joined" | "dropped";

/**
 * Undoes one layer of percent-encoding like a careless decoder: overlong UTF-8 gives the character that it hides, and `%uXXXX`
 * counts too. Text without an encoding is returned unchanged.
 */
function decodePercent(text: string, badBytes: BadBytes = "joined"): string {
  return text
    .replace(WIDE_ENCODED, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(ENCODED_RUN, (run) => decodeBytes(Buffer.from(run.replaceAll("%", ""), "hex"), badBytes));
}

/** Decodes characters that look like raw bytes (`À®`) as the overlong UTF-8 that they may have been. */
function decodeRawBytes(text: string): string {
  return text.replace(BYTE_RUN, (run) => decodeBytes(Buffer.from(run, "latin1"), "joined"));
}

function decodeBytes(bytes: Uint8Array, badBytes: BadBytes): string {
  let text = "";
  for (let index = 0; index < bytes.length; ) {
    const lead = bytes[index] ?? 0;
    const length = sequenceLength(lead);
    const rest = bytes.subarray(index + 1, index + length);
    const whole = rest.length === length - 1 && (badBytes === "joined" || rest.every(isContinuation));
    if (length > 0 && whole) {
      text += toCharacter(rest.reduce((point, byte) => point * 64 + (byte & 0x3f), leadBits(lead, length)));
      index += length;
    } else {
      if (badBytes === "joined") text += String.fromCharCode(lead);
      index += 1;
    }
  }
  return text;
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc0) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  if (lead < 0xf8) return 4;
  return lead < 0xfc ? 5 : 6;
}

function leadBits(lead: number, length: number): number {
  return length === 1 ? lead : lead & (0xff >> (length + 1));
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function toCharacter(point: number): string {
  return point > 0x10ffff ? "\ufffd" : String.fromCodePoint(point);
}
