/** The text of a file: UTF-8, or UTF-16 by its mark. Nothing when it is binary, that is, holds NUL. */
export function decodeText(content: Buffer): string | undefined {
  if (content[0] === 0xff && content[1] === 0xfe)
    return withoutNul(new TextDecoder("utf-16le").decode(content));
  if (content[0] === 0xfe && content[1] === 0xff)
    return withoutNul(new TextDecoder("utf-16be").decode(content));
  return content.includes(0) ? undefined : new TextDecoder("utf-8").decode(content);
}

function withoutNul(text: string): string | undefined {
  return text.includes("\0") ? undefined : text;
}
