import { lookAlikeOf } from "../../text/fold.ts";
import { dropUnseen } from "../../text/unseen.ts";
import { decodePercent, decodeRawBytes } from "./decode-percent.ts";

type Transform = (text: string) => string;

/** Every text that some layer, by decoding or mapping it, could make of a path. */
export interface PathReadings {
  /** After undoing encodings and blanks: what a careless program would pass on. */
  readonly decoded: ReadonlySet<string>;
  /** Also after folding look-alike characters, as file systems and code pages do. */
  readonly all: ReadonlySet<string>;
  /** False when the text is encoded so often that not every reading was followed. */
  readonly complete: boolean;
}

/** Paths of these characters alone have one reading. */
const PLAIN = /^[A-Za-z0-9_\-+@,=/.]*$/;
const MAX_READINGS = 200;

const DECODING: readonly Transform[] = [
  (text) => decodePercent(text, "joined"),
  (text) => decodePercent(text, "dropped"),
  decodeRawBytes,
  decodeEscapes,
  dropUnseen,
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

/** Japanese and Korean code pages have these where others have the backslash; at the start they are a price. */
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
