import { createRecords, type SavedRecords } from "./records.ts";

/** One text per place, stored as consecutive bytes. Separate strings would take three times as much memory. */
interface TextColumn {
  set(place: number, text: string): void;
  get(place: number): string;
  /** Whether this is the text at a place. */
  is(place: number, text: string): boolean;
  /** Deletes a text and overwrites its bytes. */
  clear(place: number): void;
  /** All texts, for `createTextColumn(saved)`. */
  save(): SavedTexts;
  readonly byteLength: number;
}

export type SavedTexts = SavedRecords<Uint8Array>;

/** No UTF-8 text begins with this byte. It marks code units of two bytes each. */
const UNITS = 0xff;

/** Starts empty or with saved texts. */
export function createTextColumn(saved?: SavedTexts): TextColumn {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const texts = createRecords(Uint8Array, saved);

  const get = (place: number) => {
    const bytes = texts.of(place);
    return bytes[0] === UNITS ? fromUnits(bytes) : decoder.decode(bytes);
  };

  return {
    set(place, text) {
      // A code unit takes three bytes at most.
      const into = texts.open(text.length * 3);
      texts.close(
        place,
        text.isWellFormed() ? encoder.encodeInto(text, into).written : writeUnits(text, into),
      );
    },
    get,
    is(place, text) {
      const bytes = texts.of(place);
      if (bytes.length < text.length) return false;
      if (bytes.length > text.length) return get(place) === text;
      // If there are as many bytes as code units, both texts are ASCII, or they differ.
      for (let at = 0; at < bytes.length; at++) if (bytes[at] !== text.charCodeAt(at)) return false;
      return true;
    },
    clear: texts.clear,
    save: texts.save,
    get byteLength() {
      return texts.byteLength;
    },
  };
}

/** A lone surrogate, which UTF-8 cannot represent, must not make two texts equal. */
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
