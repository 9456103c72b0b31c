import type { Language } from "../../../support/language-of.ts";

/** Says a text in the language of the terminal: say`Wrote ${file}`, or say(text) for one without values. */
export interface Say {
  (text: string): string;
  (texts: TemplateStringsArray, ...values: readonly (string | number)[]): string;
  readonly language: Language;
  /** Says a text that another folder made in English, as far as its phrases are known. */
  readonly phrases: (english: string) => string;
}

/** Creates the words of a terminal. The Chinese ones are loaded only where they are wanted. */
export async function createSay(language: Language): Promise<Say> {
  if (language === "en") return ENGLISH;
  const [{ CHINESE }, { phrasesInChinese }] = await Promise.all([
    import("./chinese.ts"),
    import("./phrases.ts"),
  ]);
  return Object.assign(sayIn(CHINESE), { language, phrases: phrasesInChinese });
}

/** The words of English terminals. */
export const ENGLISH: Say = Object.assign(sayIn({}), {
  language: "en" as const,
  phrases: (english: string) => english,
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
