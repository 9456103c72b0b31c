import { instantiate, type WebAssemblyMemory } from "../../support/web-assembly.ts";

/** Slots are stored in blocks, so that the table grows without moving data. */
export const BLOCK = 1_024;

/** scan-kernel.wat assembled (`wat2wasm`), as Base64 so that browsers, Node and bundlers load it alike. */
const SCAN_KERNEL =
  "AGFzbQEAAAABJwRgBH9/f3sBe2AJf39/f39/f399AGADf39/AX9gCH9/f39/f3x/AAIPAQZtZW1vcnkDYWxsAgABAwUEAAECAwcVAwRz" +
  "Y2FuAAEDZG90AAIEZG90cwADCtwFBKkCAgR/BXsgASACaiEFIAUgAmohBiAGIAJqIQcCQANAIAQgAk8NASAAIARBAXRq/QAEACEMIAgg" +
  "DCABIARq/QEDAP26Af2uASEIIAkgDCAFIARq/QEDAP26Af2uASEJIAogDCAGIARq/QEDAP26Af2uASEKIAsgDCAHIARq/QEDAP26Af2u" +
  "ASELIARBCGohBAwACwsgCCAJ/Q0AAQIDEBESEwQFBgcUFRYXIAggCf0NCAkKCxgZGhsMDQ4PHB0eH/2uASEMIAogC/0NAAECAxAREhME" +
  "BQYHFBUWFyAKIAv9DQgJCgsYGRobDA0ODxwdHh/9rgEhCiADIAwgCv0NAAECAwQFBgcQERITFBUWFyAMIAr9DQgJCgsMDQ4PGBkaGxwd" +
  "Hh/9rgH9rgELlwECAn8CeyAI/RMhDCAAIAZBAXRqIQogBCAFQQJ0aiEJAkADQCAEIAlPDQEgACABIAb9DAAAAAAAAAAAAAAAAAAAAAAQ" +
  "ACELIAcEQCAKIAIgByALEAAhCwsgBCAL/foBIAP9AAQA/eYBIAz95gH9CwQAIAEgBkECdGohASACIAdBAnRqIQIgA0EQaiEDIARBEGoh" +
  "BAwACwsLbwIBfwJ7IAEgAmohAwJAA0AgASADTw0BIAH9AAQAIQQgBSAA/QAEACAE/YcB/boBIAD9AAQQIAT9iAH9ugH9rgH9rgEhBSAA" +
  "QSBqIQAgAUEQaiEBDAALCyAF/RsAIAX9GwFqIAX9GwIgBf0bA2pqC6UBAQV/IAEgAkECdGohCAJAA0AgASAITw0BIAEoAgAhCSAJQf8H" +
  "cSELIAMgCUEKdiAEIAVqQQRqQQp0bGohCiAAIAogCyAEbGogBBACIQwgCiAEQQp0aiEKIAwgACAEQQF0aiAKIAsgBWxqIAUQAmohDCAK" +
  "IAVBCnRqIQogByAMtyAGoiAKIAtBAnRqKgIAu6I5AwAgAUEEaiEBIAdBCGohBwwACwsL";

/** All parameters that end in "At" are places in the memory. A query consists of int16 numbers, a row of int8 numbers. */
interface ScanKernel {
  /**
   * Dot products of a query with the rows of a block: with the first numbers of each, and the others if `back` is not 0. Each is
   * multiplied with the scale of its row and with `factor`. Up to three rows more than `count` get a result.
   */
  scan(
    queryAt: number,
    frontAt: number,
    backAt: number,
    scalesAt: number,
    outAt: number,
    count: number,
    front: number,
    back: number,
    factor: number,
  ): void;
  /** The dot product of a query with one row. */
  dot(queryAt: number, rowAt: number, width: number): number;
  /** Dot products of a query with the rows of some slots, as float64, each multiplied with `factor` and the scale of its row. */
  dots(
    queryAt: number,
    slotsAt: number,
    count: number,
    blocksAt: number,
    front: number,
    back: number,
    factor: number,
    outAt: number,
  ): void;
  /** How the comparison runs on this machine. */
  readonly driver: "simd" | "plain";
}

/** The kernel over this memory: in WebAssembly, or in plain JavaScript if that is missing or `driver` says so. */
export function loadScanKernel(memory: WebAssemblyMemory, driver?: "simd" | "plain"): ScanKernel {
  const kernel = driver === "plain" ? undefined : instantiate(SCAN_KERNEL, memory);
  if (kernel === undefined) return plainKernel(memory);
  return { ...(kernel as unknown as Omit<ScanKernel, "driver">), driver: "simd" }; // the exports of our module
}

function plainKernel(memory: WebAssemblyMemory): ScanKernel {
  // Within bounds: the table passes places of its own.
  function dot(queryAt: number, rowAt: number, width: number): number {
    const query = new Int16Array(memory.buffer, queryAt, width);
    const row = new Int8Array(memory.buffer, rowAt, width);
    let sum = 0;
    for (let at = 0; at < width; at++) sum += (query[at] as number) * (row[at] as number);
    return sum;
  }

  return {
    driver: "plain",
    dot,
    scan(queryAt, frontAt, backAt, scalesAt, outAt, count, front, back, factor) {
      const scales = new Float32Array(memory.buffer, scalesAt, count);
      const out = new Float32Array(memory.buffer, outAt, count);
      for (let row = 0; row < count; row++) {
        const sum =
          dot(queryAt, frontAt + row * front, front) + dot(queryAt + front * 2, backAt + row * back, back);
        out[row] = sum * (scales[row] as number) * factor;
      }
    },
    dots(queryAt, slotsAt, count, blocksAt, front, back, factor, outAt) {
      const slots = new Uint32Array(memory.buffer, slotsAt, count);
      const out = new Float64Array(memory.buffer, outAt, count);
      for (let place = 0; place < count; place++) {
        const slot = slots[place] as number;
        const row = slot % BLOCK;
        const frontsAt = blocksAt + Math.floor(slot / BLOCK) * BLOCK * (front + back + 4);
        const backsAt = frontsAt + BLOCK * front;
        const scale = new Float32Array(memory.buffer, backsAt + BLOCK * back, BLOCK)[row] as number;
        const sum =
          dot(queryAt, frontsAt + row * front, front) + dot(queryAt + front * 2, backsAt + row * back, back);
        out[place] = sum * factor * scale;
      }
    },
  };
}
