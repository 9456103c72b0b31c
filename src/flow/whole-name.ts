import { wordsOf } from "./words.ts";

/** Words before or after which a name is one, whatever its letters: "to bob", "the general channel". */
const BEFORE = /^(?:to|from|with|named|called|channel|user|group|team|room)$/;
const AFTER = /^(?:channel|user|group|team|room|list)s?$/;

/**
 * Whether a text holds these words as a whole name somewhere: "Alice" is not the name in "Alice Miller", and "Miller" is not
 * either. Names are told by their capital letters, which a sentence begins with as well, by quotes, or by a word such as "channel"
 * beside them: no other word of a text is the name of somebody.
 */
export function holdsWholeName(text: string, name: string): boolean {
  return placesOf(text, name).some(({ isNamed, isPart }) => isNamed && !isPart);
}

/** Whether a text holds these words only within longer names: "Riverside View" in "the Riverside View Hotel". */
export function isOnlyPartOfNames(text: string, name: string): boolean {
  const places = placesOf(text, name);
  return places.length > 0 && places.every(({ isPart }) => isPart);
}

interface Place {
  /** Whether it is written as a name. */
  readonly isNamed: boolean;
  /** Whether a longer name goes on before or after it. */
  readonly isPart: boolean;
}

function placesOf(text: string, name: string): Place[] {
  const words = wordsOf(name);
  const tokens = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: token, index }) => ({
    word: token.toLowerCase(),
    isCapital: /^\p{Lu}/u.test(token),
    start: index,
    end: index + token.length,
  }));
  const joined = (at: number) => /^ +$/.test(text.slice(tokens[at]?.end, tokens[at + 1]?.start));
  const begins = (at: number) =>
    at === 0 || /[.!?:;\n]/.test(text.slice(tokens[at - 1]?.end, tokens[at]?.start));
  return tokens.flatMap(({ isCapital }, at) => {
    const last = at + words.length - 1;
    if (!words.every((word, offset) => tokens[at + offset]?.word === word)) return [];
    const goesOn = tokens[last]?.isCapital === true && tokens[last + 1]?.isCapital === true && joined(last);
    const went = isCapital && tokens[at - 1]?.isCapital === true && joined(at - 1) && !begins(at - 1);
    const before = text.slice(0, tokens[at]?.start);
    const after = text.slice(tokens[last]?.end);
    // A quote that goes on is a text, whose first words name nobody.
    const isQuoted =
      /[#@]$/.test(before) ||
      (/['"“‘]$/.test(before) && /^['"”’]/.test(after)) ||
      BEFORE.test(tokens[at - 1]?.word ?? "") ||
      AFTER.test(tokens[last + 1]?.word ?? "");
    const isProper = words.every((_word, offset) => tokens[at + offset]?.isCapital === true);
    return [{ isNamed: isProper || isQuoted, isPart: goesOn || went }];
  });
}
