import { errorInChinese, errorWithQuotes } from "../../src/text/chinese-errors/error-in-chinese.ts";

/** Translates a server's error into Chinese. `whole` is false if a part has no translation. Loaded only if somebody reads Chinese. */
export function sayErrorInChinese(message: string): { readonly text: string; readonly whole: boolean } {
  if (/^[\p{Script=Han}“]/u.test(message)) return { text: message, whole: true };
  const text = errorInChinese(message);
  if (text !== undefined) return { text, whole: true };
  return { text: errorWithQuotes(message) ?? "", whole: false };
}
