import { instantiate, type WebAssemblyMemory } from "../../support/web-assembly.ts";

/** list-kernel.wat assembled (`wat2wasm`), as Base64 so that browsers, Node and bundlers load it alike. */
const LIST_KERNEL =
  "AGFzbQEAAAABPAhgA39/fwF/YAAAYAF/AX9gBX9/f31/AGAFf39/f38Bf2AGf39/f39/AX9gBX9/f399AGAFf399f38BfwIPAQZtZW1v" +
  "cnkDYWxsAgABAwsKAAEAAAIDBAUGBwYGAX8BQQALBzsHBWJlZ2luAAEEb3BlbgADBWdhaW5zAAUFbWFya3MABgZjb3VudHMABwdjb21i" +
  "aW5lAAgFYWJvdmUACQrIBgqYAQECfyMAIQMCQANAIAAgAU8NASAALwEAIQQgAEECaiEAIARBgO4DSQRAIAMgBEEIdmohAwUgBEGA8ANJ" +
  "DQEgBEGA/gNJBEAgAyAEQQh2QfgBa0EQdCAALwEAcmohAyAAQQJqIQAFIAAoAQAhAyAAQQRqIQALCyACIANBCHQgBEH/AXFyNgIAIAJB" +
  "BGohAgwACwsgAyQAIAILBgBBACQACxsAIABBBGogAEEEaiABIAIgASACSRtqQQAQAAsKACAAIAEgAhACCxQAQfwHIABBAXRBBGogAEH8" +
  "A08bC38BBn8QAUEEIQYDQCAAIAFBAnRqIQUgBSAGIAIQAiEHQQAhCAJAA0AgCCAHTw0BIAgoAgAhCSAEIAlBCHZBAnRqIQogCiAKKgIA" +
  "IAMgCUH/AXGzlJI4AgAgCEEEaiEIDAALCyAFKAIAIQEgAiAGayECIAYQBCEGIAJBAEoNAAsLeQEFfxABQQQhBgNAIAAgAUECdGohBSAF" +
  "IAYgAhACIQdBACEIAkADQCAIIAdPDQEgAyAIKAIAQQh2ai0AACEJIAQgCToAACAEIAlBAEdqIQQgCEEEaiEIDAALCyAFKAIAIQEgAiAG" +
  "ayECIAYQBCEGIAJBAEoNAAsgBAuRAQEGfxABQQQhBwNAIAAgAUECdGohBiAGIAcgAhACIQhBACEJAkADQCAJIAhPDQEgCSgCACEKIAMg" +
  "CmotAAAhCyAEIAo2AgAgBCALRSAFcUECdGohBCADIApqIAsgC0EARyAFcmo6AAAgCUEEaiEJDAALCyAGKAIAIQEgAiAHayECIAcQBCEH" +
  "IAJBAEoNAAsgBAtrAgF/AnsgBP0TIQcCQANAIAUgA08NASAAIAVq/QAEACABIAVq/QAEAP3mASEGIAAgBWogBv0LBAAgAiAFaiACIAVq" +
  "/QAEACAHIAb95gEgBv3jAf3jAf3mAf3kAf0LBAAgBUEQaiEFDAALCwtwAgN/AXsgAv0TIQggAyAEaiEHAkADQCAFIAFPDQEgACAFav0A" +
  "BAAgCP1G/aQBIQYCQANAIAZFDQEgAyAHTw0DIAMgBUECdiAGaGo2AgAgA0EEaiEDIAYgBkEBa3EhBgwACwsgBUEQaiEFDAALCyADCw==";

/** The most bytes of a piece. The numbers of one piece are unpacked to the beginning of the memory, four bytes each. */
export const LARGEST_PIECE = 1_020;

export const UNPACKED_BYTES = LARGEST_PIECE * 2;

/**
 * What stands for a difference of upper parts that is too large for a byte: nothing (the rest of a piece is empty), its multiples of
 * 65,536, followed by the rest of it, or that the upper part itself follows.
 */
export const [FILLER, FAR, ABSOLUTE] = [247, 248, 255] as const;

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
  /** Unpacks the next piece: `room` bytes of its list, or the remaining ones. Returns four times the number of numbers. */
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
  let upper = 0;
  // Within bounds: the arena passes places of its own.
  const bytes = () => new Uint8Array(memory.buffer);
  const halves = () => new Uint16Array(memory.buffer);
  const integers = () => new Uint32Array(memory.buffer);
  const floats = () => new Float32Array(memory.buffer);

  function begin(): void {
    upper = 0;
  }

  function open(pieceAt: number, room: number, left: number): number {
    const [packed, numbers] = [halves(), integers()];
    const end = (pieceAt + 4 + Math.min(room, left)) / 2;
    let to = 0;
    for (let at = pieceAt / 2 + 2; at < end; ) {
      const number = packed[at++] as number;
      const more = number >>> 8;
      if (more === FILLER) continue;
      if (more < FILLER) upper += more;
      else if (more === ABSOLUTE) upper = (packed[at++] as number) + (packed[at++] as number) * 65_536;
      else upper += (more - FAR) * 65_536 + (packed[at++] as number);
      numbers[to++] = (upper << 8) | (number & 255);
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
