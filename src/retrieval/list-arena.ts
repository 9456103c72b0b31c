/**
 * Many growing lists of 32-bit numbers in one buffer. A list of its own per search term would cost more in headers than in
 * numbers; here a list that outgrows its block moves to one a quarter larger, and the old block is used anew.
 */
export interface ListArena {
  /** A new, empty list. */
  create(): number;
  push(list: number, value: number): void;
  /** Takes out the values for which `matches` holds. */
  removeWhere(list: number, matches: (value: number) => boolean): void;
  lengthOf(list: number): number;
  /** Where the list's numbers begin in `numbers()`; both hold until the next change. */
  startOf(list: number): number;
  numbers(): Uint32Array;
  /** All lists, to be made again with `createListArena(saved)`. */
  save(): SavedArena;
  readonly byteLength: number;
}

export interface SavedArena {
  readonly numbers: Uint32Array;
  readonly start: Uint32Array;
  readonly length: Uint32Array;
  readonly room: Uint32Array;
  /** Blocks that are not in use, by size. */
  readonly free: readonly (readonly [size: number, starts: readonly number[]])[];
}

const SMALLEST_BLOCK = 2;

/** An arena without lists, or with those that were saved. */
export function createListArena(saved?: SavedArena): ListArena {
  let buffer = copied(saved?.numbers, 1024);
  let used = saved?.numbers.length ?? 0;
  const lists = {
    start: copied(saved?.start, 256),
    length: copied(saved?.length, 256),
    room: copied(saved?.room, 256),
  };
  let count = saved?.start.length ?? 0;
  const free = new Map(saved?.free.map(([size, starts]) => [size, [...starts]]));

  function allocate(size: number): number {
    const reused = free.get(size)?.pop();
    if (reused !== undefined) return reused;
    if (used + size > buffer.length) buffer = grown(buffer, used + size);
    used += size;
    return used - size;
  }

  function release(start: number, size: number): void {
    if (size === 0) return;
    const blocks = free.get(size);
    if (blocks === undefined) free.set(size, [start]);
    else blocks.push(start);
  }

  function enlarge(list: number): void {
    const room = lists.room[list] ?? 0;
    const start = lists.start[list] ?? 0;
    const next = room === 0 ? SMALLEST_BLOCK : room + Math.max(2, room >> 2);
    const target = allocate(next);
    buffer.copyWithin(target, start, start + room);
    release(start, room);
    lists.start[list] = target;
    lists.room[list] = next;
  }

  return {
    create() {
      if (count === lists.start.length) {
        lists.start = grown(lists.start, count + 1);
        lists.length = grown(lists.length, count + 1);
        lists.room = grown(lists.room, count + 1);
      }
      return count++;
    },
    push(list, value) {
      const length = lists.length[list] ?? 0;
      if (length === lists.room[list]) enlarge(list);
      buffer[(lists.start[list] ?? 0) + length] = value;
      lists.length[list] = length + 1;
    },
    removeWhere(list, matches) {
      const start = lists.start[list] ?? 0;
      const end = start + (lists.length[list] ?? 0);
      let kept = start;
      for (let at = start; at < end; at++) {
        const value = buffer[at] ?? 0;
        if (!matches(value)) buffer[kept++] = value;
      }
      // What is left behind must not be readable any more.
      buffer.fill(0, kept, end);
      lists.length[list] = kept - start;
      if (kept > start) return;
      release(start, lists.room[list] ?? 0);
      lists.room[list] = 0;
    },
    lengthOf: (list) => lists.length[list] ?? 0,
    startOf: (list) => lists.start[list] ?? 0,
    numbers: () => buffer,
    save: () => ({
      numbers: buffer.slice(0, used),
      start: lists.start.slice(0, count),
      length: lists.length.slice(0, count),
      room: lists.room.slice(0, count),
      free: [...free],
    }),
    get byteLength() {
      return buffer.byteLength + lists.start.byteLength * 3;
    },
  };
}

function grown(array: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(needed, Math.ceil(array.length * 1.3)));
  larger.set(array);
  return larger;
}

function copied(saved: Uint32Array | undefined, room: number): Uint32Array<ArrayBuffer> {
  return saved === undefined ? new Uint32Array(room) : new Uint32Array(saved);
}
