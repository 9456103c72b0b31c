/** Finds entries by their exact names and by keywords, however they are written. */
export interface NameLookup {
  add(slot: number, phrase: string): void;
  remove(slot: number, phrase: string): void;
  /** The slots whose whole phrase this is. */
  exactly(text: string): readonly number[];
}

const MARKS = /[^\p{L}\p{N}]+/gu;

/** A name without case, blanks and marks: Get_User-Name is getusername. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(MARKS, "");
}

/** The identifiers written out in a request: get_weather, file-search, readFile, a/b. */
export function identifiersIn(request: string): string[] {
  const found = request.match(/[\p{L}\p{N}]+(?:[_\-./:]+[\p{L}\p{N}]+)+|\p{Ll}+(?:\p{Lu}[\p{Ll}\p{N}]*)+/gu);
  return found ?? [];
}

/** A lookup without phrases. */
export function createNameLookup(): NameLookup {
  const slots = new Map<string, number | number[]>();
  return {
    add(slot, phrase) {
      const key = foldName(phrase);
      if (key === "") return;
      const held = slots.get(key);
      if (held === undefined) slots.set(key, slot);
      else if (typeof held === "number") slots.set(key, [held, slot]);
      else held.push(slot);
    },
    remove(slot, phrase) {
      const key = foldName(phrase);
      const held = slots.get(key);
      if (held === slot) slots.delete(key);
      else if (Array.isArray(held)) {
        const left = held.filter((other) => other !== slot);
        slots.set(key, left.length === 1 ? (left[0] ?? left) : left);
      }
    },
    exactly(text) {
      const held = slots.get(foldName(text));
      if (held === undefined) return [];
      return typeof held === "number" ? [held] : held;
    },
  };
}
