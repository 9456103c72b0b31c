import { type WebAssemblyMemory, webAssembly } from "../../support/web-assembly.ts";
import { createGrowingArray } from "./growing-array.ts";
import {
  ABSOLUTE,
  FAR,
  FILLER,
  LARGEST_PIECE,
  type ListKernel,
  loadListKernel,
  UNPACKED_BYTES,
} from "./list-kernel.ts";

/**
 * Many growing lists of 32-bit numbers in one memory, which WebAssembly walks. An array per search term would take more memory for
 * headers than for numbers. A list is a chain of pieces, each twice as long as the previous one up to a limit. A number that
 * rises by little takes two bytes (list-kernel.wat). A list with one number has no piece.
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
  /** Bytes of the same memory that the caller may use, from `ownAt` on. Views of the memory are made again after each change. */
  readonly memory: WebAssemblyMemory;
  readonly ownAt: number;
  /** Enlarges the caller's bytes. What is new is zero. */
  own(bytes: number): void;
  /** What the kernel needs to walk a list: its first piece and its bytes. A list of one number has no bytes. */
  readonly base: number;
  firstOf(list: number): number;
  bytesOf(list: number): number;
  /** The last number that was pushed. */
  newestOf(list: number): number;
  readonly kernel: ListKernel;
  readonly byteLength: number;
}

export interface SavedArena {
  readonly pieces: Uint8Array;
  readonly lists: Uint32Array;
  /** Free pieces, by size. */
  readonly free: readonly (readonly number[])[];
}

/** The bytes in each piece of a list. Further pieces are as long as the last one. */
const ROOM = [4, 12, 28, 60, 124, 252, 508, LARGEST_PIECE] as const;
const LARGEST = ROOM.length - 1;
/** A piece begins with the place of the next piece, counted in as many bytes. A place is never 0. */
const LINK = 4;
const PAGE = 65_536;
const HALF = 65_536;
/** The memory grows by this share of itself. */
const GROWTH = 1 / 16;
/** Numbers of one piece, unpacked. */
const OWN_AT = UNPACKED_BYTES + 16;

/** The fields of each list: length, last number, bytes, first piece, last piece. */
const [LENGTH, NEWEST, BYTES, FIRST, LAST, FIELDS] = [0, 1, 2, 3, 4, 5] as const;

