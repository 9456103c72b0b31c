import type { Signals } from "./confidence.ts";

/** What may be known of an entry without its texts. */
export interface EntryFacts {
  readonly id: string;
  readonly name: string;
  readonly source?: string;
  readonly category?: string;
}

export interface SearchOptions {
  /** At most this many hits. Default: 10. */
  readonly limit?: number;
  readonly sources?: readonly string[];
  readonly categories?: readonly string[];
  /** What the caller may use. Default: everything. */
  readonly allowed?: (entry: EntryFacts) => boolean;
  /**
   * Hits less likely than this are left out; 0 lists the nearest whatever they are. By default, the list is empty when
   * nothing in the index seems to serve the request, and whole otherwise.
   */
  readonly leastScore?: number;
  /** Takes the request as it stands, for entries that may hold addresses, names of files and ids of their own. */
  readonly verbatim?: boolean;
  readonly signal?: AbortSignal;
}

export interface SearchHit extends EntryFacts {
  /** How likely it is that the entry serves the request, from 0 to 1. */
  readonly score: number;
  /** Why it was found, in words for people. */
  readonly why: readonly string[];
  readonly signals: Signals;
}

export interface SearchResult {
  /** Best first; empty when nothing fits. */
  readonly hits: readonly SearchHit[];
  /** What to do instead, when nothing fits. */
  readonly advice?: string;
  /** What the caller should know of this search: a model that did not answer, a request cut short. */
  readonly notices: readonly string[];
}

/** Whether a search has filters at all. */
export function isFiltered({ sources, categories, allowed }: SearchOptions): boolean {
  return sources !== undefined || categories !== undefined || allowed !== undefined;
}

/** Whether the filters of a search let an entry through. */
export function matchesFilters(entry: EntryFacts, { sources, categories, allowed }: SearchOptions): boolean {
  if (sources !== undefined && !sources.includes(entry.source ?? "")) return false;
  if (categories !== undefined && !categories.includes(entry.category ?? "")) return false;
  return allowed === undefined || allowed(entry);
}
