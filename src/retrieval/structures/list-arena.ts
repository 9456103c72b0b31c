/**
 * Many growing lists of 32-bit numbers in a few large blocks of memory. A list of its own per search term would cost more in
 * headers than in numbers; here a list is a chain of pieces, each twice as long as the one before up to a bound, so that
 * nothing ever moves: what moves leaves holes behind that stay with the process.
 */
export interface ListArena {
  /** A new, empty list. */
  create(): number;
  push(list: number, value: number): void;
  /** Takes out the values for which `matches` holds. */
  removeWhere(list: number, matches: (value: number) => boolean): void;
  lengthOf(list: number): number;
  /** Shows the numbers of a list piece by piece: those from `start` to `end` of an array that holds more. */
  each(list: number, see: (numbers: Uint32Array, start: number, end: number) => void): void;
  /** All lists, to be made again with `createListArena(saved)`. */
  save(): SavedArena;
  readonly byteLength: number;
}

export interface SavedArena {
  /** The last one as far as it is in use. */
  readonly blocks: readonly Uint32Array[];
  readonly first: Uint32Array;
  readonly last: Uint32Array;
  readonly length: Uint32Array;
  /** Pieces that are not in use, by size. */
  readonly free: readonly (readonly number[])[];
}

/** How many numbers each piece of a list holds; all further ones as many as the last. */
const ROOM = [2, 4, 8, 16, 32, 64, 128, 256] as const;
const LARGEST = ROOM.length - 1;
/** So many numbers are in the pieces of growing size together. */
const GROWING = 254;
/** The first blocks are small: an index of a few tools needs little. */
const BLOCK_SIZES = [1_024, 16_384, 131_072];
/** A place is the number of its block and, in the lower bits, where in it. None is zero. */
const PLACE_BITS = 18;
const LARGEST_BLOCK = 1 << PLACE_BITS;
const IN_BLOCK = LARGEST_BLOCK - 1;

/** An arena without lists, or with those that were saved. */
export function createListArena(saved?: SavedArena): ListArena {
  const blocks: Uint32Array[] = saved?.blocks.map((block) => new Uint32Array(block)) ?? [];
  // The last block was saved as far as it was in use: what is added goes into a new one.
  let used = blocks.at(-1)?.length ?? 0;
  let first = copied(saved?.first);
  let last = copied(saved?.last);
  let length = copied(saved?.length);
  let count = saved?.first.length ?? 0;
  const free: number[][] = ROOM.map((_, kind) => [...(saved?.free[kind] ?? [])]);

  const blockOf = (place: number) => blocks[place >>> PLACE_BITS] as Uint32Array;

  /** A piece begins with the place of the next. */
  function allocate(kind: number): number {
    const reused = free[kind]?.pop();
    if (reused !== undefined) return reused;
    const size = 1 + (ROOM[kind] as number);
    const open = blocks.at(-1);
    if (open === undefined || used + size > open.length) {
      blocks.push(new Uint32Array(BLOCK_SIZES[blocks.length] ?? LARGEST_BLOCK));
      used = blocks.length === 1 ? 1 : 0;
    }
    used += size;
    return ((blocks.length - 1) << PLACE_BITS) | (used - size);
  }

  function extend(list: number, kind: number): void {
    const piece = allocate(kind);
    const before = last[list] as number;
    if (before === 0) first[list] = piece;
    else blockOf(before)[before & IN_BLOCK] = piece;
    last[list] = piece;
  }

  /** What is left behind must not be readable any more. */
  function empty(list: number): void {
    let [piece, left, kind] = [first[list] as number, length[list] as number, 0];
    while (left > 0) {
      const [block, at, room] = [blockOf(piece), piece & IN_BLOCK, ROOM[kind] as number];
      const next = block[at] as number;
      block.fill(0, at, at + 1 + room);
      free[kind]?.push(piece);
      [piece, left, kind] = [next, left - room, Math.min(kind + 1, LARGEST)];
    }
    [first[list], last[list], length[list]] = [0, 0, 0];
  }

  function push(list: number, value: number): void {
    const held = length[list] as number;
    const [kind, at] =
      held < GROWING ? growing(held) : [LARGEST, (held - GROWING) % (ROOM[LARGEST] as number)];
    if (at === 0) extend(list, kind);
    const piece = last[list] as number;
    blockOf(piece)[(piece & IN_BLOCK) + 1 + at] = value;
    length[list] = held + 1;
  }

  function each(list: number, see: (numbers: Uint32Array, start: number, end: number) => void): void {
    let piece = first[list] as number;
    let left = length[list] as number;
    for (let kind = 0; left > 0; kind = Math.min(kind + 1, LARGEST)) {
      const block = blockOf(piece);
      const start = (piece & IN_BLOCK) + 1;
      const size = Math.min(ROOM[kind] as number, left);
      see(block, start, start + size);
      left -= size;
      piece = block[start - 1] as number;
    }
  }

  return {
    create() {
      if (count === first.length) {
        first = grown(first);
        last = grown(last);
        length = grown(length);
      }
      return count++;
    },
    push,
    removeWhere(list, matches) {
      const kept: number[] = [];
      each(list, (numbers, start, end) => {
        for (let at = start; at < end; at++)
          if (!matches(numbers[at] as number)) kept.push(numbers[at] as number);
      });
      if (kept.length === length[list]) return;
      empty(list);
      for (const value of kept) push(list, value);
    },
    lengthOf: (list) => length[list] ?? 0,
    each,
    save: () => ({
      blocks: blocks.map((block, place) => (place === blocks.length - 1 ? block.slice(0, used) : block)),
      first: first.slice(0, count),
      last: last.slice(0, count),
      length: length.slice(0, count),
      free,
    }),
    get byteLength() {
      const numbers = blocks.reduce((sum, block) => sum + block.byteLength, 0);
      return numbers + first.byteLength * 3;
    },
  };
}

/** In a list that has so many numbers: the kind of the piece for the next one, and where in it. */
function growing(held: number): readonly [kind: number, at: number] {
  // The pieces before one of kind k hold 2 ** (k + 1) - 2 numbers together.
  const kind = 30 - Math.clz32(held + 2);
  return [kind, held + 2 - (2 << kind)];
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.ceil(array.length * 2) + 1);
  larger.set(array);
  return larger;
}

function copied(saved: Uint32Array | undefined): Uint32Array<ArrayBuffer> {
  return saved === undefined ? new Uint32Array(256) : new Uint32Array(saved);
}
