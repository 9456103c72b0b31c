import { STOP_WORDS } from "./stop-words.ts";

const RUN = /[\u3040-\u30ff\u3400-\u9fff]+|[a-z0-9]+|[\p{L}\p{N}]+/gu;
const FIRST_KANA = "\u3040";
const LAST_HAN = "\u9fff";
const MAX_TERM_LENGTH = 40;

/**
 * The search terms of a normalised text, repeated as they occur: words without their plural s, and for Chinese and
 * Japanese each character and each pair of neighbours, so that two-character words are found.
 */
export function extractTerms(normalized: string): string[] {
  const terms: string[] = [];
  for (const [run] of normalized.matchAll(RUN)) {
    if (isIdeographic(run)) {
      for (let at = 0; at < run.length; at++) {
        terms.push(run.slice(at, at + 1));
        if (at + 1 < run.length) terms.push(run.slice(at, at + 2));
      }
    } else {
      terms.push(withoutPlural(run.slice(0, MAX_TERM_LENGTH)));
    }
  }
  return terms;
}

/** How many words of content a normalised request has; two ideographs count as one word, stop words not at all. */
export function contentLength(normalized: string): number {
  let length = 0;
  for (const [run] of normalized.matchAll(RUN)) {
    if (isIdeographic(run)) length += Math.max(1, run.length / 2);
    else if (!STOP_WORDS.has(run)) length++;
  }
  return length;
}

/** Whether a term is made of characters that are words in themselves. */
export function isIdeographic(term: string): boolean {
  return term >= FIRST_KANA && term.slice(0, 1) <= LAST_HAN;
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
