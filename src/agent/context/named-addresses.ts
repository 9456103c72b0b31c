import { canonicalUrl } from "../../policy/canonical-url.ts";
import { trimEndOf } from "../../text/trim-end.ts";

const ADDRESS = /https?:\/\/[^\s<>"'`，。；！？、（）「」《》]+/gi;
const MOST = 20;

/** The addresses that stand in a text, in their one spelling. */
export function namedAddresses(text: string): string[] {
  return [...text.matchAll(ADDRESS)].slice(0, MOST).flatMap(([found]) => {
    // A sentence may go on right after an address.
    const candidates = [found, trimEndOf(found, /[.,;:!?)\]}]/)];
    return candidates.flatMap((candidate) => {
      try {
        return [canonicalUrl(candidate)];
      } catch {
        return [];
      }
    });
  });
}
