import { loadScan } from "./load-scan.ts";
import { webAssembly } from "./web-assembly.ts";

/** Vectors of int8 numbers, one per slot, compared with a query all at once. */
export interface VectorTable {
  readonly dimensions: number;
  /** How the comparison runs on this machine. */
  readonly driver: "simd" | "plain";
  /** Stores a vector; its bytes are `quantize()`d ones. */
  set(slot: number, bytes: Uint8Array): void;
  clear(slot: number): void;
  get(slot: number): Uint8Array;
  /**
   * The dot product of the query with every slot below `count`, over the first `used` dimensions only when given; valid
   * until the next call.
   */
  scan(query: Float32Array, count: number, used?: number): Float32Array;
  /** The dot product of the query with one slot. */
  likeness(query: Float32Array, slot: number): number;
  readonly byteLength: number;
}

const PAGE = 65_536;
const SCALE_BYTES = 4;

/** A vector as bytes to keep: its scale as a little-endian float, then one int8 per dimension. */
export function quantize(vector: Float32Array): Uint8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = new Uint8Array(SCALE_BYTES + vector.length);
  const scale = largest / 127;
  new DataView(bytes.buffer).setFloat32(0, scale, true);
  if (scale === 0) return bytes;
  const numbers = new Int8Array(bytes.buffer, SCALE_BYTES);
  for (let index = 0; index < vector.length; index++)
    numbers[index] = Math.round((vector[index] ?? 0) / scale);
  return bytes;
}

/** Whether these bytes hold a vector of that many dimensions. */
export function isVectorOf(bytes: Uint8Array, dimensions: number): boolean {
  return bytes.length === SCALE_BYTES + dimensions;
}

/** A table without vectors. `driver` leaves out the WebAssembly kernel when it is "plain". */
export function createVectorTable(dimensions: number, driver?: "simd" | "plain"): VectorTable {
  const width = Math.ceil(dimensions / 16) * 16;
  const memory = new webAssembly.Memory({ initial: 1 });
  const { scan, driver: loaded } = loadScan(memory, driver);
  let room = 0;
  // In memory, one after another: the query, the rows, their scales, the results.
  const rowsAt = width;
  const scalesAt = () => rowsAt + room * width;
  const outAt = () => scalesAt() + room * 4;

  function makeRoom(slots: number): void {
    if (slots <= room) return;
    const kept = new Float32Array(memory.buffer, scalesAt(), room).slice();
    room = Math.max(slots, Math.ceil(room * 1.25), 64);
    const missing = outAt() + room * 4 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    new Float32Array(memory.buffer, scalesAt(), room).fill(0).set(kept);
  }

  return {
    dimensions,
    driver: loaded,
    set(slot, bytes) {
      makeRoom(slot + 1);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      new Float32Array(memory.buffer, scalesAt(), room)[slot] = view.getFloat32(0, true);
      new Uint8Array(memory.buffer, rowsAt + slot * width, width).fill(0).set(bytes.subarray(SCALE_BYTES));
    },
    clear(slot) {
      if (slot >= room) return;
      new Float32Array(memory.buffer, scalesAt(), room)[slot] = 0;
      new Uint8Array(memory.buffer, rowsAt + slot * width, width).fill(0);
    },
    get(slot) {
      const bytes = new Uint8Array(SCALE_BYTES + dimensions);
      if (slot >= room) return bytes;
      const scale = new Float32Array(memory.buffer, scalesAt(), room)[slot] ?? 0;
      new DataView(bytes.buffer).setFloat32(0, scale, true);
      bytes.set(new Uint8Array(memory.buffer, rowsAt + slot * width, dimensions), SCALE_BYTES);
      return bytes;
    },
    scan(query, count, used = dimensions) {
      makeRoom(count);
      const compared = Math.min(width, Math.ceil(used / 16) * 16);
      const bytes = quantize(query);
      new Uint8Array(memory.buffer, 0, width).fill(0).set(bytes.subarray(SCALE_BYTES));
      scan(0, rowsAt, scalesAt(), outAt(), count, compared, width);
      const out = new Float32Array(memory.buffer, outAt(), count);
      const scale = new DataView(bytes.buffer).getFloat32(0, true);
      for (let slot = 0; slot < count; slot++) out[slot] = (out[slot] ?? 0) * scale;
      return out;
    },
    likeness(query, slot) {
      if (slot >= room) return 0;
      const row = new Int8Array(memory.buffer, rowsAt + slot * width, dimensions);
      let sum = 0;
      for (let at = 0; at < dimensions; at++) sum += (query[at] ?? 0) * (row[at] ?? 0);
      return sum * (new Float32Array(memory.buffer, scalesAt(), room)[slot] ?? 0);
    },
    get byteLength() {
      return memory.buffer.byteLength;
    },
  };
}
