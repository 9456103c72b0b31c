import { quotedIn } from "./named-path.ts";

// Between whole requests.
const STRONG =
  /\s*(?:[.!?;](?=\s)|[。！？；\n]|[,，]?\s*(?:\band then\b|\bthen\b|\bafter that\b|\bafterwards\b|\balso\b|\bas well as\b|\bfinally\b|\bnext,)|[，,]?\s*(?:然后|接着|之后再|随后|另外|还有|最后|同时|顺便|并且))[\s,，:：]*/i;
// Perhaps between requests, perhaps inside one.
const WEAK: readonly RegExp[] = [
  /\s*(?:,|，|、)\s*(?:and\s+)?|\s+and\s+|\s*(?:并|再|和|以及)\s*/i,
  /\s+and\s+/i,
  /\s*[,，]\s*/,
];
const LEADING =
  /^(?:first(?:ly)?|please|and|then|also|now|finally|so|首先|先|请|再|并|也|最后)[\s,，:：]+(?=\S)|^(?:首先|先|请先)/i;

/** The requests of a message that says several, each by itself; what stands in quotation marks is never cut. */
export function requestsIn(message: string): string[] {
  return split(message, STRONG);
}

/** Further ways to cut a message, which hold only when each part is understood. */
export function safeSplits(message: string): string[][] {
  return WEAK.map((mark) => split(message, new RegExp(`${STRONG.source}|${mark.source}`, "i"))).filter(
    (parts) => parts.length > 1,
  );
}

function split(message: string, mark: RegExp): string[] {
  const held: string[] = [];
  const masked = quotedIn(message).reduce((text, quoted) => {
    held.push(quoted);
    return text.replace(quoted, `\u0001${held.length - 1}\u0002`);
  }, message);
  return masked
    .split(mark)
    .map((part) => part.replace(/\u0001(\d+)\u0002/g, (_all, at: string) => held[Number(at)] ?? ""))
    .map((part) => part.trim().replace(LEADING, "").trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}
