import type { Signals } from "./confidence.ts";

/** How near a request comes to earlier ones that entries served for the same person, from 0 to 1 by the entry's id. */
export type ServedBefore = (asked: AskedRequest) => Promise<ReadonlyMap<string, number>>;

/** A request as a search compares it. */
export interface AskedRequest {
  readonly vector: Float32Array;
  readonly embedderId: string;
  /** Embeds other requests in the same way. */
  embed(requests: readonly string[]): Promise<readonly Float32Array[]>;
}

/** The facts about an entry besides its texts. */
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
  /** Which entries the caller may use. Default: all. */
  readonly allowed?: (entry: EntryFacts) => boolean;
  /**
   * The minimum probability of a hit. 0 returns the nearest entries in any case. Default: an empty list if the index does not
   * seem to serve the request, otherwise all hits.
   */
  readonly leastScore?: number;
  /** Searches for the request unchanged, for entries that may contain addresses, file names and ids. */
  readonly verbatim?: boolean;
  /** Raises entries that served similar requests before, by a bounded weight. Default: none. */
  readonly served?: ServedBefore | undefined;
  readonly signal?: AbortSignal;
}

export interface SearchHit extends EntryFacts {
  /** The probability that the entry serves the request, from 0 to 1. */
  readonly score: number;
  /** Why it was found, in words for people. */
  readonly why: readonly string[];
  readonly signals: Signals;
}

export interface SearchResult {
  /** Best first. Empty if nothing fits. */
  readonly hits: readonly SearchHit[];
  /** Advice if nothing fits. */
  readonly advice?: string;
  /** Notes for the caller: a model that did not answer, a request that was cut. */
  readonly notices: readonly string[];
}

/** Whether a search has filters at all. */
export function isFiltered({ sources, categories, allowed }: SearchOptions): boolean {
  return sources !== undefined || categories !== undefined || allowed !== undefined;
}

/** Whether an entry matches the filters of a search. */
export function matchesFilters(entry: EntryFacts, { sources, categories, allowed }: SearchOptions): boolean {
  if (sources !== undefined && !sources.includes(entry.source ?? "")) return false;
  if (categories !== undefined && !categories.includes(entry.category ?? "")) return false;
  return allowed === undefined || allowed(entry);
}
