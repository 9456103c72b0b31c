import { type Ideas, KANA } from "./ideas-of.ts";
import { sumOfWeights, type Weight, weightTable } from "./weight-table.ts";
import words from "./word-weights.json" with { type: "json" };

const LONGEST_HAN = 4;
/** Shorter sentences are treated as if they had this many words. */
const SHORT = 10;
/** Maximum number of words that are read per sentence. */
const MAX_WORDS = 200;

/** The sum of the weights of a sentence's words, divided by the root of their number. */
export function wordScoreOf(ideas: Ideas): Weight {
  const found = wordsOf(ideas);
  const { skill, tool } = sumOfWeights(found, WEIGHTS_BY_WORD);
  const root = Math.sqrt(Math.max(SHORT, found.length));
  return { skill: skill / root, tool: tool / root };
}

/** The words of a sentence, without addresses. In Chinese, the longest known word at each position. */
export function wordsOf({ commands, word }: Ideas): string[] {
  const found: string[] = [];
  for (let at = 0; at < commands.length && found.length < MAX_WORDS; at++) {
    const text = word(at);
    if (text.includes("://") || text.includes("@")) continue;
    if (text.charCodeAt(0) >= KANA) hanWords(text, found);
    else for (const part of text.split(/[^a-z]+/)) if (part.length > 1) found.push(part);
  }
  return found;
}

function hanWords(text: string, found: string[]): void {
  for (let from = 0; from < text.length; ) {
    let length = Math.min(LONGEST_HAN, text.length - from);
    while (length > 1 && !WEIGHTS_BY_WORD.has(text.slice(from, from + length))) length -= 1;
    found.push(text.slice(from, from + length));
    from += length;
  }
}

const WEIGHTS_BY_WORD = weightTable(words, " ");
