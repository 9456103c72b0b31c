import { createVectorTable } from "./vector-table.ts";

/** The vectors of example requests, any number to a slot. A slot comes as near to a request as its nearest example. */
interface ExampleVectors {
  /** Replaces the examples of a slot. */
  set(slot: number, vectors: readonly Uint8Array[]): void;
  clear(slot: number): void;
  /** Compares a request with the examples. Valid until the next call. */
  compare(query: Float32Array): NearestExamples;
  save(): SavedExamples;
  /** Loads what was saved. Returns false if it does not fit this table. */
  load(saved: SavedExamples): boolean;
  readonly byteLength: number;
}

/** How near the nearest example of each slot comes. */
export interface NearestExamples {
  /** The likeness of the slot's nearest example; `undefined` if it has none. */
  of(slot: number): number | undefined;
  /** Every slot whose examples were compared at once; undefined in a large index, where they are compared one by one. */
  readonly all: Iterable<readonly [slot: number, likeness: number]> | undefined;
}

export interface SavedExamples {
  readonly vectors: Uint8Array;
  /** By row: one more than the slot that the row belongs to; zero for a row that is free. */
  readonly owners: Uint32Array;
}

/** In an index with more examples than this, only those of the best entries are compared. */
const COMPARED_AT_ONCE = 4_000;

/** A table without examples. */
export function createExampleVectors(dimensions: number): ExampleVectors {
  const table = createVectorTable(dimensions);
  const rowsOf = new Map<number, number[]>();
  let free: number[] = [];
  let owners = new Uint32Array(64);
  let count = 0;

  function claim(slot: number): number {
    const row = free.pop() ?? count++;
    if (row >= owners.length) {
      const larger = new Uint32Array(owners.length * 2);
      larger.set(owners);
      owners = larger;
    }
    owners[row] = slot + 1;
    return row;
  }

  function clear(slot: number): void {
    for (const row of rowsOf.get(slot) ?? []) {
      table.clear(row);
      owners[row] = 0;
      free.push(row);
    }
    rowsOf.delete(slot);
  }

  function nearestOf(slot: number): number | undefined {
    const rows = rowsOf.get(slot);
    return rows && Math.max(...rows.map((row) => table.likeness(0, row)));
  }

  /** The nearest example of every slot, from one scan. */
  function nearestOfAll(query: Float32Array): Map<number, number> {
    const nearest = new Map<number, number>();
    const likeness = table.scan(query, count);
    for (const [slot, rows] of rowsOf) {
      let best = Number.NEGATIVE_INFINITY;
      // Within bounds: all rows are below the count.
      for (const row of rows) best = Math.max(best, likeness[row] as number);
      nearest.set(slot, best);
    }
    return nearest;
  }

  return {
    set(slot, vectors) {
      clear(slot);
      if (vectors.length === 0) return;
      const rows = vectors.map((bytes) => {
        const row = claim(slot);
        table.set(row, bytes);
        return row;
      });
      rowsOf.set(slot, rows);
    },
    clear,
    compare(query) {
      if (rowsOf.size === 0) return { of: () => undefined, all: [] };
      if (count <= COMPARED_AT_ONCE) {
        const nearest = nearestOfAll(query);
        return { of: (slot) => nearest.get(slot), all: nearest };
      }
      table.ask([query]);
      return { of: nearestOf, all: undefined };
    },
    save: () => ({ vectors: table.save(count), owners: owners.slice(0, count) }),
    load(saved) {
      if (!table.load(saved.vectors, saved.owners.length)) return false;
      count = saved.owners.length;
      owners = new Uint32Array(Math.max(64, count));
      owners.set(saved.owners);
      rowsOf.clear();
      free = [];
      for (let row = 0; row < count; row++) {
        const slot = (owners[row] as number) - 1;
        if (slot < 0) free.push(row);
        else rowsOf.set(slot, [...(rowsOf.get(slot) ?? []), row]);
      }
      return true;
    },
    get byteLength() {
      return table.byteLength + owners.byteLength;
    },
  };
}
