import { webAssembly } from "../../support/web-assembly.ts";
import { BLOCK, loadScanKernel } from "./scan-kernel.ts";

/** Vectors of int8 numbers, one per slot. A query is compared with all at once. */
interface VectorTable {
  readonly dimensions: number;
  /** How the comparison runs on this machine. */
  readonly driver: "simd" | "plain";
  /** Stores a vector; its bytes are `quantize()`d ones. */
  set(slot: number, bytes: Uint8Array): void;
  clear(slot: number): void;
  get(slot: number): Uint8Array;
  /**
   * The dot product of the query with every slot below `count`. A quick scan uses only the first dimensions. Valid until the next
   * call.
   */
  scan(query: Float32Array, count: number, look?: "whole" | "quick"): Float32Array;
  /** Stores up to `MAX_QUERIES` queries for `likeness()`. */
  ask(queries: readonly Float32Array[]): void;
  /** The dot product of one stored query, by its index, with one slot. */
  likeness(query: number, slot: number): number;
  /** The same with several slots. Valid until the next call. */
  likenesses(query: number, slots: readonly number[]): Float64Array;
  /** The vectors of all slots below `count`, for `load()` of a table of as many dimensions. */
  save(count: number): Uint8Array;
  /** Loads saved data. Returns false if it does not fit this table. */
  load(saved: Uint8Array, count: number): boolean;
  readonly byteLength: number;
}

/** The maximum number of stored queries, and of slots that are compared at once. */
export const MAX_QUERIES = 16;
const MAX_COMPARED = 512;
const PAGE = 65_536;
const SCALE_BYTES = 4;

/** The storage format of a vector: its scale as a little-endian float, then one int8 per dimension. */
export function quantize(
  vector: Float32Array,
  bytes: Uint8Array = new Uint8Array(SCALE_BYTES + vector.length),
): Uint8Array {
  const largest = largestOf(vector);
  const scale = largest / 127;
  new DataView(bytes.buffer).setFloat32(bytes.byteOffset, scale, true);
  const numbers = new Int8Array(bytes.buffer, bytes.byteOffset + SCALE_BYTES, vector.length);
  if (scale === 0) {
    numbers.fill(0);
    return bytes;
  }
  for (let at = 0; at < vector.length; at++) numbers[at] = Math.round((vector[at] as number) / scale);
  return bytes;
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at] as number));
  return largest;
}

/** Whether these bytes contain this many vectors of this many dimensions. */
export function areVectorsOf(bytes: Uint8Array, dimensions: number, count: number): boolean {
  return bytes.length === (SCALE_BYTES + dimensions) * count;
}

/** Allocates space for this many consecutive vectors. */
export function roomForVectors(count: number, dimensions: number): Uint8Array {
  return new Uint8Array((SCALE_BYTES + dimensions) * count);
}

/** Splits consecutive vectors of this many dimensions. */
export function splitVectors(bytes: Uint8Array, dimensions: number): Uint8Array[] {
  const size = SCALE_BYTES + dimensions;
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, place) =>
    bytes.subarray(place * size, (place + 1) * size),
  );
}

/** The first dimensions of all vectors are stored together, so that a quick scan reads nothing else. */
const FRONT = 64;

