import { atomsOf } from "./atoms.ts";
import { newLinks } from "./named-things.ts";
import type { ObservedRecord } from "./pointing/observed.ts";
import type { RunOrigins } from "./run-origins.ts";
import { madeOfRuns, phraseOf, wordsOf } from "./words.ts";

/** Words in a row that are a quote. */
const QUOTED_RUN = 5;

/** What the user keeps for themselves: it may go to their own services. */
const OWN_NOTES = new Set(["memory", "builtin:"]);

/**
 * Whether a text quotes the one record that the user calls by its name, or by its writer and its words, links included: who asks for a
 * copy of that mail asks for the links in it. A text of two records, or of one that could be another, is none.
 */
export function quotesNamed(text: string, { called: { named, described } }: RunOrigins): boolean {
  const [only, ...more] = distinct([...named, ...described]);
  if (only === undefined || more.length > 0) return false;
  const held = new Set(atomsOf(only.text).atoms.map(({ value }) => value));
  return (
    atomsOf(text).atoms.every(({ value }) => held.has(value)) &&
    madeOfRuns(wordsOf(text), phraseOf(only.words), QUOTED_RUN)
  );
}

/**
 * Whether a text may hold what the service that gets it must not read: answers of another service, or files of this machine. A text
 * that is put together from what that service or public pages said holds nothing else.
 */
export function isForOthers(text: string, service: string, { seen, results }: RunOrigins): boolean {
  const others = [...seen].some((one) => one !== service && !OWN_NOTES.has(one));
  return others && !results.isQuoteOf(text, service);
}

/** The links, addresses and accounts in a text that the user did not name, and who said them. */
export function linksIn(
  text: string,
  { own, results }: RunOrigins,
): { readonly value: string; readonly sources: readonly string[] }[] {
  return newLinks(text, own).map((value) => ({ value, sources: results.sourcesOf(value).slice(0, 3) }));
}

function distinct(records: readonly ObservedRecord[]): ObservedRecord[] {
  return [...new Map(records.map((one) => [JSON.stringify([one.fields, one.text]), one])).values()];
}
