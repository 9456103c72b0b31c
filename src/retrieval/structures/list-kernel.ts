import { instantiate, type WebAssemblyMemory } from "../../support/web-assembly.ts";

/** list-kernel.wat assembled (`wat2wasm`), as Base64 so that browsers, Node and bundlers load it alike. */
const LIST_KERNEL =
  "AGFzbQEAAAABPAhgA39/fwF/YAAAYAF/AX9gBX9/f31/AGAFf39/f38Bf2AGf39/f39/AX9gBX9/f399AGAFf399f38BfwIPAQZtZW1v" +
  "cnkDYWxsAgABAwsKAAEAAAIDBAUGBwYQA38BQQALfwFBAAt/AUEACwc7BwViZWdpbgABBG9wZW4AAwVnYWlucwAFBW1hcmtzAAYGY291" +
  "bnRzAAcHY29tYmluZQAIBWFib3ZlAAkKyggKkgMCBH8EfiMAIQMjASEEIwIhBSABQQhrIQYCQANAIAVFIAAgBkxxBEAgACkAACEHIAdC" +
  "f4VCgIGChIiQoMCAf4MhCSAHIAkgCUIBfYWDIQogCkL/AIMgCkIBiEKA/wCDhCAKQgKIQoCA/wCDIApCA4hCgICA/wCDhIQgCkIEiEKA" +
  "gICAD4OEpyEEIAl6QgF8IQggCSAJQgF9gyEJIAlCAFIEQCADIARBAXZBACAEQQFxa3NqIQMgAiADNgIAIAJBBGohAiAHIAkgCUIBfYWD" +
  "IAiIIQogCkL/AIMgCkIBiEKA/wCDhCAKQgKIQoCA/wCDIApCA4hCgICA/wCDhIQgCkIEiEKAgICAD4OEpyEEIAl6QgF8IQgLIAAgCEID" +
  "iKdqIQAFIAAgAU8NAiAEIAAtAABB/wBxIAV0ciEEIAVBB2ohBSAAQQFqIQAgAEEBay0AAEH/AEsNAQsgAyAEQQF2QQAgBEEBcWtzaiED" +
  "IAIgAzYCACACQQRqIQJBACEEQQAhBQwACwsgAyQAIAQkASAFJAIgAgsOAEEAJABBACQBQQAkAgsbACAAQQRqIABBBGogASACIAEgAkkb" +
  "akEAEAALCgAgACABIAIQAgsUAEH8ByAAQQF0QQRqIABB/ANPGwt/AQZ/EAFBBCEGA0AgACABQQJ0aiEFIAUgBiACEAIhB0EAIQgCQANA" +
  "IAggB08NASAIKAIAIQkgBCAJQQh2QQJ0aiEKIAogCioCACADIAlB/wFxs5SSOAIAIAhBBGohCAwACwsgBSgCACEBIAIgBmshAiAGEAQh" +
  "BiACQQBKDQALC3kBBX8QAUEEIQYDQCAAIAFBAnRqIQUgBSAGIAIQAiEHQQAhCAJAA0AgCCAHTw0BIAMgCCgCAEEIdmotAAAhCSAEIAk6" +
  "AAAgBCAJQQBHaiEEIAhBBGohCAwACwsgBSgCACEBIAIgBmshAiAGEAQhBiACQQBKDQALIAQLkQEBBn8QAUEEIQcDQCAAIAFBAnRqIQYg" +
  "BiAHIAIQAiEIQQAhCQJAA0AgCSAITw0BIAkoAgAhCiADIApqLQAAIQsgBCAKNgIAIAQgC0UgBXFBAnRqIQQgAyAKaiALIAtBAEcgBXJq" +
  "OgAAIAlBBGohCQwACwsgBigCACEBIAIgB2shAiAHEAQhByACQQBKDQALIAQLawIBfwJ7IAT9EyEHAkADQCAFIANPDQEgACAFav0ABAAg" +
  "ASAFav0ABAD95gEhBiAAIAVqIAb9CwQAIAIgBWogAiAFav0ABAAgByAG/eYBIAb94wH94wH95gH95AH9CwQAIAVBEGohBQwACwsLcAID" +
  "fwF7IAL9EyEIIAMgBGohBwJAA0AgBSABTw0BIAAgBWr9AAQAIAj9Rv2kASEGAkADQCAGRQ0BIAMgB08NAyADIAVBAnYgBmhqNgIAIANB" +
  "BGohAyAGIAZBAWtxIQYMAAsLIAVBEGohBQwACwsgAws=";

/** The most bytes of a piece. The numbers of one piece are unpacked to the beginning of the memory, four bytes each. */
export const LARGEST_PIECE = 1_020;

export const UNPACKED_BYTES = LARGEST_PIECE * 4;

/** A list, by the place of its first piece, counted in four bytes from `base`, and its bytes. */
type Walk<Rest extends readonly number[], Result> = (
  base: number,
  piece: number,
  bytes: number,
  ...rest: Rest
) => Result;

