import { webAssembly } from "../../support/web-assembly.ts";

/** Numbers in a memory that grows in place. Arrays of the engine would be copied, and leave holes in the memory of the process. */
interface GrowingArray<Numbers> {
  /** All that there is room for, zero where nothing was written. Another array after `reserve()`. */
  readonly numbers: Numbers;
  /** Makes room for this many numbers. */
  reserve(length: number): void;
}

type Numeric = Uint8Array | Uint16Array | Uint32Array;

const PAGE = 65_536;
/** The memory grows by this share of itself. Pages that were not written yet cost nothing. */
const GROWTH = 1 / 8;

/** Starts with zeros, or with saved numbers. */
export function createGrowingArray<Numbers extends Numeric>(
  Kind: new (buffer: ArrayBuffer) => Numbers,
  saved?: Numbers,
): GrowingArray<Numbers> {
  const memory = new webAssembly.Memory({ initial: 1 });
  let numbers = new Kind(memory.buffer);

  function reserve(length: number): void {
    if (length <= numbers.length) return;
    const missing = (length - numbers.length) * numbers.BYTES_PER_ELEMENT;
    memory.grow(Math.ceil(Math.max(missing, numbers.byteLength * GROWTH) / PAGE));
    numbers = new Kind(memory.buffer);
  }

  if (saved !== undefined) {
    reserve(saved.length);
    numbers.set(saved);
  }
  return {
    get numbers() {
      return numbers;
    },
    reserve,
  };
}