/** A table without vectors. `driver` leaves out the WebAssembly kernel when it is "plain". */
export function createVectorTable(dimensions: number, driver?: "simd" | "plain"): VectorTable {
  const width = Math.ceil(dimensions / 16) * 16;
  const front = Math.min(FRONT, width);
  const back = width - front;
  const memory = new webAssembly.Memory({ initial: 1 });
  const { scan, dot, dots, driver: loaded } = loadScanKernel(memory, driver);
  // In memory, one after another: the query of a scan and those of `ask()` as int16 numbers, the results of one block, the slots of
  // `likenesses()` and their results, and the blocks. In a block: the first numbers of all its rows, the others of all its rows,
  // the scales.
  const askedAt = (query: number) => (1 + query) * width * 2;
  const outAt = askedAt(MAX_QUERIES);
  const slotsAt = outAt + BLOCK * 4;
  const foundAt = slotsAt + MAX_COMPARED * 4;
  /** As precise as possible without overflowing 32 bits in a sum of products. */
  const finest = Math.min(32_767, Math.floor(2 ** 31 / (127 * width)) - 1);
  const askedScales = new Float64Array(MAX_QUERIES);
  const blocksAt = foundAt + MAX_COMPARED * 8;
  const blockBytes = BLOCK * (width + 4);
  const frontAt = (slot: number) => blocksAt + Math.floor(slot / BLOCK) * blockBytes + (slot % BLOCK) * front;
  const backAt = (slot: number) =>
    blocksAt + Math.floor(slot / BLOCK) * blockBytes + BLOCK * front + (slot % BLOCK) * back;
  const scaleAt = (slot: number) =>
    blocksAt + Math.floor(slot / BLOCK) * blockBytes + BLOCK * width + (slot % BLOCK) * 4;
  let [room, found] = [0, new Float32Array(0)];
  let bytes = new Int8Array(memory.buffer);
  let floats = new Float32Array(memory.buffer);

  function makeRoom(slots: number): void {
    if (slots <= room) return;
    const blocks = Math.ceil(slots / BLOCK);
    room = blocks * BLOCK;
    const missing = blocksAt + blocks * blockBytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    bytes = new Int8Array(memory.buffer);
    floats = new Float32Array(memory.buffer);
  }

  return {
    dimensions,
    driver: loaded,
    set(slot, given) {
      makeRoom(slot + 1);
      const numbers = new Int8Array(given.buffer, given.byteOffset + SCALE_BYTES, dimensions);
      floats[scaleAt(slot) / 4] = new DataView(given.buffer, given.byteOffset).getFloat32(0, true);
      bytes.fill(0, frontAt(slot), frontAt(slot) + front);
      bytes.fill(0, backAt(slot), backAt(slot) + back);
      bytes.set(numbers.subarray(0, front), frontAt(slot));
      bytes.set(numbers.subarray(front), backAt(slot));
    },
    clear(slot) {
      if (slot >= room) return;
      floats[scaleAt(slot) / 4] = 0;
      bytes.fill(0, frontAt(slot), frontAt(slot) + front);
      bytes.fill(0, backAt(slot), backAt(slot) + back);
    },
    get(slot) {
      const taken = new Uint8Array(SCALE_BYTES + dimensions);
      if (slot >= room) return taken;
      new DataView(taken.buffer).setFloat32(0, floats[scaleAt(slot) / 4] ?? 0, true);
      const numbers = new Int8Array(taken.buffer, SCALE_BYTES);
      numbers.set(bytes.subarray(frontAt(slot), frontAt(slot) + Math.min(front, dimensions)));
      if (dimensions > front)
        numbers.set(bytes.subarray(backAt(slot), backAt(slot) + dimensions - front), front);
      return taken;
    },
    scan(query, count, look = "whole") {
      makeRoom(count);
      if (found.length < count) found = new Float32Array(room);
      const asked = quantize(query);
      const scale = new DataView(asked.buffer).getFloat32(0, true);
      new Int16Array(memory.buffer, 0, width).fill(0).set(new Int8Array(asked.buffer, SCALE_BYTES));
      const others = look === "whole" ? back : 0;
      for (let start = 0; start < count; start += BLOCK) {
        const length = Math.min(BLOCK, count - start);
        scan(0, frontAt(start), backAt(start), scaleAt(start), outAt, length, front, others, scale);
        found.set(floats.subarray(outAt / 4, outAt / 4 + length), start);
      }
      return found.subarray(0, count);
    },
    ask(queries) {
      makeRoom(1);
      for (const [place, query] of queries.entries()) {
        const scale = largestOf(query) / finest || 1;
        const numbers = new Int16Array(memory.buffer, askedAt(place), width).fill(0);
        for (let at = 0; at < query.length; at++) numbers[at] = Math.round((query[at] as number) / scale);
        askedScales[place] = scale;
      }
    },
    likeness(query, slot) {
      if (slot >= room) return 0;
      const asked = askedAt(query);
      const sum = dot(asked, frontAt(slot), front) + dot(asked + front * 2, backAt(slot), back);
      return sum * (askedScales[query] as number) * (floats[scaleAt(slot) / 4] as number);
    },
    likenesses(query, slots) {
      const count = Math.min(slots.length, MAX_COMPARED);
      for (let place = 0; place < count; place++) makeRoom((slots[place] as number) + 1);
      const given = new Uint32Array(memory.buffer, slotsAt, count);
      for (let place = 0; place < count; place++) given[place] = slots[place] as number;
      dots(askedAt(query), slotsAt, count, blocksAt, front, back, askedScales[query] as number, foundAt);
      return new Float64Array(memory.buffer, foundAt, count);
    },
    save(count) {
      makeRoom(count);
      return new Uint8Array(memory.buffer).slice(blocksAt, blocksAt + Math.ceil(count / BLOCK) * blockBytes);
    },
    load(saved, count) {
      if (saved.length !== Math.ceil(count / BLOCK) * blockBytes) return false;
      makeRoom(count);
      new Uint8Array(memory.buffer).set(saved, blocksAt);
      return true;
    },
    get byteLength() {
      return memory.buffer.byteLength + found.byteLength;
    },
  };
}
