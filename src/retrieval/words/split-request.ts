const BOUNDARY =
  /(?<=[.!?;])\s+|\n+|,\s+(?=and\b|then\b|also\b)|\b(?:and|then|also)\b|(?<=[。！？；])|然后|并且|另外|同时|还有/u;
const HAN = /[\u3400-\u9fff]/u;
const EACH_HAN = /[\u3400-\u9fff]/gu;
const MAX_PARTS = 8;
const LONG_REQUEST = 60;
const LONG_HAN_REQUEST = 24;

/** The steps of a long request, each of which may need a tool of its own; nothing when it is about one thing. */
export function splitRequest(request: string): string[] {
  const han = request.match(EACH_HAN)?.length ?? 0;
  if (request.length < LONG_REQUEST && han < LONG_HAN_REQUEST) return [];
  const parts = request
    .split(BOUNDARY)
    .map((part) => part.trim())
    .filter((part) => part.length >= (HAN.test(part) ? 8 : 16));
  return parts.length > 1 ? parts.slice(0, MAX_PARTS) : [];
}
