/** One text per place, as bytes one after another: as strings of their own they would take three times as much. */
interface TextColumn {
  set(place: number, text: string): void;
  get(place: number): string;
  /** Whether the text at a place is this one. */
  is(place: number, text: string): boolean;
  /** Leaves nothing of a text. */
  clear(place: number): void;
  /** All texts, to be made again with `createTextColumn(saved)`. */
  save(): SavedTexts;
  readonly byteLength: number;
}

export interface SavedTexts {
  readonly bytes: Uint8Array;
  readonly start: Uint32Array;
  readonly length: Uint32Array;
}

/** When so much is no longer in use, and more than what is, the texts are moved together. */
const LEAST_WASTE = 16_384;

/** No text in UTF-8 begins with it: what follows are code units, two bytes each. */
const UNITS = 0xff;

/** A column without texts, or with those that were saved. */
export function createTextColumn(saved?: SavedTexts): TextColumn {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  let bytes = saved === undefined ? new Uint8Array(1_024) : new Uint8Array(saved.bytes);
  let start = saved === undefined ? new Uint32Array(64) : new Uint32Array(saved.start);
  let length = saved === undefined ? new Uint32Array(64) : new Uint32Array(saved.length);
  let [used, wasted] = [saved?.bytes.length ?? 0, 0];

  function moveTogether(): void {
    const kept = new Uint8Array(Math.ceil((used - wasted) * 1.1));
    let next = 0;
    for (let place = 0; place < start.length; place++) {
      const [from, size] = [start[place] ?? 0, length[place] ?? 0];
      kept.set(bytes.subarray(from, from + size), next);
      start[place] = next;
      next += size;
    }
    [bytes, used, wasted] = [kept, next, 0];
  }

  const get = (place: number) => {
    const from = start[place] ?? 0;
    const text = bytes.subarray(from, from + (length[place] ?? 0));
    return text[0] === UNITS ? fromUnits(text) : decoder.decode(text);
  };

  return {
    set(place, text) {
      if (place >= start.length) {
        const room = Math.ceil((place + 1) * 2);
        start = copied(start, new Uint32Array(room));
        length = copied(length, new Uint32Array(room));
      }
      // A code unit takes three bytes at most.
      if (used + text.length * 3 > bytes.length) {
        const larger = new Uint8Array(Math.ceil((used + text.length * 3) * 2));
        larger.set(bytes);
        bytes = larger;
      }
      const into = bytes.subarray(used);
      const written = text.isWellFormed() ? encoder.encodeInto(text, into).written : writeUnits(text, into);
      start[place] = used;
      length[place] = written;
      used += written;
    },
    get,
    is(place, text) {
      const size = length[place] ?? 0;
      if (size < text.length) return false;
      if (size > text.length) return get(place) === text;
      // As many bytes as code units: plain letters on both sides, or another text.
      const from = start[place] ?? 0;
      for (let at = 0; at < size; at++) if (bytes[from + at] !== text.charCodeAt(at)) return false;
      return true;
    },
    clear(place) {
      const [from, size] = [start[place] ?? 0, length[place] ?? 0];
      bytes.fill(0, from, from + size);
      length[place] = 0;
      wasted += size;
      if (wasted > LEAST_WASTE && wasted * 2 > used) moveTogether();
    },
    save() {
      moveTogether();
      return { bytes: bytes.slice(0, used), start, length };
    },
    get byteLength() {
      return bytes.byteLength + start.byteLength * 2;
    },
  };
}

/** Half a character, which UTF-8 cannot hold, makes no two texts the same. */
function writeUnits(text: string, into: Uint8Array): number {
  into[0] = UNITS;
  for (let at = 0; at < text.length; at++) {
    into[1 + at * 2] = text.charCodeAt(at) & 255;
    into[2 + at * 2] = text.charCodeAt(at) >> 8;
  }
  return 1 + text.length * 2;
}

function fromUnits(bytes: Uint8Array): string {
  let text = "";
  for (let at = 1; at < bytes.length; at += 2)
    text += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
  return text;
}

function copied(from: Uint32Array, to: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  to.set(from);
  return to;
}
