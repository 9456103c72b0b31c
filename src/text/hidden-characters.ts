/** Why a character is not simply visible. */
export type HiddenKind =
  | "control"
  | "break"
  | "direction"
  | "tag"
  | "selector"
  | "joiner"
  | "blank"
  | "private"
  | "broken"
  | "piled"
  | "hidden";

/** Consecutive hidden characters. */
export interface HiddenRun {
  readonly index: number;
  readonly text: string;
}

/** The table of kinds, in order: the first matching row decides. Tabs and line ends count as visible. */
const KINDS: readonly (readonly [HiddenKind, RegExp])[] = [
  ["control", /[\p{Cc}--[\t\n\r]]|\r(?!\n)/v],
  ["break", /[\p{Zl}\p{Zp}]/v],
  ["direction", /\p{Bidi_Control}/v],
  ["tag", /[\u{e0000}-\u{e007f}]/v],
  ["selector", /\p{Variation_Selector}/v],
  ["joiner", /[\u200c\u200d]/v],
  ["blank", /[\u115f\u1160\u2800\u3164\uffa0\u{1d159}]/v],
  ["private", /\p{Co}/v],
  ["broken", /[\p{Cs}\p{Noncharacter_Code_Point}\ufffc]/v],
  // Marks on one letter beyond any script. Piled up, they cover the lines above and below.
  ["piled", /(?<=[[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]--[\n\t]]{8})[\p{Mn}\p{Me}]/v],
  // Some format characters of Arabic, Syriac and Kaithi have a visible shape.
  [
    "hidden",
    /[[\p{Cf}\p{Default_Ignorable_Code_Point}]--[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]/v,
  ],
];

const SOURCE = KINDS.map(([, { source }]) => source).join("|");
// No visible character of ASCII is hidden. To look for that first takes a fraction of the time.
const BEYOND = "(?=[^\\t\\n\\x20-\\x7e])";
const RUN = new RegExp(`(?:${BEYOND}(?:${SOURCE}))+`, "gv");
const ANY = new RegExp(`${BEYOND}(?:${SOURCE})`, "v");
// Searches for the first other character: a pattern that repeats over the whole text overflows the stack at about 8 million letters.
const NOT_PLAIN = /[^\t\n\r\x20-\x7e]|\r(?!\n)/;
const isPlain = (text: string) => !NOT_PLAIN.test(text);

const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
/** Maximum number of hidden characters that editors and web pages often leave. */
export const MAX_LEFTOVER = 2;
const LEFTOVER: readonly (HiddenKind | undefined)[] = ["hidden", "direction"];

/** The kind of a hidden character. Returns `undefined` for a visible one. */
export function hiddenKind(character: string): HiddenKind | undefined {
  return KINDS.find(([, pattern]) => pattern.test(character))?.[0];
}

/** Whether a text contains a character of these kinds. */
export function hasHidden(text: string, kinds: readonly HiddenKind[]): boolean {
  if (isPlain(text) || !ANY.test(text)) return false;
  return KINDS.some(([kind, pattern]) => kinds.includes(kind) && pattern.test(text));
}

/** Whether a text contains a character that turns the direction of what follows. Marks that only stand for a letter do not count. */
export function turnsDirection(text: string): boolean {
  return TURNS.test(text);
}

/** Whether these hidden characters are leftovers of an editor or a web page: at most two, which can carry no message. */
export function isLeftover(hidden: string): boolean {
  const characters = [...hidden];
  return (
    characters.length <= MAX_LEFTOVER &&
    characters.every((character) => LEFTOVER.includes(hiddenKind(character)) && !turnsDirection(character))
  );
}

/** Whether a text contains a control character, including tabs and line ends. */
export function containsControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** A text without its byte order mark. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** A text without any hidden character, even those of emoji and joined letters. For comparing names. */
export function dropHidden(text: string): string {
  return isPlain(text) ? text : text.replace(RUN, "");
}

/** Every run of hidden characters, including those that belong to emoji. */
export function* allHiddenRuns(text: string): Generator<HiddenRun, void> {
  if (isPlain(text)) return;
  for (const { 0: run, index } of text.matchAll(RUN)) yield { index, text: run };
}

/** Replaces each run of hidden characters. Those that belong to an emoji or a word of their script are kept. */
export function replaceHidden(text: string, replacement: (run: readonly string[]) => string): string {
  if (isPlain(text)) return text;
  return text.replace(RUN, (run: string, index: number) => {
    const rest = run.slice(partOfSign(text, index, run));
    return run.slice(0, run.length - rest.length) + (rest === "" ? "" : replacement([...rest]));
  });
}

/** The runs of hidden characters that do not belong to an emoji or a word, for a scan to report. */
export function hiddenRuns(text: string): HiddenRun[] {
  if (isPlain(text)) return [];
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const belonging = partOfSign(text, index, run);
    return belonging === run.length ? [] : [{ index: index + belonging, text: run.slice(belonging) }];
  });
}

const FLAG_OF_REGION = /^\u{1f3f4}[\u{e0061}-\u{e007a}]{5}\u{e007f}/u;
const FLAG = "\u{1f3f4}";
const EMOJI = /^[\p{Emoji}\p{Extended_Pictographic}]$/u;
const JOINED = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const STYLED = /^\p{Script=Mongolian}$/u;
const JOINING =
  /^[[\p{L}\p{M}]&&[\p{Script_Extensions=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script_Extensions=Devanagari}\p{Script_Extensions=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}]]$/v;

/** How much of the start of a run belongs to the character before it: flags, families of emoji, joined letters. */
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
  const belonging = styled ? 1 : 0;
  if (
    run[belonging] === "\u200d" &&
    run.length === belonging + 1 &&
    JOINED.test(before) &&
    JOINED.test(after)
  )
    return belonging + 1;
  if (/^[\u200c\u200d]$/.test(run) && JOINING.test(before) && JOINING.test(after)) return 1;
  return belonging;
}

function characterBefore(text: string, index: number): string | undefined {
  if (index === 0) return undefined;
  const low = text.charCodeAt(index - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && index > 1;
  return String.fromCodePoint(text.codePointAt(index - (isPair ? 2 : 1)) ?? 0);
}
