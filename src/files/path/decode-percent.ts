const ENCODED_RUN = /(?:%[0-9a-f]{2})+/gi;
const WIDE_ENCODED = /%u([0-9a-f]{4})/gi;
const BYTE_RUN = /[\u00c0-\u00ff][\u0080-\u00bf]+/g;

/** What stands for bytes that are no UTF-8: a careless decoder joins them to the next byte, another leaves them out. */
type BadBytes = "joined" | "dropped";

/**
 * Undoes one layer of percent-encoding the way a careless decoder would: overlong UTF-8 gives the character it hides,
 * and `%uXXXX` counts too. Text without an encoding comes back as it is.
 */
export function decodePercent(text: string, badBytes: BadBytes = "joined"): string {
  return text
    .replace(WIDE_ENCODED, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(ENCODED_RUN, (run) => decodeBytes(Buffer.from(run.replaceAll("%", ""), "hex"), badBytes));
}

/** Reads characters that look like raw bytes (`À®`) as the overlong UTF-8 they may have been. */
export function decodeRawBytes(text: string): string {
  return text.replace(BYTE_RUN, (run) => decodeBytes(Buffer.from(run, "latin1"), "joined"));
}

function decodeBytes(bytes: Uint8Array, badBytes: BadBytes): string {
  let text = "";
  for (let index = 0; index < bytes.length; ) {
    const lead = bytes[index] ?? 0;
    const length = sequenceLength(lead);
    const rest = bytes.subarray(index + 1, index + length);
    const whole = rest.length === length - 1 && (badBytes === "joined" || rest.every(isContinuation));
    if (length > 0 && whole) {
      text += toCharacter(rest.reduce((point, byte) => point * 64 + (byte & 0x3f), leadBits(lead, length)));
      index += length;
    } else {
      if (badBytes === "joined") text += String.fromCharCode(lead);
      index += 1;
    }
  }
  return text;
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc0) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  if (lead < 0xf8) return 4;
  return lead < 0xfc ? 5 : 6;
}

function leadBits(lead: number, length: number): number {
  return length === 1 ? lead : lead & (0xff >> (length + 1));
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function toCharacter(point: number): string {
  return point > 0x10ffff ? "\ufffd" : String.fromCodePoint(point);
}
