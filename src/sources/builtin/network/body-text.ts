import { isUtf8 } from "node:buffer";

interface BodyText {
  readonly text: string;
  readonly charset: string;
}

const TEXTUAL =
  /^text\/|^application\/(?:.*\+)?(?:json|xml|javascript|x-www-form-urlencoded|yaml|x-yaml|graphql)/;
const MARKED =
  /<meta[^>]{0,200}?charset\s{0,20}=\s{0,20}["']?\s{0,20}([\w:.-]{1,40})|<\?xml[^>]{0,200}?encoding\s{0,20}=\s{0,20}["']([\w:.-]{1,40})/i;

/** How many bytes of a page are searched for a charset declaration. */
const HEAD_BYTES = 2_048;

/**
 * Decodes a body. The charset comes from the byte order mark, the header, or the page; the default is UTF-8 if the bytes are
 * valid. Returns `undefined` for binary content. Invalid bytes become replacement characters, so that one does not lose a page.
 */
export function bodyText(body: Buffer, contentType: string): BodyText | undefined {
  const type = contentType.toLowerCase();
  const charset = markOf(body) ?? knownCharset(statedCharset(body, type));
  const decoder = charset ?? (isUtf8(body) ? "utf-8" : TEXTUAL.test(type) ? "windows-1252" : undefined);
  if (decoder === undefined) return undefined;
  if (!decoder.startsWith("utf-16") && body.includes(0)) return undefined;
  return { text: new TextDecoder(decoder).decode(body), charset: decoder };
}

/** The media type of a Content-Type header, without parameters. */
export function mediaType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? "utf-8" : undefined;
}

function statedCharset(body: Buffer, type: string): string | undefined {
  const stated = /charset\s{0,20}=\s{0,20}["']?\s{0,20}([\w:.-]{1,40})/.exec(type)?.[1];
  if (stated !== undefined || !/html|xml|^$/.test(type)) return stated;
  const marked = MARKED.exec(body.toString("latin1", 0, HEAD_BYTES));
  return marked?.[1] ?? marked?.[2];
}

function knownCharset(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
