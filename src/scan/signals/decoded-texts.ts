import { inflateRawSync, unzipSync } from "node:zlib";

/** More than this of unpacked code tells nothing new. */
const MAX_UNPACKED = 64 * 1024;

/** The texts that a blob may stand for: in base64 (UTF-8, the UTF-16 of PowerShell, packed), in hexadecimal, as numbers. */
export function decodedTexts(blob: string): string[] {
  if (blob.includes(",")) return texts(Buffer.from(blob.split(",").map(Number)));
  const hexadecimal = blob.replaceAll(/\\x/gi, "");
  const plain = /^(?:[0-9a-f]{2})+$/i.test(hexadecimal) ? texts(Buffer.from(hexadecimal, "hex")) : [];
  const bytes = Buffer.from(blob, "base64");
  return [...plain, ...texts(bytes), ...unpacked(bytes)];
}

function texts(bytes: Buffer): string[] {
  return [bytes.toString("utf8"), bytes.toString("utf16le")].filter((text) => {
    const printable = text.match(/[\x20-\x7e\s]/g)?.length ?? 0;
    return text.length > 0 && printable / text.length > 0.97;
  });
}

function unpacked(bytes: Buffer): string[] {
  const isPacked = bytes[0] === 0x78 || (bytes[0] === 0x1f && bytes[1] === 0x8b);
  if (!isPacked) return [];
  for (const unpack of [unzipSync, inflateRawSync]) {
    try {
      return texts(unpack(bytes, { maxOutputLength: MAX_UNPACKED }));
    } catch {
      // Not packed after all, or more than anybody hides.
    }
  }
  return [];
}
