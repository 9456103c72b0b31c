import { createGrowingArray } from "./growing-array.ts";

/** A list of small numbers per place, one after another in a memory that grows in place. */
interface Records<Numbers extends Uint8Array | Uint16Array> {
  /** Returns space for a new record of at most this many numbers. Call `close()` with the actual number. */
  open(most: number): Numbers;
  close(place: number, length: number): void;
  /** Valid until the next change. Empty if the record does not exist. */
  of(place: number): Numbers;
  /** Deletes a record and overwrites its data. */
  clear(place: number): void;
  /** All records, for `createRecords(Kind, saved)`. */
  save(): SavedRecords<Numbers>;
  readonly byteLength: number;
}

export interface SavedRecords<Numbers extends Uint8Array | Uint16Array> {
  readonly numbers: Numbers;
  /** By place: start and length. */
  readonly spans: Uint32Array;
}

/** The records are compacted when more than this, and more than half, is unused. */
const LEAST_WASTE = 8_192;

/** Starts empty or with saved records. */
export function createRecords<Numbers extends Uint8Array | Uint16Array>(
  Kind: new (buffer: ArrayBuffer) => Numbers,
  saved?: SavedRecords<Numbers>,
): Records<Numbers> {
  const data = createGrowingArray(Kind, saved?.numbers);
  const spans = createGrowingArray(Uint32Array, saved?.spans);
  let used = saved?.numbers.length ?? 0;
  let places = (saved?.spans.length ?? 0) / 2;
  let wasted = 0;

  // Every part of an array of this kind is one of this kind. Within bounds: each span is inside the used part.
  const part = (start: number, end: number) => data.numbers.subarray(start, end) as Numbers;
  const startOf = (place: number) => spans.numbers[place * 2] as number;
  const lengthOf = (place: number) => (place < places ? (spans.numbers[place * 2 + 1] as number) : 0);

  function of(place: number): Numbers {
    const length = lengthOf(place);
    return length === 0 ? part(0, 0) : part(startOf(place), startOf(place) + length);
  }

  function moveTogether(): void {
    const before = data.numbers.slice(0, used);
    data.numbers.fill(0, 0, used);
    [used, wasted] = [0, 0];
    for (let place = 0; place < places; place++) {
      const [start, length] = [startOf(place), lengthOf(place)];
      data.numbers.set(before.subarray(start, start + length), used);
      spans.numbers[place * 2] = used;
      used += length;
    }
  }

  return {
    open(most) {
      data.reserve(used + most);
      return part(used, used + most);
    },
    close(place, length) {
      places = Math.max(places, place + 1);
      spans.reserve(places * 2);
      spans.numbers[place * 2] = used;
      spans.numbers[place * 2 + 1] = length;
      used += length;
    },
    of,
    clear(place) {
      const length = lengthOf(place);
      if (length === 0) return;
      of(place).fill(0);
      spans.numbers[place * 2 + 1] = 0;
      wasted += length;
      if (wasted > LEAST_WASTE && wasted > used - wasted) moveTogether();
    },
    save() {
      if (wasted > 0) moveTogether();
      // A slice of an array of this kind is one of this kind.
      return { numbers: data.numbers.slice(0, used) as Numbers, spans: spans.numbers.slice(0, places * 2) };
    },
    get byteLength() {
      return used * data.numbers.BYTES_PER_ELEMENT + spans.numbers.byteLength;
    },
  };
}
