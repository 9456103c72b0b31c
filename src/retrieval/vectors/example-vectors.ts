import { createVectorTable } from "./vector-table.ts";

/** The vectors of example requests, any number per slot. */
interface ExampleVectors {
  /** Replaces the examples of a slot. */
  set(slot: number, vectors: readonly Uint8Array[]): void;
  clear(slot: number): void;
  /** Compares a request with the examples. Valid until the next call. */
  compare(query: Float32Array): NearestExamples;
  save(): SavedExamples;
  /** Loads saved data. Returns false if it does not fit this table. */
  load(saved: SavedExamples): boolean;
  readonly byteLength: number;
}

/** How similar a request is to the examples of each slot. */
export interface NearestExamples {
  /** `undefined` if the slot has no example. */
  of(slot: number): ExampleLikeness | undefined;
  /** The slots with examples, and their similarities in the same order. `undefined` if there are so many that each is compared on demand. */
  readonly all: ({ readonly slots: Uint32Array } & SimilaritiesInOrder) | undefined;
}

type SimilaritiesInOrder = { readonly [Key in keyof ExampleLikeness]: Float32Array };

/** The similarity of a slot's examples to a request. */
export interface ExampleLikeness {
  /** The similarity of the nearest example. */
  readonly nearest: number;
  /** The mean similarity of the three nearest. One example may be near by chance, three rarely are. */
  readonly typical: number;
}

export interface SavedExamples {
  readonly vectors: Uint8Array;
  /** By row: the slot of the row plus one. 0 for a free row. */
  readonly owners: Uint32Array;
}

/** In an index with more examples than this, only those of the best entries are compared. */
const COMPARED_AT_ONCE = 5_500;

/** The similarity of an example that does not exist. */
const NONE = -2;

/** A table without examples. */
export function createExampleVectors(dimensions: number): ExampleVectors {
  const table = createVectorTable(dimensions);
  let free: number[] = [];
  /** The rows of a slot are a chain. All values are a row or slot plus one; 0 ends a chain or marks a free row. */
  let owners = new Uint32Array(64);
  let nextRow = new Uint32Array(64);
  let firstRow = new Uint32Array(64);
  let count = 0;
  /** Made again after each change. A search must not touch slots without examples. */
  let owning: Owning | undefined;

  function attach(row: number, slot: number): void {
    if (row >= owners.length) {
      owners = enlarged(owners, row);
      nextRow = enlarged(nextRow, row);
    }
    if (slot >= firstRow.length) firstRow = enlarged(firstRow, slot);
    owners[row] = slot + 1;
    nextRow[row] = firstRow[slot] as number;
    firstRow[slot] = row + 1;
    owning = undefined;
  }

  function clear(slot: number): void {
    for (let row = (firstRow[slot] ?? 0) - 1; row >= 0; row = (nextRow[row] as number) - 1) {
      table.clear(row);
      owners[row] = 0;
      free.push(row);
    }
    if (slot < firstRow.length) firstRow[slot] = 0;
    owning = undefined;
  }

  function likenessOf(slot: number): ExampleLikeness | undefined {
    if ((firstRow[slot] ?? 0) === 0) return undefined;
    let [first, next, last] = [NONE, NONE, NONE];
    for (let row = (firstRow[slot] as number) - 1; row >= 0; row = (nextRow[row] as number) - 1) {
      const found = table.likeness(0, row);
      if (found > first) [first, next, last] = [found, first, next];
      else if (found > next) [next, last] = [found, next];
      else last = Math.max(last, found);
    }
    return { nearest: first, typical: meanOf(first, next, last) };
  }

  function findOwning(): Owning {
    const slots = new Set<number>();
    for (let row = 0; row < count; row++) if (owners[row] !== 0) slots.add((owners[row] as number) - 1);
    const places = new Uint32Array(count);
    for (const [place, slot] of [...slots].entries()) places[(firstRow[slot] as number) - 1] = place;
    const [nearest, typical] = [new Float32Array(slots.size), new Float32Array(slots.size)];
    return { slots: Uint32Array.from(slots), places, nearest, typical };
  }

  /** The similarity of the examples of all slots, from one scan. */
  function likenessOfAll(query: Float32Array): Owning {
    owning ??= findOwning();
    const { slots, nearest, typical } = owning;
    const likeness = table.scan(query, count);
    // Within bounds: each of the slots has a chain of rows below the count.
    for (let place = 0; place < slots.length; place++) {
      let [first, next, last] = [NONE, NONE, NONE];
      let row = (firstRow[slots[place] as number] as number) - 1;
      for (; row >= 0; row = (nextRow[row] as number) - 1) {
        const found = likeness[row] as number;
        if (found <= last) continue;
        if (found > first) {
          last = next;
          next = first;
          first = found;
        } else if (found > next) {
          last = next;
          next = found;
        } else last = found;
      }
      nearest[place] = first;
      typical[place] = meanOf(first, next, last);
    }
    return owning;
  }

  return {
    set(slot, vectors) {
      clear(slot);
      for (const bytes of vectors) {
        const row = free.pop() ?? count++;
        attach(row, slot);
        table.set(row, bytes);
      }
    },
    clear,
    compare(query) {
      if (count === free.length) return { of: () => undefined, all: NO_EXAMPLES };
      if (count <= COMPARED_AT_ONCE) {
        const all = likenessOfAll(query);
        return {
          of(slot) {
            const row = (firstRow[slot] ?? 0) - 1;
            if (row < 0) return undefined;
            const place = all.places[row] as number;
            return { nearest: all.nearest[place] as number, typical: all.typical[place] as number };
          },
          all,
        };
      }
      table.ask([query]);
      return { of: likenessOf, all: undefined };
    },
    save: () => ({ vectors: table.save(count), owners: owners.slice(0, count) }),
    load(saved) {
      if (!table.load(saved.vectors, saved.owners.length)) return false;
      firstRow.fill(0);
      free = [];
      count = saved.owners.length;
      for (let row = 0; row < count; row++) {
        const slot = (saved.owners[row] as number) - 1;
        if (slot < 0) free.push(row);
        else attach(row, slot);
      }
      return true;
    },
    get byteLength() {
      return table.byteLength + owners.byteLength * 2 + firstRow.byteLength;
    },
  };
}

const NO_EXAMPLES = { slots: new Uint32Array(), nearest: new Float32Array(), typical: new Float32Array() };

/** The slots with examples. */
interface Owning extends SimilaritiesInOrder {
  readonly slots: Uint32Array;
  /** By the first row of a slot: the slot's place among `slots`. */
  readonly places: Uint32Array;
}

/** The mean of similarities in falling order, of which the later ones may be missing. */
function meanOf(first: number, second: number, third: number): number {
  if (third > NONE) return (first + second + third) / 3;
  return second > NONE ? (first + second) / 2 : first;
}

function enlarged(array: Uint32Array, index: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(index + 1, array.length * 2));
  larger.set(array);
  return larger;
}