/** Walks lists in a memory. All other numbers that end in "At" are places in it. */
export interface ListKernel {
  /** To be called before the first piece of a list is opened. */
  begin(): void;
  /** Unpacks the next piece, which holds `room` bytes of its list, or those that are left. Returns four times the number of numbers. */
  open(pieceAt: number, room: number, left: number): number;
  /** Adds to the score of each slot in a list `gain` times its strength. */
  readonly gains: Walk<[gain: number, scoresAt: number], void>;
  /** Writes the mark of each slot in a list that has one. Returns the end of what was written. */
  readonly marks: Walk<[marksAt: number, to: number], number>;
  /** Counts each number of a list. Writes those that were not counted yet, or passes over them unless `isNew` is 1. */
  readonly counts: Walk<[countsAt: number, to: number, isNew: number], number>;
  /** Multiplies scores with norms and adds them to the totals, to the power 1.25 and times `weight`. */
  combine(scoresAt: number, normsAt: number, totalsAt: number, bytes: number, weight: number): void;
  /** Writes the slots whose totals are at least `least`, as far as there is room. Returns the end of what was written. */
  above(totalsAt: number, bytes: number, least: number, to: number, room: number): number;
}

/** The kernel over this memory: in WebAssembly, or in plain JavaScript if that is missing or `driver` says so. */
export function loadListKernel(memory: WebAssemblyMemory, driver?: "plain"): ListKernel {
  const kernel = driver === "plain" ? undefined : instantiate(LIST_KERNEL, memory);
  // The module is ours and exports these functions.
  return kernel === undefined ? plainKernel(memory) : (kernel as unknown as ListKernel);
}

function plainKernel(memory: WebAssemblyMemory): ListKernel {
  let [value, part, shift] = [0, 0, 0];
  // Within bounds: the arena passes places of its own.
  const bytes = () => new Uint8Array(memory.buffer);
  const integers = () => new Uint32Array(memory.buffer);
  const floats = () => new Float32Array(memory.buffer);

  function begin(): void {
    [value, part, shift] = [0, 0, 0];
  }

  function open(pieceAt: number, room: number, left: number): number {
    const [packed, numbers] = [bytes(), integers()];
    const end = pieceAt + 4 + Math.min(room, left);
    let to = 0;
    for (let at = pieceAt + 4; at < end; at++) {
      const byte = packed[at] as number;
      part |= (byte & 127) << shift;
      shift += 7;
      if (byte > 127) continue;
      value = (value + ((part >>> 1) ^ -(part & 1))) | 0;
      numbers[to++] = value;
      part = 0;
      shift = 0;
    }
    return to * 4;
  }

  function walk(base: number, first: number, length: number, see: (number: number) => void): void {
    const numbers = integers();
    begin();
    let [piece, left] = [first, length];
    for (let room = 4; left > 0; room = Math.min(room * 2 + 4, LARGEST_PIECE)) {
      const at = base + piece * 4;
      const count = open(at, room, left) / 4;
      for (let place = 0; place < count; place++) see(numbers[place] as number);
      piece = numbers[at / 4] as number;
      left -= room;
    }
  }

  return {
    begin,
    open,
    gains(base, piece, length, gain, scoresAt) {
      const scores = floats();
      walk(base, piece, length, (number) => {
        const place = scoresAt / 4 + (number >>> 8);
        scores[place] = (scores[place] as number) + gain * (number & 255);
      });
    },
    marks(base, piece, length, marksAt, to) {
      const marks = bytes();
      let end = to;
      walk(base, piece, length, (number) => {
        const mark = marks[marksAt + (number >>> 8)] as number;
        if (mark > 0) marks[end++] = mark;
      });
      return end;
    },
    counts(base, piece, length, countsAt, to, isNew) {
      const [counts, found] = [bytes(), integers()];
      let end = to / 4;
      walk(base, piece, length, (number) => {
        const count = counts[countsAt + number] as number;
        if (count === 0 && isNew === 0) return;
        if (count === 0) found[end++] = number;
        counts[countsAt + number] = count + 1;
      });
      return end * 4;
    },
    combine(scoresAt, normsAt, totalsAt, length, weight) {
      const numbers = floats();
      for (let at = 0; at < length; at += 4) {
        const [score, total] = [(scoresAt + at) / 4, (totalsAt + at) / 4];
        const shared = (numbers[score] as number) * (numbers[(normsAt + at) / 4] as number);
        numbers[score] = shared;
        numbers[total] = (numbers[total] as number) + weight * shared * Math.sqrt(Math.sqrt(shared));
      }
    },
    above(totalsAt, length, least, to, room) {
      const [totals, slots] = [floats(), integers()];
      let end = to / 4;
      for (let at = 0; at < length && end < (to + room) / 4; at += 4)
        if ((totals[(totalsAt + at) / 4] as number) >= least) slots[end++] = at / 4;
      return end * 4;
    },
  };
}
