import grams from "./gram-weights.json" with { type: "json" };
import { type Ideas, KANA } from "./ideas-of.ts";
import { sumOfWeights, type Weight, weightTable } from "./weight-table.ts";

/** Maximum number of words that are read per sentence. */
const MAX_WORDS = 80;
const ENDINGS = ["ingly", "ing", "edly", "ed", "es", "s", "ly", "e"];
const STEM = 7;
const HAN = "§h";

/** The sum over the words, pairs of words and first word of a sentence. Each counts once. */
export function gramScoreOf(ideas: Ideas): Weight {
  return sumOfWeights(gramsOf(ideas), BY_GRAM);
}

/**
 * The n-grams of a sentence: `u:` a stem, `b:` two adjacent words, `k:` two words with one between, `f:` the first word, `h:` one
 * to three Chinese characters. Addresses, paths, numbers and tool names are replaced by their kind.
 */
export function gramsOf({ commands, word }: Ideas): Set<string> {
  const grams = new Set<string>();
  const stems: string[] = [];
  for (let at = 0; at < commands.length && stems.length < MAX_WORDS; at++) {
    const text = word(at);
    if (text.charCodeAt(0) >= KANA) {
      for (let from = 0; from < text.length; from++)
        for (let size = 1; size <= 3 && from + size <= text.length; size++)
          grams.add(`h:${text.slice(from, from + size)}`);
      stems.push(HAN);
    } else stems.push(stemOf(text));
  }
  for (const [at, stem] of stems.entries()) {
    if (stem !== HAN) grams.add(`u:${stem}`);
    if (at + 1 < stems.length) grams.add(`b:${stem} ${stems[at + 1]}`);
    if (at + 2 < stems.length) grams.add(`k:${stem} ${stems[at + 2]}`);
  }
  if (stems.length > 0) grams.add(`f:${stems[0]}`);
  return grams;
}

function stemOf(word: string): string {
  if (word.includes("://")) return "§u";
  if (word.includes("@")) return "§m";
  if (/\.(?:sh|py|js|ts|mjs|ps1|rb)$/.test(word)) return "§s";
  if (/^[~/.]/.test(word)) return "§p";
  if (/^[\d.,%]+$/.test(word)) return "§d";
  if (word.includes("_")) return "§n";
  if (/\d/.test(word)) return "§x";
  if (word.includes("/")) return "§p";
  const plain = word.split(/['’]/, 1)[0] ?? "";
  const ending = plain.endsWith("ss")
    ? undefined
    : ENDINGS.find((each) => plain.endsWith(each) && plain.length - each.length >= 3);
  return plain.slice(0, Math.min(STEM, plain.length - (ending?.length ?? 0)));
}

const BY_GRAM = weightTable(grams, "|");
