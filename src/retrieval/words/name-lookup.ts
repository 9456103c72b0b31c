import { createHashTable, hashText, type SavedHashes } from "../structures/hash-table.ts";

const PART = /[\u3040-\u30ff\u3400-\u9fff]+|[\p{L}\p{N}]+/gu;

const MAX_WORDS = 4;

const MAX_CHARACTERS = 8;

/** Finds entries by exact name or keyword, in any spelling. */
export interface NameLookup {
  add(slot: number, phrase: string): void;
  remove(slot: number, phrase: string): void;
  /** The slots with exactly this phrase. */
  exactly(text: string): readonly number[];
  save(): SavedHashes;
  readonly byteLength: number;
}

const MARKS = /[^\p{L}\p{N}]+/gu;

/** A name without case, blanks and marks: Get_User-Name is getusername. */
function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(MARKS, "");
}

const WRITTEN = /[\p{L}\p{N}_\-./:]+/gu;
const IDENTIFIER = /[\p{L}\p{N}]+(?:[_\-./:]+[\p{L}\p{N}]+)+|\p{Ll}+(?:\p{Lu}[\p{Ll}\p{N}]*)+/gu;
/** The maximum length of a name. A longer text in a script without blanks is not a name. */
const LONGEST = 200;

/** The identifiers in a request: get_weather, file-search, readFile, a/b. */
export function identifiersIn(request: string): string[] {
  const written = request.match(WRITTEN) ?? [];
  return written.flatMap((run) => (run.length > LONGEST ? [] : (run.match(IDENTIFIER) ?? [])));
}

/** Creates a lookup, empty or with saved phrases. The phrases themselves are stored elsewhere, by slot. */
export function createNameLookup(
  phrasesOf: (slot: number) => readonly string[],
  saved?: SavedHashes,
): NameLookup {
  const table = createHashTable(saved);
  return {
    add(slot, phrase) {
      const key = foldName(phrase);
      if (key !== "") table.add(hashText(key), slot);
    },
    remove(slot, phrase) {
      const key = foldName(phrase);
      if (key !== "") table.remove(hashText(key), slot);
    },
    exactly(text) {
      const key = foldName(text);
      const found = new Set<number>();
      if (key === "") return [];
      table.find(hashText(key), (slot) => {
        if (phrasesOf(slot).some((phrase) => foldName(phrase) === key)) found.add(slot);
        return false;
      });
      return [...found].sort((a, b) => a - b);
    },
    save: () => table.save(),
    get byteLength() {
      return table.byteLength;
    },
  };
}

/** Finds the entries whose keywords a request contains. */
export interface KeywordLookup {
  add(slot: number, keywords: readonly string[]): void;
  remove(slot: number): void;
  /** The normalized keywords of a slot. */
  of(slot: number): readonly string[];
  /** The matched keyword, by slot. */
  within(request: string): Map<number, string>;
}

/** `normalize` is applied to keywords and requests. */
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

/** Up to four neighbouring words, or eight neighbouring characters in a script without blanks. */
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
