import type { Spelling } from "../../model/embedded/spelling.ts";

/** The maximum number of corrected words per request. Each costs some hundred lookups. */
const MAX_CORRECTED = 6;
const WORD = /(?<![\p{L}\p{N}_.@/-])[a-z]{4,24}(?![\p{L}\p{N}_@/-]|\.\w)/giu;
const SAME_CASE = /^[A-Z]?[a-z]+$/;

/**
 * Corrects the words of a request that neither the model nor the index knows. Words that the entries use come before others.
 * Identifiers stay as they are.
 */
export function correctSpelling(
  request: string,
  spelling: Spelling,
  isIndexed: (word: string) => boolean,
): string {
  let left = MAX_CORRECTED;
  return request.replaceAll(WORD, (word) => {
    const lower = word.toLowerCase();
    if (!SAME_CASE.test(word) || spelling.knows(lower) || isIndexed(lower) || left === 0) return word;
    left--;
    return spelling.correct(lower, isIndexed) ?? word;
  });
}
