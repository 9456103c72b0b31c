import { errorInChinese, errorWithQuotes } from "../../src/text/chinese-errors/error-in-chinese.ts";

/** Says a server's error in Chinese. `whole` is false if a part of it has no Chinese words. Loaded only where somebody reads Chinese. */
export function sayErrorInChinese(message: string): { readonly text: string; readonly whole: boolean } {
  if (/^[\p{Script=Han}“]/u.test(message)) return { text: message, whole: true };
  const text = errorInChinese(message);
  if (text !== undefined) return { text, whole: true };
  return { text: errorWithQuotes(message) ?? "", whole: false };
}
