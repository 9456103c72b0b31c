/** Finds known prefixes in a text in one pass: most positions cost one lookup of three neighbouring characters. */
interface LeadTable<T> {
  /** Calls `visit` with the position of three characters and the prefixes that have them. Continues at the position it returns. */
  scan(text: string, visit: (entries: readonly T[], at: number) => number | undefined): void;
  /** The classes of all characters of a text, combined, or -1 if one of the prefixes occurs in it. */
  classes(text: string, classOf: Uint8Array): number;
}

/** A known prefix. */
export interface Lead {
  readonly lead: string;
  /** The offset of its rarest three characters. */
  readonly offset: number;
  readonly anyCase?: true | undefined;
}

/** Indexes prefixes by their rarest three neighbouring characters. */
export function createLeadTable<T extends Lead>(entries: readonly T[]): LeadTable<T> {
  const byTriple = new Map<number, T[]>();
  for (const entry of entries) {
    const letters = entry.lead.slice(entry.offset, entry.offset + 3);
    for (const spelling of entry.anyCase ? inBothCases(letters) : [letters]) {
      const triple = [...spelling].reduce((key, letter) => (key << 7) | letter.charCodeAt(0), 0);
      const known = byTriple.get(triple);
      if (known === undefined) byTriple.set(triple, [entry]);
      else known.push(entry);
    }
  }
  // Few positions pass the check of two characters, whose 2 KB stay in the processor's cache. The other takes 256 KB.
  const pairs = bitSet(14);
  const triples = bitSet(21);
  for (const triple of byTriple.keys()) {
    pairs.add(triple & 0x3fff);
    triples.add(triple);
  }
  return {
    scan(text, visit) {
      let triple = 0;
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        triple = ((triple << 7) | (code < 128 ? code : 0)) & 0x1fffff;
        if (!pairs.has(triple & 0x3fff) || !triples.has(triple)) continue;
        const next = visit(byTriple.get(triple) ?? [], at - 2);
        if (next === undefined) continue;
        at = Math.max(at, next - 1);
        triple = 0;
      }
    },
    classes(text, classOf) {
      let classes = 0;
      let triple = 0;
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        const letter = code < 128 ? code : 0;
        classes |= classOf[letter] ?? 0;
        triple = ((triple << 7) | letter) & 0x1fffff;
        if (!pairs.has(triple & 0x3fff) || !triples.has(triple)) continue;
        for (const lead of byTriple.get(triple) ?? [])
          if (standsAt(text, at - 2 - lead.offset, lead)) return -1;
      }
      return classes;
    },
  };
}

/** A set of numbers of so many bits. */
function bitSet(width: number): { add(number: number): void; has(number: number): boolean } {
  const words = new Uint32Array(1 << (width - 5));
  return {
    add: (number) => {
      words[number >>> 5] = (words[number >>> 5] ?? 0) | (1 << (number & 31));
    },
    has: (number) => (((words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1,
  };
}

/** Whether a prefix stands at a position of a text. */
export function standsAt(text: string, start: number, { lead, anyCase }: Lead): boolean {
  if (start < 0) return false;
  if (!anyCase) return text.startsWith(lead, start);
  return text.slice(start, start + lead.length).toLowerCase() === lead;
}

/** The offset of the three characters that are rarest in ordinary text: punctuation, then digits and capitals. */
export function rarestTriple(lead: string): number {
  let best = 0;
  let most = -1;
  for (let at = 0; at + 3 <= lead.length; at++) {
    const letters = new Set(lead.slice(at, at + 3)); // a row of one character is a horizontal rule
    const score = [...letters].reduce((sum, letter) => sum + rarity(letter), 0);
    if (score > most) [best, most] = [at, score];
  }
  return best;
}

function rarity(letter: string): number {
  if (/[a-z]/.test(letter)) return /[jqxzkvw]/.test(letter) ? 2 : 0;
  return /[A-Z0-9]/.test(letter) ? 3 : letter === " " ? 1 : 4;
}

function inBothCases(letters: string): string[] {
  return [...letters].reduce(
    (spelled, letter) =>
      spelled.flatMap((head) => [...new Set([head + letter, head + letter.toUpperCase()])]),
    [""],
  );
}
