import type { Approval, RecordedAnswer } from "../contract/asking/approval.ts";
import { canonicalJson } from "../support/json.ts";

/**
 * Whether a grant given with an answer also settles another open question: the other question offers a grant with exactly the
 * same terms, so the grant covers its call as well.
 */
export function coversSameTerms(
  approval: Approval,
  { grant }: Pick<RecordedAnswer, "grant">,
  other: Approval,
): boolean {
  const chosen = chosenOffer(approval, { grant });
  if (chosen === undefined || other.id === approval.id || other.lines !== undefined) return false;
  const wanted = termsText(chosen);
  return other.offers.some((offer) => termsText(offer) === wanted);
}

/** The offer that was chosen with an answer. Returns `undefined` if the answer approves only its own question. */
export function chosenOffer({ offers }: Approval, { grant }: Pick<RecordedAnswer, "grant">) {
  return offers.find(({ key }) => key === grant);
}

// The end of an offer depends on when the question was asked.
function termsText({ terms: { expiresAt: _end, ...terms } }: Approval["offers"][number]): string {
  return canonicalJson(terms);
}
