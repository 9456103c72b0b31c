import type { Approval, RecordedAnswer } from "../contract/approval.ts";
import { canonicalJson } from "../support/json.ts";

/**
 * Whether a grant that is given with an answer also settles another open question: the other one offers an agreement with
 * exactly the same terms, so the grant covers its call as well.
 */
export function settlesToo(
  approval: Approval,
  { grant }: Pick<RecordedAnswer, "grant">,
  other: Approval,
): boolean {
  const given = approval.offers.find(({ key }) => key === grant);
  if (given === undefined || other.id === approval.id || other.lines !== undefined) return false;
  const wanted = termsText(given);
  return other.offers.some((offer) => termsText(offer) === wanted);
}

// When an offer ends depends on when the question was put.
function termsText({ terms: { expiresAt: _end, ...terms } }: Approval["offers"][number]): string {
  return canonicalJson(terms);
}
