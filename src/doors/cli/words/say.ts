import { counted } from "../../../support/counted-things.ts";
import type { Language } from "../../../support/language-of.ts";

/** Says a text in the language of the terminal: say`Wrote ${file}`, or say(text) for one without values. */
export interface Say {
  (text: string): string;
  (texts: TemplateStringsArray, ...values: readonly (string | number)[]): string;
  readonly language: Language;
  /** Says a name out of a closed list, such as a status or a risk. */
  readonly value: (name: string) => string;
  /** Says a number of things, such as "2 tools". */
  readonly count: (count: number, thing: string) => string;
  /** Says a text that another folder made in English, as far as its phrases are known. */
  readonly phrases: (english: string) => string;
  /** Translates a whole error message. Returns `undefined` if some of it would stay English. */
  readonly error: (message: string) => string | undefined;
}

/** Creates the words of a terminal. The Chinese ones are loaded only where they are wanted. */
export async function createSay(language: Language): Promise<Say> {
  if (language === "en") return ENGLISH;
  const [texts, names, { phrasesInChinese }, { errorInChinese }] = await Promise.all([
    import("./chinese.json", { with: { type: "json" } }),
    import("./chinese-values.json", { with: { type: "json" } }),
    import("./phrases.ts"),
    import("../../../text/chinese-errors/error-in-chinese.ts"),
  ]);
  const values: Readonly<Record<string, string>> = names.default.values;
  const counts: Readonly<Record<string, string>> = names.default.counts;
  return Object.assign(sayIn(texts.default), {
    language,
    value: (name: string) => (Object.hasOwn(values, name) ? (values[name] ?? name) : name),
    count: (count: number, thing: string) => `${count} ${counts[thing] ?? thing}`,
    // Some texts are whole errors, such as those that a check quotes.
    phrases: (english: string) =>
      (english.startsWith("Cannot ") ? errorInChinese(english) : undefined) ?? phrasesInChinese(english),
    error: errorInChinese,
  });
}

/** The words of English terminals. */
export const ENGLISH: Say = Object.assign(sayIn({}), {
  language: "en" as const,
  value: (name: string) => name,
  count: counted,
  phrases: (english: string) => english,
  error: (message: string) => message,
});

// A text that the table lacks stays English. A test finds those.
function sayIn(table: Readonly<Record<string, string>>) {
  return (texts: string | TemplateStringsArray, ...values: readonly (string | number)[]): string => {
    const english = typeof texts === "string" ? texts : keyOf(texts);
    const words = Object.hasOwn(table, english) ? (table[english] ?? english) : english;
    return typeof texts === "string"
      ? words
      : words.replace(/\{(\d+)\}/g, (_all, place) => String(values[Number(place) - 1] ?? ""));
  };
}

/** The key of a template: `Wrote {1}`. */
const keyOf = (texts: TemplateStringsArray) =>
  texts.reduce((text, next, place) => `${text}{${place}}${next}`);
