/**
 * Many growing lists of 32-bit numbers in a few large blocks of memory. An array per search term would take more memory for
 * headers than for numbers. A list is a chain of pieces, each twice as long as the previous one up to a limit. Nothing is moved,
 * because moving would fragment the memory of the process. Each number is stored as the difference from the previous one, in as
 * few bytes as possible. A list with one number has no piece.
 */
export interface ListArena {
  /** A new, empty list. */
  create(): number;
  push(list: number, value: number): void;
  /** Removes the values for which `matches` returns true. */
  removeWhere(list: number, matches: (value: number) => boolean): void;
  lengthOf(list: number): number;
  /** Passes the numbers of a list in portions: `start` to `end` of an array that the next portion overwrites. */
  each(list: number, see: (numbers: Uint32Array, start: number, end: number) => void): void;
  /** All lists, for `createListArena(saved)`. */
  save(): SavedArena;
  readonly byteLength: number;
}

export interface SavedArena {
  /** The last block contains only the used part. */
  readonly blocks: readonly Uint8Array[];
  readonly lists: Uint32Array;
  /** Free pieces, by size. */
  readonly free: readonly (readonly number[])[];
}

/** The bytes in each piece of a list. Further pieces are as long as the last one. */
const ROOM = [4, 12, 28, 60, 124, 252, 508, 1_020] as const;
const LARGEST = ROOM.length - 1;
/** A piece begins with the place of the next piece. */
const LINK = 4;
/** The first blocks are small, for indexes with few tools. */
const BLOCK_SIZES = [4_096, 65_536, 524_288];
/** A place is a block number and, in the lower bits, the offset in the block. It is never 0. */
const PLACE_BITS = 20;
const LARGEST_BLOCK = 1 << PLACE_BITS;
const IN_BLOCK = LARGEST_BLOCK - 1;

/** The maximum number of numbers per portion. A piece holds fewer, because each takes at least one byte. */
const SHOWN = 4_096;

/** The fields of each list: length, last number, bytes, first piece, last piece. */
const [LENGTH, NEWEST, BYTES, FIRST, LAST, FIELDS] = [0, 1, 2, 3, 4, 5] as const;

/** Starts empty or with saved lists. */
export function createListArena(saved?: SavedArena): ListArena {
  const blocks: Uint8Array[] = saved?.blocks.map((block) => new Uint8Array(block)) ?? [];
  const links = blocks.map(linksOf);
  // Only the used part of the last block was saved, so additions go into a new block.
  let used = blocks.at(-1)?.length ?? 0;
  let lists = saved === undefined ? new Uint32Array(256 * FIELDS) : new Uint32Array(saved.lists);
  let count = (saved?.lists.length ?? 0) / FIELDS;
  const free: number[][] = ROOM.map((_, kind) => [...(saved?.free[kind] ?? [])]);
  /** Decoded numbers of several pieces. */
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
    else (links[before >>> PLACE_BITS] as Uint32Array)[(before & IN_BLOCK) / LINK] = piece; // every list is in a block
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
    (blocks[piece >>> PLACE_BITS] as Uint8Array)[(piece & IN_BLOCK) + LINK + at] = byte; // every list is in a block
    keep(list, BYTES, size + 1);
  }

  /**
   * The difference as a variable-length integer: the sign in the lowest bit, seven bits per byte, lowest first. The highest bit
   * means that more bytes follow.
   */
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

  /** Overwritten, so that deleted data cannot be read. */
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
      const block = blocks[piece >>> PLACE_BITS] as Uint8Array; // every list is in a block
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
      piece = (links[piece >>> PLACE_BITS] as Uint32Array)[(piece & IN_BLOCK) / LINK] as number; // every list is in a block
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
