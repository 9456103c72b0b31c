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
export function containsWholeName(text: string, name: string): boolean {
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

/** Characters that end before a Chinese name, or follow it, in an order. Every other character may be part of a longer name. */
const BEFORE_HAN =
  /[^\p{Script=Han}]|[给向跟和与同对把将让叫请被替为从到在往由于的是成名付转发送汇找约加邀及或了至进入里元块个位件张本份条篇封间台上下用改设建创写存排添插布享复知诉系问派换移调更开关启停束标行放播听续订租买退捐单账记传载除闭看查读户道组号夹务程]/u;
const AFTER_HAN =
  /[^\p{Script=Han}]|[的和与及或在到从给把将转发付送汇说讲写看也都还再并就吗呢吧了里中上下这那等分放移改设加关打用是有以为去来收回通个一末]/u;

/** Whether a text contains a Chinese value as a whole: "星河科技" is another party than "北京星河科技". */
export function containsWholeHan(text: string, value: string): boolean {
  const name = value.normalize("NFC").trim();
  const all = text.normalize("NFC");
  for (let at = all.indexOf(name); at !== -1; at = all.indexOf(name, at + 1)) {
    const [before = " ", after = " "] = [all[at - 1], all[at + name.length]];
    const begins = HAN.test(name[0] ?? "") ? BEFORE_HAN.test(before) : !GOES_ON.test(before);
    const next = all.slice(at + name.length, at + name.length + 2);
    const ends = HAN.test(name.at(-1) ?? "") ? AFTER_HAN.test(after) : !GOES_ON_AFTER.test(next);
    if (begins && ends) return true;
  }
  return false;
}

const HAN = /\p{Script=Han}/u;
/** Characters that continue an address or a path. Chinese has no blanks around them. */
const GOES_ON = /[\p{Script=Latin}\p{N}_@./\\+%-]/u;
const GOES_ON_AFTER = /^(?:[\p{Script=Latin}\p{N}_@/\\-]|[.,][\p{L}\p{N}])/u;
