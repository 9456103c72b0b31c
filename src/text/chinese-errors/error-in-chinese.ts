import { shortened } from "../text-end.ts";
import { FOREIGN, isOwnCommand, quoteForeign, splitForeignText, unquoted } from "./foreign-text.ts";
import reasons from "./reasons.json" with { type: "json" };
import sentences from "./sentences.json" with { type: "json" };

interface Pattern {
  /** The texts between the values. */
  readonly parts: readonly string[];
  /** The value at each place, and whether it may be missing: one that follows a word directly may. */
  readonly places: readonly { readonly place: number; readonly optional: boolean }[];
  readonly words: string;
}

/** Created with the first translation: most processes never need one. */
const sentenceForms = made(() => patternsOf(sentences));
const reasonForms = made(() => patternsOf(reasons));

function made<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** The most specific pattern first: the one with the most letters. */
function patternsOf(table: Readonly<Record<string, string>>): Pattern[] {
  const letters = ({ parts }: Pattern) => parts.reduce((sum, part) => sum + part.length, 0);
  return Object.entries(table)
    .map(([english, words]) => ({
      parts: english.split(/\{\d\}/),
      places: [...english.matchAll(/(\w?)\{(\d)\}/g)].map(([, word, place]) => ({
        place: Number(place),
        optional: word !== "",
      })),
      words,
    }))
    .toSorted((one, other) => letters(other) - letters(one));
}

/** The values of a text that has this form, by their places. Returns `undefined` if it has another form. */
function valuesOf(text: string, { parts, places }: Pattern): string[] | undefined {
  const [first = "", ...others] = parts;
  const last = others.at(-1);
  if (last === undefined) return text === first ? [] : undefined;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const [at, part] of others.entries()) {
    const { place, optional } = places[at] ?? { place: 0, optional: false };
    const least = optional ? from : from + 1;
    const isLast = at === others.length - 1;
    const to = isLast ? text.length - last.length : text.indexOf(part, least);
    if (to < least) return undefined;
    values[place] = text.slice(from, to);
    from = to + part.length;
  }
  return values;
}

interface Manner {
  /** Whether a value may contain several reasons. */
  readonly single?: boolean;
  /** Whether a value without Chinese words is quoted. Otherwise it is left unchanged. */
  readonly quotes?: boolean;
}

function translate(text: string, patterns: readonly Pattern[], manner: Manner = {}): string | undefined {
  for (const pattern of patterns) {
    const values = valuesOf(text, pattern);
    if (values === undefined || (manner.single === true && values.some((value) => value.includes("; "))))
      continue;
    if (!areOwnCommands(pattern.words, values)) continue;
    // A name in quotes stays unchanged, even if it looks like a reason.
    return pattern.words.replaceAll(/([“`]?)\{(\d)\}/g, (_all, quote: string, place) => {
      const value = values[Number(place)] ?? "";
      if (quote === "“" && value !== FOREIGN) return `“${unquoted(value)}`;
      return quote === "" ? reasonIn(value, manner) : `${quote}${value}`;
    });
  }
  return undefined;
}

/** Whether each value that is shown as a command is a command of Dejima. */
function areOwnCommands(words: string, values: readonly string[]): boolean {
  return [...words.matchAll(/`\{(\d)\}`/g)].every(([, place]) => isOwnCommand(values[Number(place)] ?? ""));
}

/** A value in Chinese, or each of several reasons in it. Parts without a translation stay unchanged. */
function reasonIn(value: string, manner: Manner): string {
  if (value === FOREIGN) return value;
  const single = { ...manner, single: true };
  const one = translate(value, reasonForms(), single);
  if (one !== undefined) return one;
  const ends = [...value.matchAll(/; /g)];
  for (const { index } of ends.length > MAX_REASONS ? [] : ends.toReversed()) {
    const first = translate(value.slice(0, index), reasonForms(), single);
    if (first !== undefined) return `${first}；${reasonIn(value.slice(index + 2), manner)}`;
  }
  const translated = translate(value, reasonForms(), manner);
  if (translated !== undefined) return translated;
  return manner.quotes === true && ENGLISH.test(value.replaceAll(QUOTED, "")) ? quoteForeign(value) : value;
}

/** Two English words in a row, outside of quotes and commands. */
const ENGLISH = /(?<![a-z])[a-z]{2,20} [a-z]{2,20}(?![a-z])/;
const QUOTED =
  /“[^“”]{0,2000}”|"[^"\n]{0,300}"|`[^`]{0,1000}`|--[a-z-]+ [^\s，；。]{1,300}|[：:] ?(?:dejima|docker|npm|chmod|apt-get|CREATE) [^\n]{0,1000}|\{"[^\n]{0,200}\}/g;
/** Longer messages quote something long: their values are not looked for. */
const MAX_LENGTH = 2_000;
/** More reasons than this are not distinguished. */
const MAX_REASONS = 20;
const MAX_QUOTED = 300;

/**
 * An error message, or a reason alone, in Chinese. Foreign words in it are quoted unchanged: they are never compared with Dejima's
 * reasons and advice. Returns `undefined` if a part of Dejima's own text has no Chinese words.
 */
export function errorInChinese(message: string): string | undefined {
  return inChinese(message, [sentenceForms(), reasonForms()], {});
}

/** An error message in Chinese, with each part that has no Chinese words quoted. Returns `undefined` if the whole has none. */
export function errorWithQuotes(message: string): string | undefined {
  const translated = inChinese(message, [sentenceForms()], { quotes: true });
  // A verb without Chinese words cannot be quoted: "无法take a message" is no sentence.
  return translated === undefined || /^无法[a-z]/.test(translated) ? undefined : translated;
}

/** What somebody else said, or an error without Chinese words, shortened and quoted. */
export function quotedShort(message: string): string {
  return quoteForeign(shortened(message, MAX_QUOTED));
}

function inChinese(
  text: string,
  tables: readonly (readonly Pattern[])[],
  manner: Manner,
): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const message = text.replaceAll(FOREIGN, "");
  const split = splitForeignText(message);
  const isForeign = split !== undefined && !isOurs(message, split.own);
  const ours = isForeign ? `${split.own}${FOREIGN}${split.tail}` : message;
  for (const forms of tables) {
    const translated = translate(ours, forms, manner)
      ?.replaceAll(/(?<=[\p{Script=Han}：，]) ?"([^"\n]{1,300})"/gu, "“$1”")
      .replace(/[。？]$/, (end) => (end === "？" ? end : ""));
    if (translated === undefined || ENGLISH.test(translated.replaceAll(QUOTED, ""))) continue;
    const whole = isForeign ? withForeign(translated, split.others) : translated;
    return whole.endsWith("？") ? whole : `${whole}。`;
  }
  return undefined;
}

const withForeign = (translated: string, others: string) =>
  translated
    .replace(/“\uE000”/, () => quoteForeign(others))
    .replace(FOREIGN, () => `对方说：${quoteForeign(others)}`);

/** Whether Dejima wrote the text after the lead as well: a known text in which only single words and numbers can vary. */
function isOurs(message: string, lead: string): boolean {
  const isPlain = (value: string) => /^[\w.:-]{0,100}$/.test(value);
  const rest = message.slice(lead.length);
  return (
    reasonForms().some((pattern) => valuesOf(rest, pattern)?.every(isPlain)) ||
    sentenceForms().some((pattern) =>
      valuesOf(message, pattern)?.every((value) => isPlain(value) || lead.includes(value)),
    )
  );
}
