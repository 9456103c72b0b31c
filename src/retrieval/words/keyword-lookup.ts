import { createNameLookup } from "./name-lookup.ts";

/** Finds the entries whose keywords a request contains. */
export interface KeywordLookup {
  add(slot: number, keywords: readonly string[]): void;
  remove(slot: number): void;
  /** The keywords of a slot, in the one spelling. */
  of(slot: number): readonly string[];
  /** Slot to the keyword that was found. */
  within(request: string): Map<number, string>;
}

const PART = /[\u3040-\u30ff\u3400-\u9fff]+|[\p{L}\p{N}]+/gu;
const MAX_WORDS = 4;
const MAX_CHARACTERS = 8;

/** `normalize` gives keywords and requests one spelling. */
export function createKeywordLookup(normalize: (text: string) => string): KeywordLookup {
  const keywordsOf = new Map<number, readonly string[]>();
  const names = createNameLookup((slot) => keywordsOf.get(slot) ?? []);
  return {
    add(slot, keywords) {
      if (keywords.length === 0) return;
      const folded = keywords.map(normalize);
      keywordsOf.set(slot, folded);
      for (const keyword of folded) names.add(slot, keyword);
    },
    remove(slot) {
      for (const keyword of keywordsOf.get(slot) ?? []) names.remove(slot, keyword);
      keywordsOf.delete(slot);
    },
    of: (slot) => keywordsOf.get(slot) ?? [],
    within(request) {
      const found = new Map<number, string>();
      if (keywordsOf.size === 0) return found;
      for (const phrase of phrasesOf(normalize(request)))
        for (const slot of names.exactly(phrase)) found.set(slot, phrase);
      return found;
    },
  };
}

/** Up to four neighbouring words, and up to eight neighbouring characters where a script has no blanks. */
function* phrasesOf(normalized: string): Generator<string> {
  const parts = normalized.match(PART) ?? [];
  for (const [index, part] of parts.entries()) {
    for (let words = 1; words <= MAX_WORDS && index + words <= parts.length; words++)
      yield parts.slice(index, index + words).join("");
    if (part < "\u3040" || part.slice(0, 1) > "\u9fff") continue;
    for (let start = 0; start < part.length; start++)
      for (let end = start + 1; end <= Math.min(part.length, start + MAX_CHARACTERS); end++)
        yield part.slice(start, end);
  }
}
