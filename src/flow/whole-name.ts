import { wordsOf } from "./words.ts";

/** Words that make the word beside them a name, even in lower case: "to bob", "the general channel". */
const BEFORE =
  /^(?:to|from|with|named|called|channel|user|group|team|room|ask|tell|invite|notify|message|remind|follow)$/;
/** Verbs before which a word with hyphens is a name: "add anna-k". */
const BEFORE_HYPHENS = /^(?:add|give|grant|let|make|pay|call|e?mail)$/;
const HYPHENS = /^[\p{L}\p{N}]{1,40}(?:-[\p{L}\p{N}]{1,40}){1,4}$/u;
const AFTER = /^(?:channel|user|group|team|room|list)s?$/;

/**
 * Whether a text contains these words as a whole name: in "Alice Miller", neither "Alice" nor "Miller" is one. Words count as a
 * name if they have capital letters (as at the start of a sentence), are quoted, or are beside a word like "channel". No other
 * words are a name.
 */
export function holdsWholeName(text: string, name: string): boolean {
  return placesOf(text, name).some(({ isNamed, isPart }) => isNamed && !isPart);
}

/** Whether a text contains these words only within longer names: "Riverside View" in "the Riverside View Hotel". */
export function isOnlyPartOfNames(text: string, name: string): boolean {
  const places = placesOf(text, name);
  return places.length > 0 && places.every(({ isPart }) => isPart);
}

interface Place {
  /** Whether it is written as a name. */
  readonly isNamed: boolean;
  /** Whether it is a part of a longer name. */
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
    // A quote that continues is a text, and its first words are not a name.
    const isQuoted =
      /[#@]$/.test(before) ||
      (/['"“‘]$/.test(before) && /^['"”’]/.test(after)) ||
      BEFORE.test(tokens[at - 1]?.word ?? "") ||
      (BEFORE_HYPHENS.test(tokens[at - 1]?.word ?? "") &&
        HYPHENS.test(text.slice(tokens[at]?.start, tokens[last]?.end))) ||
      AFTER.test(tokens[last + 1]?.word ?? "");
    const isProper = words.every(
      (word, offset) => tokens[at + offset]?.isCapital === true || (words.length > 1 && /^\d/.test(word)),
    );
    return [{ isNamed: isProper || isQuoted, isPart: goesOn || went }];
  });
}
