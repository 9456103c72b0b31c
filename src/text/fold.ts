import { hiddenKind, replaceHidden } from "./hidden-characters.ts";
import { LOOK_ALIKES } from "./look-alikes.ts";

const PLAIN = /^[\t\n\x20-\x7e]*$/;
const MARKS = /\p{M}+/gu;
/** Letters of Chinese, Japanese and Korean text have no look-alikes. */
const EAST_ASIAN = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]$/;
/** Small capitals and phonetic letters. They are Latin, and no language is written in them. */
const PHONETIC = /[\u0250-\u02af\u1d00-\u1dbf\ua730-\ua7ff]/;
const LATIN = /^\p{Script=Latin}$/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const ALIKE = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([plain, points]) =>
    points.split(" ").map((point) => [String.fromCodePoint(Number.parseInt(point, 16)), plain] as const),
  ),
);

/**
 * A text as its reader sees it, for matching words of any language. Hidden characters are removed, and letters of any width and
 * style become plain ones. In a word of mixed scripts, look-alikes become Latin letters. Case and accents stay.
 */
export function foldForMatching(text: string): string {
  if (PLAIN.test(text)) return text;
  const seen = replaceHidden(text, (run) => run.map(seenAs).join("")).normalize("NFKC");
  return seen.replace(WORD, (word) => (isDisguised(word) ? [...word].map(lookAlike).join("") : word));
}

/** The ASCII text that a character looks like. Returns `undefined` if there is none. */
export function lookAlikeOf(character: string): string | undefined {
  return ALIKE.get(character);
}

/** The skeleton of a text, and the original position of each of its characters. */
interface Skeleton {
  readonly text: string;
  /** The offset in the original of each character; after the last one, the original's length. */
  readonly offsets: (index: number) => number;
}

/**
 * A form in which everything that looks the same is equal: lower case without accents or hidden characters, every look-alike as
 * ASCII. For finding tags that a text must not imitate. Real words of other scripts are lost in it.
 */
export function skeleton(text: string): Skeleton {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), offsets: (index) => index };
  const starts: number[] = [];
  let folded = "";
  let at = 0;
  for (const character of text) {
    const bare = bareCharacter(character);
    for (let each = 0; each < bare.length; each++) starts.push(at);
    folded += bare;
    at += character.length;
  }
  starts.push(text.length);
  return { text: folded, offsets: (index) => starts[index] ?? text.length };
}

function bareCharacter(character: string): string {
  if (character < "\x7f" && character >= " ") return character.toLowerCase();
  if (EAST_ASIAN.test(character)) return character;
  if (hiddenKind(character) !== undefined) return seenAs(character);
  const alike = ALIKE.get(character);
  if (alike !== undefined) return alike;
  const bare = character.normalize("NFKD").replace(MARKS, "").toLowerCase();
  return bare === character ? bare : [...bare].map((part) => ALIKE.get(part) ?? part).join("");
}

function seenAs(character: string): string {
  const kind = hiddenKind(character);
  return kind === "break" || /[\r\v\f\x85]/.test(character) ? "\n" : kind === "blank" ? " " : "";
}

// A word that mixes two scripts is a disguise.
function isDisguised(word: string): boolean {
  if (PLAIN.test(word)) return false;
  if (PHONETIC.test(word)) return true;
  return /[A-Za-z]/.test(word) && [...word].some((letter) => !LATIN.test(letter) && ALIKE.has(letter));
}

function lookAlike(letter: string): string {
  if (letter <= "\x7f" || (LATIN.test(letter) && !PHONETIC.test(letter))) return letter;
  const plain = ALIKE.get(letter) ?? letter;
  return /\p{Lu}/u.test(letter) ? plain.toUpperCase() : plain;
}

/** A text whose full stops of other scripts between letters are dots, as browsers read them in addresses. */
export function plainDots(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])[\u3002\uff61\u2024\uff0e](?=[\p{L}\p{N}])/gu, ".");
}
