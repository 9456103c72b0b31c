import { createListArena, type ListArena, type SavedArena } from "./list-arena.ts";

/** The maximum number of marked slots, and of slots that `above()` finds. */
const MAX_MARKED = 255;
const MAX_ABOVE = 4_096;

const FLOAT = 4;
const LEAST_ROOM = 64;
/** The room grows by this share of itself, because it moves the lists. */
const GROWTH = 1 / 4;

/** Lists of slots, and numbers by slot that the lists change, in one memory. A number of a list is `slot << 8 | strength`. */
interface SlotScores {
  readonly lists: ListArena;
  /** Makes room for slots below `count`. */
  makeRoom(count: number): void;
  /** By slot, a factor for its scores. */
  readonly norms: Float32Array;
  /** Sets the scores of all slots to zero. */
  clear(count: number): void;
  /** Adds to the score of each slot of a list `gain` times its strength. */
  add(list: number, gain: number): void;
  /**
   * Multiplies the scores with the norms. The totals are `whole`, if there is one, plus each score to the power 1.25 and times
   * `weight`. Valid until the next change.
   */
  combine(count: number, whole: Float32Array | undefined, weight: number): CombinedScores;
  /** Marks slots by their order. `see` then gets the order of each that a list has. */
  withMarks(slots: readonly number[], work: (see: MarkedSlots) => void): void;
  readonly byteLength: number;
}

export interface CombinedScores {
  readonly scores: Float32Array;
  readonly totals: Float32Array;
  /** The slots whose totals are at least this high, in order. `undefined` if there are more than `most`. */
  above(least: number, most: number): Uint32Array | undefined;
}

/** The orders of the marked slots that a list has. Valid until the next call. */
type MarkedSlots = (list: number) => Uint8Array;

/** Starts empty or with saved lists and norms. */
export function createSlotScores(
  saved?: { readonly lists: SavedArena; readonly norms: Float32Array },
  driver?: "plain",
): SlotScores {
  const lists = createListArena(saved?.lists, driver);
  const { kernel, memory, ownAt: normsAt } = lists;
  let room = 0;
  let [scoresAt, totalsAt, marksAt, foundAt] = [normsAt, normsAt, normsAt, normsAt];
  let views = viewsOf();

  function viewsOf() {
    const { buffer } = memory;
    return {
      buffer,
      norms: new Float32Array(buffer, normsAt, room),
      scores: new Float32Array(buffer, scoresAt, room),
      totals: new Float32Array(buffer, totalsAt, room),
      marks: new Uint8Array(buffer, marksAt, room),
      bytes: new Uint8Array(buffer),
    };
  }

  /** A memory that grew has a new buffer. */
  function current() {
    if (views.buffer !== memory.buffer) views = viewsOf();
    return views;
  }

  function makeRoom(count: number): void {
    if (count <= room) return;
    const before = room;
    // Whole vectors of four floats, and marks that end at a multiple of four bytes.
    room = Math.ceil(Math.max(LEAST_ROOM, count, before * (1 + GROWTH)) / 16) * 16;
    scoresAt = normsAt + room * FLOAT;
    totalsAt = scoresAt + room * FLOAT;
    marksAt = totalsAt + room * FLOAT;
    foundAt = marksAt + room;
    const end = foundAt + MAX_ABOVE * FLOAT;
    lists.own(end - normsAt);
    views = viewsOf();
    views.bytes.fill(0, normsAt + before * FLOAT, end);
  }

  makeRoom(Math.max(LEAST_ROOM, saved?.norms.length ?? 0));
  if (saved !== undefined) views.norms.set(saved.norms);

  return {
    lists,
    makeRoom,
    get norms() {
      return current().norms;
    },
    clear(count) {
      makeRoom(count);
      current().scores.fill(0);
    },
    add(list, gain) {
      if (lists.bytesOf(list) > 0)
        kernel.gains(lists.base, lists.firstOf(list), lists.bytesOf(list), gain, scoresAt);
      else if (lists.lengthOf(list) > 0) {
        const [{ scores }, number] = [current(), lists.newestOf(list)];
        // Within bounds: every slot of a list has room.
        scores[number >>> 8] = (scores[number >>> 8] as number) + gain * (number & 255);
      }
    },
    combine(count, whole, weight) {
      const { scores, totals } = current();
      if (whole === undefined) totals.fill(0);
      else totals.set(whole);
      kernel.combine(scoresAt, normsAt, totalsAt, Math.ceil(count / 4) * 16, weight);
      return {
        scores: scores.subarray(0, count),
        totals: totals.subarray(0, count),
        above(least, most) {
          const limit = Math.min(most, MAX_ABOVE - 4);
          const bytes = Math.ceil(count / 4) * 16;
          // One more than the limit, and up to three of the last four that are no slots.
          const end = kernel.above(totalsAt, bytes, least, foundAt, (limit + 4) * FLOAT);
          let found = new Uint32Array(memory.buffer, foundAt, (end - foundAt) / FLOAT);
          while ((found.at(-1) ?? 0) >= count) found = found.subarray(0, -1);
          return found.length > limit ? undefined : found;
        },
      };
    },
    withMarks(slots, work) {
      const { marks, bytes } = current();
      for (const [order, slot] of slots.entries()) marks[slot] = Math.min(order + 1, MAX_MARKED);
      work((list) => {
        if (lists.bytesOf(list) > 0) {
          const [base, first, length] = [lists.base, lists.firstOf(list), lists.bytesOf(list)];
          const end = kernel.marks(base, first, length, marksAt, foundAt);
          for (let at = foundAt; at < end; at++) bytes[at] = (bytes[at] as number) - 1;
          return bytes.subarray(foundAt, end);
        }
        const mark = lists.lengthOf(list) === 0 ? 0 : (marks[lists.newestOf(list) >>> 8] as number);
        return mark === 0 ? NONE : Uint8Array.of(mark - 1);
      });
      for (const slot of slots) marks[slot] = 0;
    },
    get byteLength() {
      return lists.byteLength;
    },
  };
}

const NONE = new Uint8Array();
