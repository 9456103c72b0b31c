/** Why a character is not simply seen where it stands. */
export type UnseenKind =
  | "control"
  | "break"
  | "direction"
  | "tag"
  | "selector"
  | "joiner"
  | "blank"
  | "private"
  | "broken"
  | "hidden";

/** Neighbouring characters that nobody sees. */
export interface UnseenRun {
  readonly index: number;
  readonly text: string;
}

/** The one table, in order: the first row that fits names the kind of a character. Tabs and line ends are seen. */
const KINDS: readonly (readonly [UnseenKind, RegExp])[] = [
  ["control", /[\p{Cc}--[\t\n\r]]|\r(?!\n)/v],
  ["break", /[\p{Zl}\p{Zp}]/v],
  ["direction", /\p{Bidi_Control}/v],
  ["tag", /[\u{e0000}-\u{e007f}]/v],
  ["selector", /\p{Variation_Selector}/v],
  ["joiner", /[\u200c\u200d]/v],
  ["blank", /[\u115f\u1160\u2800\u3164\uffa0\u{1d159}]/v],
  ["private", /\p{Co}/v],
  ["broken", /[\p{Cs}\p{Noncharacter_Code_Point}\ufffc]/v],
  // Some format characters of Arabic, Syriac and Kaithi are signs with a shape of their own.
  [
    "hidden",
    /[[\p{Cf}\p{Default_Ignorable_Code_Point}]--[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]/v,
  ],
];

const SOURCE = KINDS.map(([, { source }]) => source).join("|");
const RUN = new RegExp(`(?:${SOURCE})+`, "gv");
const ANY = new RegExp(SOURCE, "v");
// Looks for the first other character: a pattern that repeats over the whole text runs out of stack at some 8 million letters.
const NOT_PLAIN = /[^\t\n\r\x20-\x7e]|\r(?!\n)/;
const isPlain = (text: string) => !NOT_PLAIN.test(text);

/** The kind of a character that nobody sees; `undefined` for one that is seen. */
export function unseenKind(character: string): UnseenKind | undefined {
  return KINDS.find(([, pattern]) => pattern.test(character))?.[0];
}

/** Whether a text holds a character of these kinds, wherever it stands. */
export function holdsUnseen(text: string, kinds: readonly UnseenKind[]): boolean {
  if (isPlain(text) || !ANY.test(text)) return false;
  return KINDS.some(([kind, pattern]) => kinds.includes(kind) && pattern.test(text));
}

/** Whether a text holds a control character; tabs and line ends are some. */
export function holdsControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** A text without the mark by which editors tell the order of bytes. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** A text without any character that nobody sees, signs and joined letters included: for comparing names. */
export function dropUnseen(text: string): string {
  return isPlain(text) ? text : text.replace(RUN, "");
}

/** Every run of characters that nobody sees, those that belong to signs included. */
export function* allUnseen(text: string): Generator<UnseenRun, void> {
  if (isPlain(text)) return;
  for (const { 0: run, index } of text.matchAll(RUN)) yield { index, text: run };
}

/** Replaces each run of characters that nobody sees; those that belong to a sign or a word of their script stay. */
export function replaceUnseen(text: string, replacement: (run: readonly string[]) => string): string {
  if (isPlain(text)) return text;
  return text.replace(RUN, (run: string, index: number) => {
    const rest = run.slice(partOfSign(text, index, run));
    return run.slice(0, run.length - rest.length) + (rest === "" ? "" : replacement([...rest]));
  });
}

/** The runs of characters that nobody sees and that belong to no sign: what a scan reports. */
export function unseenRuns(text: string): UnseenRun[] {
  if (isPlain(text)) return [];
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const kept = partOfSign(text, index, run);
    return kept === run.length ? [] : [{ index: index + kept, text: run.slice(kept) }];
  });
}

const FLAG_OF_REGION = /^\u{1f3f4}[\u{e0061}-\u{e007a}]{5}\u{e007f}/u;
const FLAG = "\u{1f3f4}";
const EMOJI = /^[\p{Emoji}\p{Extended_Pictographic}]$/u;
const JOINED = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const STYLED = /^\p{Script=Mongolian}$/u;
const JOINING =
  /^[[\p{L}\p{M}]&&[\p{Script_Extensions=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script_Extensions=Devanagari}\p{Script_Extensions=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}]]$/v;

/** How much of the beginning of a run belongs to the sign before it: flags, families of emoji, joined letters. */
function partOfSign(text: string, index: number, run: string): number {
  const before = characterBefore(text, index);
  if (before === undefined) return 0;
  if (before === FLAG) {
    const [flag] = FLAG_OF_REGION.exec(`${FLAG}${run.slice(0, 12)}`) ?? [];
    if (flag !== undefined && /^\p{RGI_Emoji}$/v.test(flag)) return flag.length - FLAG.length;
  }
  const after = String.fromCodePoint(text.codePointAt(index + run.length) ?? 0);
  const selector = run[0] ?? "";
  const styled =
    (/[\ufe0e\ufe0f]/.test(selector) && EMOJI.test(before)) ||
    (/[\u180b-\u180d\u180f]/.test(selector) && STYLED.test(before));
  const kept = styled ? 1 : 0;
  if (run[kept] === "\u200d" && run.length === kept + 1 && JOINED.test(before) && JOINED.test(after))
    return kept + 1;
  if (/^[\u200c\u200d]$/.test(run) && JOINING.test(before) && JOINING.test(after)) return 1;
  return kept;
}

function characterBefore(text: string, index: number): string | undefined {
  if (index === 0) return undefined;
  const low = text.charCodeAt(index - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && index > 1;
  return String.fromCodePoint(text.codePointAt(index - (isPair ? 2 : 1)) ?? 0);
}
