/**
 * Many growing lists of 32-bit numbers in a few large blocks of memory. A list of its own per search term would cost more in
 * headers than in numbers. Here a list is a chain of pieces, each twice as long as the one before up to a bound, so that
 * nothing ever moves: what moves leaves holes behind that stay with the process. Each number is kept as its distance from the one
 * before, in as few bytes as that takes: lists that mostly rise take half the memory. The only number of a list has no piece.
 */
export interface ListArena {
  /** A new, empty list. */
  create(): number;
  push(list: number, value: number): void;
  /** Takes out the values for which `matches` holds. */
  removeWhere(list: number, matches: (value: number) => boolean): void;
  lengthOf(list: number): number;
  /** Shows the numbers of a list, some at a time: those from `start` to `end` of an array, which the next ones overwrite. */
  each(list: number, see: (numbers: Uint32Array, start: number, end: number) => void): void;
  /** All lists, to be made again with `createListArena(saved)`. */
  save(): SavedArena;
  readonly byteLength: number;
}

export interface SavedArena {
  /** The last one as far as it is in use. */
  readonly blocks: readonly Uint8Array[];
  readonly lists: Uint32Array;
  /** Pieces that are not in use, by size. */
  readonly free: readonly (readonly number[])[];
}

/** How many bytes each piece of a list holds; all further ones as many as the last. */
const ROOM = [4, 12, 28, 60, 124, 252, 508, 1_020] as const;
const LARGEST = ROOM.length - 1;
/** A piece begins with the place of the next. */
const LINK = 4;
/** The first blocks are small: an index of a few tools needs little. */
const BLOCK_SIZES = [4_096, 65_536, 524_288];
/** A place is the number of its block and, in the lower bits, where in it. None is zero. */
const PLACE_BITS = 20;
const LARGEST_BLOCK = 1 << PLACE_BITS;
const IN_BLOCK = LARGEST_BLOCK - 1;

/** So many numbers are shown at a time; a piece holds fewer, as each takes a byte at least. */
const SHOWN = 4_096;

/** What is kept of each list: its length, its last number, its bytes, its first piece and its last. */
const [LENGTH, NEWEST, BYTES, FIRST, LAST, FIELDS] = [0, 1, 2, 3, 4, 5] as const;

