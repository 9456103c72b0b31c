import { isUtf8 } from "node:buffer";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";

/** The encodings of text files, with their common aliases. */
export const textEncoding = z.enum([
  "utf-8",
  "utf8",
  "utf-16le",
  "utf16le",
  "latin1",
  "gb18030",
  "gbk",
  "base64",
]);

type TextEncoding = z.infer<typeof textEncoding>;

/** The encoding that the byte order mark of a file names. Default: UTF-8. */
export function detectEncoding(content: Buffer): "utf-8" | "utf-16le" {
  return content[0] === 0xff && content[1] === 0xfe ? "utf-16le" : "utf-8";
}

/** Decodes a file. Refuses content that is not valid in this encoding. Keeps a byte order mark. */
export function decodeContent(content: Buffer, encoding: TextEncoding, path: string): string {
  switch (encoding) {
    case "base64":
      return content.toString("base64");
    case "latin1":
      return content.toString("latin1");
    case "utf-8":
    case "utf8":
      if (content.includes(0)) throw undecodable(path, encoding, "it is binary");
      if (!isUtf8(content)) throw undecodable(path, encoding, "some of its bytes are not UTF-8");
      return content.toString("utf8");
    case "utf-16le":
    case "utf16le":
      return decodeStrictly(content, "utf-16le", path);
    case "gb18030":
    case "gbk":
      return decodeStrictly(content, "gb18030", path);
  }
}

/** Encodes text. Refuses characters that the encoding does not have. */
export async function encodeContent(text: string, encoding: TextEncoding): Promise<Buffer> {
  switch (encoding) {
    case "base64":
      return encodeBase64(text);
    case "latin1":
      if (/[^\u0000-\u00ff]/.test(text))
        throw unencodable(encoding, "it contains characters outside of Latin-1");
      return Buffer.from(text, "latin1");
    case "gb18030":
    case "gbk": {
      if (!text.isWellFormed())
        throw unencodable(encoding, "it contains half of a character (an unpaired surrogate)");
      const { default: iconv } = await import("iconv-lite");
      return iconv.encode(text, "gb18030");
    }
    default:
      if (!text.isWellFormed())
        throw unencodable(encoding, "it contains half of a character (an unpaired surrogate)");
      return Buffer.from(text, encoding === "utf-8" || encoding === "utf8" ? "utf8" : "utf16le");
  }
}

function decodeStrictly(content: Buffer, encoding: "utf-16le" | "gb18030", path: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw undecodable(path, encoding, "some of its bytes are not in this encoding");
  }
}

function encodeBase64(text: string): Buffer {
  const compact = text.replaceAll(/\s/g, "");
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) {
    throw unencodable("base64", "it is not Base64, whose length is a multiple of 4");
  }
  return Buffer.from(compact, "base64");
}

function undecodable(path: string, encoding: TextEncoding, why: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot read "${path}" as ${encoding}: ${why}. Try encoding "gb18030" or "latin1" for text, "base64" for anything else`,
    { path, encoding },
  );
}

function unencodable(encoding: TextEncoding, why: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot write "content" as ${encoding}: ${why}. Nothing was written`,
    {
      encoding,
    },
  );
}
