import { createHashTable, hashText, type SavedHashes } from "../structures/hash-table.ts";

/** Finds entries by their exact names and by keywords, however they are written. */
export interface NameLookup {
  add(slot: number, phrase: string): void;
  remove(slot: number, phrase: string): void;
  /** The slots whose whole phrase this is. */
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
/** No name is longer; a whole text in a script without blanks is no name. */
const LONGEST = 200;

/** The identifiers written out in a request: get_weather, file-search, readFile, a/b. */
export function identifiersIn(request: string): string[] {
  const written = request.match(WRITTEN) ?? [];
  return written.flatMap((run) => (run.length > LONGEST ? [] : (run.match(IDENTIFIER) ?? [])));
}

/** A lookup without phrases, or with those that were saved; the phrases themselves are kept elsewhere, by slot. */
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
