import { NOTHING_FITS } from "./confidence.ts";
import type { SearchHit, SearchOptions, SearchResult } from "./search.ts";
import { splitRequest } from "./words/extract-terms.ts";

/** The maximum number of needs that are searched for at once. */
export const MAX_NEEDS = 4;

const DEFAULT_LIMIT = 10;

/** Searches for one request. */
type SearchOne = (request: string, options: SearchOptions) => Promise<SearchResult>;

/**
 * Searches for each need of a task separately and merges the results: the best hit of every need first, then the second best.
 * Needs without a hit are skipped. The list is empty if no need has a hit.
 */
export async function searchNeeds(
  needs: readonly string[],
  search: SearchOne,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const limit = options.limit ?? DEFAULT_LIMIT;
  const found: SearchResult[] = [];
  for (const need of needs.slice(0, MAX_NEEDS)) found.push(await search(need, options));
  const places = new Map<string, { readonly hit: SearchHit; readonly place: number }>();
  for (const { hits } of found)
    for (const [place, hit] of hits.entries()) {
      const before = places.get(hit.id);
      const isBetter =
        before === undefined ||
        place < before.place ||
        (place === before.place && hit.score > before.hit.score);
      if (isBetter) places.set(hit.id, { hit, place });
    }
  const hits = [...places.values()]
    .sort((a, b) => a.place - b.place || b.hit.score - a.hit.score)
    .slice(0, limit)
    .map(({ hit }) => hit);
  const notices = [...new Set(found.flatMap((result) => result.notices))];
  if (needs.length > MAX_NEEDS) notices.push(`Only the first ${MAX_NEEDS} needs were searched for`);
  return hits.length === 0 ? { hits, advice: NOTHING_FITS, notices } : { hits, notices };
}

/** The needs of a message: the message itself and, if it has several steps, the first of them. */
export function needsOf(message: string): readonly string[] {
  return [message, ...splitRequest(message)].slice(0, MAX_NEEDS);
}
