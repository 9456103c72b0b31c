import { findTokens } from "./find-tokens.ts";
import { isOpaque } from "./known-tokens.ts";
import { PREFIXED_TOKENS } from "./token-shapes.ts";

/** A token that is written backwards. */
interface ReversedToken {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const MIN_LEAD = 4;
/** Longer tokens are not searched for. */
const MAX_TOKEN = 400;

/** Reversed prefixes of tokens, by their last three characters. */
const LEADS = byLastTriple();
const TRIPLES = new Uint32Array(1 << 16);
for (const triple of LEADS.keys())
  TRIPLES[triple >>> 5] = (TRIPLES[triple >>> 5] ?? 0) | (1 << (triple & 31));

/** Finds tokens that are written backwards: a known prefix, also reversed, follows them. One pass, like `findTokens`. */
export function findReversedTokens(text: string): ReversedToken[] {
  const found: ReversedToken[] = [];
  let floor = 0;
  let triple = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    triple = ((triple << 7) | (code < 128 ? code : 0)) & 0x1fffff;
    if ((((TRIPLES[triple >>> 5] ?? 0) >>> (triple & 31)) & 1) === 0) continue;
    const end = at + 1;
    const isLead = (LEADS.get(triple) ?? []).some((lead) => text.endsWith(lead, end));
    if (!isLead || isTokenLetter(text.charCodeAt(end))) continue;
    const token = tokenBefore(text, floor, end);
    if (token === undefined) continue;
    found.push(token);
    floor = end;
  }
  return found;
}

function tokenBefore(text: string, floor: number, end: number): ReversedToken | undefined {
  let start = end;
  while (start > floor && end - start < MAX_TOKEN && isTokenLetter(text.charCodeAt(start - 1))) start -= 1;
  const reversed = [...text.slice(start, end)].reverse().join("");
  const token = findTokens(reversed).find((each) => each.start === 0);
  if (token === undefined || !isOpaque(reversed.slice(0, token.end))) return undefined;
  return { name: token.name, start: end - token.end, end };
}

/** Letters, digits and the characters `_ - . + / =`. */
function isTokenLetter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2d && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2b ||
    code === 0x3d
  );
}

function byLastTriple(): ReadonlyMap<number, readonly string[]> {
  const leads = new Map<number, string[]>();
  for (const { leads: prefixes, before, anyCase } of PREFIXED_TOKENS) {
    if (before !== undefined || anyCase) continue;
    for (const lead of prefixes.filter(({ length }) => length >= MIN_LEAD)) {
      const reversed = [...lead].reverse().join("");
      const triple = [...reversed.slice(-3)].reduce((key, letter) => (key << 7) | letter.charCodeAt(0), 0);
      leads.set(triple, [...(leads.get(triple) ?? []), reversed]);
    }
  }
  return leads;
}
