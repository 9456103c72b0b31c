import { findTokens } from "./find-tokens.ts";
import { isOpaque } from "./known-tokens.ts";
import { createLeadTable, type Lead, rarestTriple } from "./lead-table.ts";
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

/** The prefixes of tokens, reversed. */
export const REVERSED_LEADS: readonly Lead[] = PREFIXED_TOKENS.filter(
  ({ before, anyCase }) => before === undefined && !anyCase,
)
  .flatMap(({ leads }) => leads)
  .filter(({ length }) => length >= MIN_LEAD)
  .map((lead) => {
    const reversed = [...lead].reverse().join("");
    return { lead: reversed, offset: rarestTriple(reversed) };
  });

const LEADS = createLeadTable(REVERSED_LEADS);

/** Finds tokens that are written backwards: a known prefix, also reversed, follows them. One pass, like `findTokens`. */
export function findReversedTokens(text: string): ReversedToken[] {
  const found: ReversedToken[] = [];
  let floor = 0;
  LEADS.scan(text, (candidates, at) => {
    for (const { lead, offset } of candidates) {
      const start = at - offset;
      const end = start + lead.length;
      if (start < floor || !text.startsWith(lead, start) || isTokenLetter(text.charCodeAt(end))) continue;
      const token = tokenBefore(text, floor, end);
      if (token === undefined) continue;
      found.push(token);
      floor = end;
      return undefined;
    }
    return undefined;
  });
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