/** An arena without lists, or with those that were saved. */
export function createListArena(saved?: SavedArena): ListArena {
  const blocks: Uint8Array[] = saved?.blocks.map((block) => new Uint8Array(block)) ?? [];
  const links = blocks.map(linksOf);
  // The last block was saved as far as it was in use: what is added goes into a new one.
  let used = blocks.at(-1)?.length ?? 0;
  let lists = saved === undefined ? new Uint32Array(256 * FIELDS) : new Uint32Array(saved.lists);
  let count = (saved?.lists.length ?? 0) / FIELDS;
  const free: number[][] = ROOM.map((_, kind) => [...(saved?.free[kind] ?? [])]);
  /** Numbers made of bytes, of several pieces at a time. */
  const shown = new Uint32Array(SHOWN);

  // Within bounds: every list has its fields, every place lies in a block.
  const field = (list: number, which: number) => lists[list * FIELDS + which] as number;
  const keep = (list: number, which: number, value: number) => {
    lists[list * FIELDS + which] = value;
  };

  function allocate(kind: number): number {
    const reused = free[kind]?.pop();
    if (reused !== undefined) return reused;
    const size = LINK + (ROOM[kind] as number);
    const open = blocks.at(-1);
    if (open === undefined || used + size > open.length) {
      const block = new Uint8Array(BLOCK_SIZES[blocks.length] ?? LARGEST_BLOCK);
      blocks.push(block);
      links.push(linksOf(block));
      used = blocks.length === 1 ? LINK * 2 : 0;
    }
    used += size;
    return (((blocks.length - 1) << PLACE_BITS) | (used - size)) >>> 0;
  }

  function extend(list: number, kind: number): void {
    const piece = allocate(kind);
    const before = field(list, LAST);
    if (before === 0) keep(list, FIRST, piece);
    else (links[before >>> PLACE_BITS] as Uint32Array)[(before & IN_BLOCK) / LINK] = piece;
    keep(list, LAST, piece);
  }

  function putByte(list: number, byte: number): void {
    const size = field(list, BYTES);
    let [kind, at] = [0, size];
    while (at >= (ROOM[kind] as number)) {
      at -= ROOM[kind] as number;
      if (kind === LARGEST) at %= ROOM[LARGEST] as number;
      else kind++;
    }
    if (at === 0) extend(list, kind);
    const piece = field(list, LAST);
    (blocks[piece >>> PLACE_BITS] as Uint8Array)[(piece & IN_BLOCK) + LINK + at] = byte;
    keep(list, BYTES, size + 1);
  }

  /** The distance, with its sign in the lowest bit, seven bits to a byte, the lowest first; the highest bit says that more follow. */
  function putDistance(list: number, distance: number): void {
    let left = ((distance << 1) ^ (distance >> 31)) >>> 0;
    for (; left > 127; left >>>= 7) putByte(list, (left & 127) | 128);
    putByte(list, left);
  }

  function push(list: number, value: number): void {
    const [length, before] = [field(list, LENGTH), field(list, NEWEST)];
    if (length === 1) putDistance(list, before | 0);
    if (length > 0) putDistance(list, (value - before) | 0);
    keep(list, NEWEST, value);
    keep(list, LENGTH, length + 1);
  }

  /** What is left behind must not be readable any more. */
  function empty(list: number): void {
    let [piece, left, kind] = [field(list, FIRST), field(list, BYTES), 0];
    while (left > 0) {
      const [block, at, room] = [piece >>> PLACE_BITS, piece & IN_BLOCK, ROOM[kind] as number];
      const next = links[block]?.[at / LINK] as number;
      blocks[block]?.fill(0, at, at + LINK + room);
      free[kind]?.push(piece);
      [piece, left, kind] = [next, left - room, Math.min(kind + 1, LARGEST)];
    }
    lists.fill(0, list * FIELDS, (list + 1) * FIELDS);
  }

  function each(list: number, see: (numbers: Uint32Array, start: number, end: number) => void): void {
    if (field(list, LENGTH) === 1) {
      shown[0] = field(list, NEWEST);
      see(shown, 0, 1);
      return;
    }
    let [piece, left, found] = [field(list, FIRST), field(list, BYTES), 0];
    let [value, part, shift] = [0, 0, 0];
    for (let kind = 0; left > 0; kind = Math.min(kind + 1, LARGEST)) {
      const block = blocks[piece >>> PLACE_BITS] as Uint8Array;
      const start = (piece & IN_BLOCK) + LINK;
      const end = start + Math.min(ROOM[kind] as number, left);
      if (found + end - start > SHOWN) {
        see(shown, 0, found);
        found = 0;
      }
      for (let at = start; at < end; at++) {
        const byte = block[at] as number;
        part |= (byte & 127) << shift;
        shift += 7;
        if (byte > 127) continue;
        value = (value + ((part >>> 1) ^ -(part & 1))) | 0;
        shown[found++] = value;
        part = 0;
        shift = 0;
      }
      left -= end - start;
      piece = (links[piece >>> PLACE_BITS] as Uint32Array)[(piece & IN_BLOCK) / LINK] as number;
    }
    if (found > 0) see(shown, 0, found);
  }

  return {
    create() {
      if ((count + 1) * FIELDS > lists.length) {
        const larger = new Uint32Array(lists.length * 2 + FIELDS);
        larger.set(lists);
        lists = larger;
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
      if (kept.length === field(list, LENGTH)) return;
      empty(list);
      for (const value of kept) push(list, value);
    },
    lengthOf: (list) => lists[list * FIELDS + LENGTH] ?? 0,
    each,
    save: () => ({
      blocks: blocks.map((block, place) => (place === blocks.length - 1 ? block.slice(0, used) : block)),
      lists: lists.slice(0, count * FIELDS),
      free,
    }),
    get byteLength() {
      return blocks.reduce((sum, block) => sum + block.byteLength, 0) + lists.byteLength;
    },
  };
}

function linksOf(block: Uint8Array): Uint32Array {
  return new Uint32Array(block.buffer, block.byteOffset, block.length / LINK);
}