/** Starts empty or with saved lists. */
export function createListArena(saved?: SavedArena, driver?: "plain"): ListArena {
  const memory = new webAssembly.Memory({ initial: 1 });
  const kernel = loadListKernel(memory, driver);
  /** Where the pieces begin, and how many bytes they have. */
  let [base, used] = [OWN_AT, LINK];
  let bytes = new Uint8Array(memory.buffer);
  let halves = new Uint16Array(memory.buffer);
  let links = new Uint32Array(memory.buffer);
  const fields = createGrowingArray(Uint32Array, saved?.lists);
  let lists = fields.numbers;
  let count = (saved?.lists.length ?? 0) / FIELDS;
  const free: number[][] = ROOM.map((_, kind) => [...(saved?.free[kind] ?? [])]);
  if (saved !== undefined) {
    used = saved.pieces.length;
    makeRoom(0);
    bytes.set(saved.pieces, base);
  }

  // Within bounds: every list has its fields, every place is inside the memory.
  const field = (list: number, which: number) => lists[list * FIELDS + which] as number;
  const keep = (list: number, which: number, value: number) => {
    lists[list * FIELDS + which] = value;
  };

  function makeRoom(more: number): void {
    const missing = base + used + more - bytes.length;
    if (missing <= 0) return;
    memory.grow(Math.ceil(Math.max(missing, bytes.length * GROWTH) / PAGE));
    bytes = new Uint8Array(memory.buffer);
    halves = new Uint16Array(memory.buffer);
    links = new Uint32Array(memory.buffer);
  }

  function allocate(kind: number): number {
    const reused = free[kind]?.pop();
    if (reused !== undefined) return reused;
    const size = LINK + (ROOM[kind] as number);
    makeRoom(size);
    used += size;
    return (used - size) / LINK;
  }

  /** The place of a half in the last piece of a list. */
  const halfAt = (list: number, at: number) => (base + field(list, LAST) * LINK + LINK + at) / 2;

  function extend(list: number, kind: number): void {
    const piece = allocate(kind);
    const before = field(list, LAST);
    if (before === 0) keep(list, FIRST, piece);
    else links[base / LINK + before] = piece;
    keep(list, LAST, piece);
  }

  /** Puts up to three halves of four bytes into one piece. */
  function put(list: number, count: number, first: number, second = 0, third = 0): void {
    let size = field(list, BYTES);
    let [kind, at] = [0, size];
    while (at >= (ROOM[kind] as number)) {
      at -= ROOM[kind] as number;
      if (kind === LARGEST) at %= ROOM[LARGEST] as number;
      else kind++;
    }
    if (at === 0) extend(list, kind);
    for (let room = ROOM[kind] as number; at + count * 2 > room; room = ROOM[kind] as number) {
      halves.fill(FILLER << 8, halfAt(list, at), halfAt(list, room));
      size += room - at;
      [kind, at] = [Math.min(kind + 1, LARGEST), 0];
      extend(list, kind);
    }
    const start = halfAt(list, at);
    halves[start] = first;
    if (count > 1) halves[start + 1] = second;
    if (count > 2) halves[start + 2] = third;
    keep(list, BYTES, size + count * 2);
  }

  function putNumber(list: number, value: number, before: number): void {
    const [upper, lowest] = [value >>> 8, value & 255];
    const more = upper - (before >>> 8);
    if (more >= 0 && more < FILLER) put(list, 1, (more << 8) | lowest);
    else if (more >= 0 && more < (ABSOLUTE - FAR) * HALF)
      put(list, 2, ((FAR + Math.floor(more / HALF)) << 8) | lowest, more % HALF);
    else put(list, 3, (ABSOLUTE << 8) | lowest, upper % HALF, Math.floor(upper / HALF));
  }

  function push(list: number, value: number): void {
    const [length, before] = [field(list, LENGTH), field(list, NEWEST)];
    if (length === 1) putNumber(list, before, 0);
    if (length > 0) putNumber(list, value, before);
    keep(list, NEWEST, value);
    keep(list, LENGTH, length + 1);
  }

  /** Overwritten, so that deleted data cannot be read. */
  function empty(list: number): void {
    let [piece, left, kind] = [field(list, FIRST), field(list, BYTES), 0];
    while (left > 0) {
      const room = ROOM[kind] as number;
      const next = links[base / LINK + piece] as number;
      bytes.fill(0, base + piece * LINK, base + piece * LINK + LINK + room);
      free[kind]?.push(piece);
      [piece, left, kind] = [next, left - room, Math.min(kind + 1, LARGEST)];
    }
    lists.fill(0, list * FIELDS, (list + 1) * FIELDS);
  }

  function each(list: number, see: (numbers: Uint32Array, start: number, end: number) => void): void {
    if (field(list, LENGTH) === 1) {
      links[0] = field(list, NEWEST);
      see(links, 0, 1);
      return;
    }
    let [piece, left] = [field(list, FIRST), field(list, BYTES)];
    kernel.begin();
    for (let kind = 0; left > 0; kind = Math.min(kind + 1, LARGEST)) {
      const room = ROOM[kind] as number;
      see(links, 0, kernel.open(base + piece * LINK, room, left) / 4);
      piece = links[base / LINK + piece] as number;
      left -= room;
    }
  }

  return {
    create() {
      fields.reserve((count + 1) * FIELDS);
      lists = fields.numbers;
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
    save: () => ({ pieces: bytes.slice(base, base + used), lists: lists.slice(0, count * FIELDS), free }),
    memory,
    ownAt: OWN_AT,
    own(wanted) {
      const more = OWN_AT + Math.ceil(wanted / 16) * 16 - base;
      if (more <= 0) return;
      makeRoom(more);
      bytes.copyWithin(base + more, base, base + used);
      bytes.fill(0, base, Math.min(base + more, base + used));
      base += more;
    },
    get base() {
      return base;
    },
    firstOf: (list) => field(list, FIRST),
    bytesOf: (list) => field(list, BYTES),
    newestOf: (list) => field(list, NEWEST),
    kernel,
    get byteLength() {
      return base + used + count * FIELDS * 4;
    },
  };
}
