/**
 * Many growing lists of 32-bit numbers in a few large blocks of memory. A list of its own per search term would cost more in
 * headers than in numbers; here a list that outgrows its place moves to one a quarter larger, and the old one is used anew.
 * The blocks themselves never move: what a growing buffer leaves behind would stay with the process.
 */
export interface ListArena {
  /** A new, empty list. */
  create(): number;
  push(list: number, value: number): void;
  /** Takes out the values for which `matches` holds. */
  removeWhere(list: number, matches: (value: number) => boolean): void;
  lengthOf(list: number): number;
  /** Where the list's numbers begin in `numbersOf(list)`; both hold until the next change. */
  startOf(list: number): number;
  numbersOf(list: number): Uint32Array;
  /** All lists, to be made again with `createListArena(saved)`. */
  save(): SavedArena;
  readonly byteLength: number;
}

export interface SavedArena {
  /** The last one as far as it is in use. */
  readonly blocks: readonly Uint32Array[];
  readonly start: Uint32Array;
  readonly length: Uint32Array;
  readonly room: Uint32Array;
  readonly block: Uint16Array;
  /** Places that are not in use, by size. */
  readonly free: readonly (readonly [size: number, places: readonly (readonly [number, number])[]])[];
}

const SMALLEST_ROOM = 2;
/** The first blocks are small: an index of a few tools needs little. */
const BLOCK_SIZES = [1_024, 16_384, 131_072];
const LARGEST_BLOCK = 524_288;

/** An arena without lists, or with those that were saved. */
export function createListArena(saved?: SavedArena): ListArena {
  const blocks: Uint32Array[] = saved?.blocks.map((block) => new Uint32Array(block)) ?? [];
  // The last block was saved as far as it was in use: what is added goes into a new one.
  let used = blocks.at(-1)?.length ?? 0;
  const lists = {
    start: copied(saved?.start, 256),
    length: copied(saved?.length, 256),
    room: copied(saved?.room, 256),
    block: saved === undefined ? new Uint16Array(256) : new Uint16Array(saved.block),
  };
  let count = saved?.start.length ?? 0;
  const free = new Map(saved?.free.map(([size, places]) => [size, [...places]]));

  /** A place of that size: its block and where in it. */
  function allocate(size: number): readonly [block: number, start: number] {
    const reused = free.get(size)?.pop();
    if (reused !== undefined) return reused;
    const last = blocks.at(-1);
    if (last === undefined || used + size > last.length) {
      blocks.push(new Uint32Array(Math.max(size, BLOCK_SIZES[blocks.length] ?? LARGEST_BLOCK)));
      used = 0;
    }
    used += size;
    return [blocks.length - 1, used - size];
  }

  function release(block: number, start: number, size: number): void {
    if (size === 0) return;
    const places = free.get(size);
    if (places === undefined) free.set(size, [[block, start]]);
    else places.push([block, start]);
  }

  function enlarge(list: number): void {
    const room = lists.room[list] ?? 0;
    const [from, start] = [lists.block[list] ?? 0, lists.start[list] ?? 0];
    const next = room === 0 ? SMALLEST_ROOM : room + Math.max(2, room >> 2);
    const [block, target] = allocate(next);
    if (room > 0) blocks[block]?.set(blocks[from]?.subarray(start, start + room) ?? [], target);
    release(from, start, room);
    lists.block[list] = block;
    lists.start[list] = target;
    lists.room[list] = next;
  }

  const numbersOf = (list: number) => blocks[lists.block[list] ?? 0] ?? NONE;

  return {
    create() {
      if (count === lists.start.length) {
        lists.start = grown(lists.start, count + 1);
        lists.length = grown(lists.length, count + 1);
        lists.room = grown(lists.room, count + 1);
        const larger = new Uint16Array(lists.start.length);
        larger.set(lists.block);
        lists.block = larger;
      }
      return count++;
    },
    push(list, value) {
      const length = lists.length[list] ?? 0;
      if (length === lists.room[list]) enlarge(list);
      numbersOf(list)[(lists.start[list] ?? 0) + length] = value;
      lists.length[list] = length + 1;
    },
    removeWhere(list, matches) {
      const numbers = numbersOf(list);
      const start = lists.start[list] ?? 0;
      const end = start + (lists.length[list] ?? 0);
      let kept = start;
      for (let at = start; at < end; at++) {
        const value = numbers[at] ?? 0;
        if (!matches(value)) numbers[kept++] = value;
      }
      // What is left behind must not be readable any more.
      numbers.fill(0, kept, end);
      lists.length[list] = kept - start;
      if (kept > start) return;
      release(lists.block[list] ?? 0, start, lists.room[list] ?? 0);
      lists.room[list] = 0;
    },
    lengthOf: (list) => lists.length[list] ?? 0,
    startOf: (list) => lists.start[list] ?? 0,
    numbersOf,
    save: () => ({
      blocks: blocks.map((block, place) => (place === blocks.length - 1 ? block.slice(0, used) : block)),
      start: lists.start.slice(0, count),
      length: lists.length.slice(0, count),
      room: lists.room.slice(0, count),
      block: lists.block.slice(0, count),
      free: [...free],
    }),
    get byteLength() {
      const numbers = blocks.reduce((sum, block) => sum + block.byteLength, 0);
      return numbers + lists.start.byteLength * 3 + lists.block.byteLength;
    },
  };
}

const NONE = new Uint32Array(0);

function grown(array: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(needed, Math.ceil(array.length * 1.3)));
  larger.set(array);
  return larger;
}

function copied(saved: Uint32Array | undefined, room: number): Uint32Array<ArrayBuffer> {
  return saved === undefined ? new Uint32Array(room) : new Uint32Array(saved);
}
