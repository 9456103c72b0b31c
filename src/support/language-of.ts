/** The languages that people are spoken to in. */
export type Language = "en" | "zh";

/** Chinese as soon as a Chinese character stands in it, unless kana say that it is Japanese. */
export function languageOf(text: string): Language {
  return /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? "zh"
    : "en";
}
