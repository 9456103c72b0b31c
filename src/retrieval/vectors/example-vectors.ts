import { createVectorTable } from "./vector-table.ts";

/** The vectors of example requests, any number per slot. The similarity of a slot is that of its nearest example. */
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

/** The similarity of the nearest example of each slot. */
export interface NearestExamples {
  /** The similarity of the slot's nearest example. `undefined` if it has no example. */
  of(slot: number): number | undefined;
  /** By slot; -1 for slots without examples. `undefined` in a large index, which compares examples one by one. */
  readonly all: Float32Array | undefined;
}

export interface SavedExamples {
  readonly vectors: Uint8Array;
  /** By row: the slot of the row plus one. 0 for a free row. */
  readonly owners: Uint32Array;
}

/** In an index with more examples than this, only those of the best entries are compared. */
const COMPARED_AT_ONCE = 4_000;

/** A table without examples. */
export function createExampleVectors(dimensions: number): ExampleVectors {
  const table = createVectorTable(dimensions);
  let free: number[] = [];
  /** The rows of a slot are a chain. All values are a row or slot plus one; 0 ends a chain or marks a free row. */
  let owners = new Uint32Array(64);
  let nextRow = new Uint32Array(64);
  let firstRow = new Uint32Array(64);
  let nearest = new Float32Array(64);
  let count = 0;

  function attach(row: number, slot: number): void {
    if (row >= owners.length) {
      owners = enlarged(owners, row);
      nextRow = enlarged(nextRow, row);
    }
    if (slot >= firstRow.length) firstRow = enlarged(firstRow, slot);
    owners[row] = slot + 1;
    nextRow[row] = firstRow[slot] as number;
    firstRow[slot] = row + 1;
  }

  function clear(slot: number): void {
    for (let row = (firstRow[slot] ?? 0) - 1; row >= 0; row = (nextRow[row] as number) - 1) {
      table.clear(row);
      owners[row] = 0;
      free.push(row);
    }
    if (slot < firstRow.length) firstRow[slot] = 0;
  }

  function nearestOf(slot: number): number | undefined {
    let best: number | undefined;
    for (let row = (firstRow[slot] ?? 0) - 1; row >= 0; row = (nextRow[row] as number) - 1)
      best = Math.max(best ?? -1, table.likeness(0, row));
    return best;
  }

  /** The similarity of the nearest example of every slot, from one scan. -1 for slots without examples. */
  function nearestOfAll(query: Float32Array): Float32Array {
    if (nearest.length < firstRow.length) nearest = new Float32Array(firstRow.length);
    nearest.fill(-1);
    const likeness = table.scan(query, count);
    for (let row = 0; row < count; row++) {
      const slot = (owners[row] as number) - 1;
      if (slot >= 0 && (likeness[row] as number) > (nearest[slot] as number))
        nearest[slot] = likeness[row] as number;
    }
    return nearest;
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
      if (count === free.length) return { of: () => undefined, all: NO_SLOTS };
      if (count <= COMPARED_AT_ONCE) {
        const all = nearestOfAll(query);
        return { of: (slot) => ((firstRow[slot] ?? 0) === 0 ? undefined : all[slot]), all };
      }
      table.ask([query]);
      return { of: nearestOf, all: undefined };
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
      return table.byteLength + owners.byteLength * 2 + firstRow.byteLength + nearest.byteLength;
    },
  };
}

const NO_SLOTS = new Float32Array(0);

function enlarged(array: Uint32Array, index: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(index + 1, array.length * 2));
  larger.set(array);
  return larger;
}
