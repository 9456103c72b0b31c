import { objectOf } from "./verbs.ts";
import { nameWords, singularOf } from "./words.ts";

/** Number words. "One" is missing, because it often stands for a thing: "the best one". */
const WORDS: readonly (readonly [word: RegExp, number: string])[] = [
  ...["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"].map(
    (word, at) => [new RegExp(`\\b${word}\\b`, "iu"), String(at + 2)] as const,
  ),
  ...["[两二]", "三", "四", "五", "六", "七", "八", "九", "十"].map(
    (word, at) => [new RegExp(`${word}(?=[个件位张本份人间晚台只杯瓶])`, "u"), String(at + 2)] as const,
  ),
];

/** The numbers that a text has in words: "two of them". */
export function numbersInWords(text: string): string[] {
  return WORDS.filter(([word]) => word.test(text)).map(([, number]) => number);
}

/** Chinese nouns for things that have numbers. */
const CHINESE_NOUNS: Readonly<Record<string, string>> = {
  ticket: "工单|票",
  issue: "问题|议题",
  order: "订单",
  task: "任务",
  file: "文件",
  event: "日程|会议",
  mail: "邮件",
  invoice: "发票",
  bill: "账单",
  room: "房间",
};

/** Words of people for things that tools call differently. */
const SHORT: Readonly<Record<string, string>> = {
  pull: "(?:pull(?:\\s+request)?|pr|mr|merge\\s+request)",
  request: "(?:pull\\s+request|pr|mr|merge\\s+request|request)",
};

const DIGITS = /^\d{1,12}$/;

/**
 * Whether a text has a number beside the noun that it belongs to: "issue 41" for the number of an issue, "4 stars" for `stars`.
 * The day in "May 13" belongs to neither.
 */
export function statesNumberOf(
  text: string,
  value: string,
  { thing, counted }: { readonly thing: string | undefined; readonly counted: readonly string[] },
): boolean {
  if (!DIGITS.test(value)) return false;
  const follows = (noun: string) =>
    new RegExp(
      `\\b${SHORT[singularOf(noun)] ?? `${singularOf(noun)}s?`}\\s{0,3}(?:#|no\\.?|nr\\.?|number|id)?\\s{0,3}${value}(?![\\p{L}\\p{N}]|[.,:/-]\\d)`,
      "iu",
    );
  const precedes = (noun: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}#]|\\d[.,:/-])${value}[\\s-]${singularOf(noun)}s?\\b`, "iu");
  const chinese = thing === undefined ? undefined : CHINESE_NOUNS[singularOf(thing)];
  if (
    chinese !== undefined &&
    new RegExp(
      `(?:${chinese})\\s{0,3}(?:#|编号|号)?\\s{0,3}${value}(?![\\p{L}\\p{N}]|[.,:/-]\\d)|(?:${chinese})\\s{0,3}(?:#|编号|号)?\\s{0,3}${value}(?=[号指分给并的])`,
      "u",
    ).test(text)
  )
    return true;
  return (
    (thing !== undefined && follows(thing).test(text)) || counted.some((noun) => precedes(noun).test(text))
  );
}

const CURRENCIES: Readonly<Record<string, RegExp>> = {
  usd: /\$|\bdollars?\b|美元/iu,
  eur: /€|\beuros?\b|欧元/iu,
  gbp: /£|\bpounds?\b|英镑/iu,
  chf: /\bfrancs?\b|法郎/iu,
  cny: /¥|\byuan\b|\brmb\b|元|块/iu,
  jpy: /¥|\byen\b|日元/iu,
};

const PRICES =
  /(?:\p{Sc}|\b(?:usd|eur|gbp|chf|cny|jpy|rmb)\b)\s{0,3}(\d[\d.,]{0,20})|(\d[\d.,]{0,20})\s{0,3}(?:\p{Sc}|(?:usd|eur|gbp|chf|cny|jpy|rmb|dollars?|euros?|pounds?|francs?|yuan|yen|bucks?)\b|[元块])/giu;

/** The amounts of money in a text: numbers beside a currency. */
export function pricesIn(text: string): number[] {
  return [...text.matchAll(PRICES)].map(([, after = "", before = ""]) => amountOf(after || before));
}

/** The number that an amount is written as: "1,250.00" is 1250. */
export function amountOf(text: string): number {
  return Number(
    text
      .replace(/[.,]$/, "")
      .replace(/,(?=\d{3}(?:\D|$))/g, "")
      .replace(",", "."),
  );
}

/** Whether a text names a currency by its sign or its word: "$50" for `usd`. */
export function statesCurrency(text: string, value: string): boolean {
  const code = value.trim().toLowerCase();
  return Object.hasOwn(CURRENCIES, code) && CURRENCIES[code]?.test(text) === true;
}

/** Words in names of arguments for what identifies a thing. */
export const ID_WORDS: ReadonlySet<string> = new Set([
  "id",
  "ids",
  "number",
  "no",
  "uuid",
  "key",
  "path",
  "file",
]);
const DIRECTIONS = new Set(["source", "target", "from", "to", "into"]);

/** The nouns that a number of an argument belongs to: what the argument is called after, or else the object of the tool. */
export function nounsOf(argument: string, tool: string) {
  const counted = nameWords(argument).filter((word) => !ID_WORDS.has(word) && !DIRECTIONS.has(word));
  return { thing: counted.at(-1) ?? objectOf(tool).at(-1), counted };
}
