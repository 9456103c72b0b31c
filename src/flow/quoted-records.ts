import { atomsOf } from "./atoms.ts";
import { newLinks } from "./named-things.ts";
import type { ObservedRecord } from "./pointing/observed.ts";
import type { RunOrigins } from "./run-origins.ts";
import { madeOfRuns, phraseOf, wordsOf } from "./words.ts";

/** Minimum number of words in a row that count as a quote. */
const QUOTED_RUN = 5;

/** Services with the user's own notes. Their content may go to the user's other services. */
const OWN_NOTES = new Set(["memory", "builtin:"]);

/**
 * Whether a text quotes the only record that the user calls by its name, or by its author and its words. Links are part of the
 * quote: a user who asks for a copy of a mail also asks for its links. False if the text combines two records, or if the user's
 * words fit more than one.
 */
export function quotesNamed(text: string, { called: { named, described } }: RunOrigins): boolean {
  const [only, ...more] = distinct([...named, ...described]);
  if (only === undefined || more.length > 0) return false;
  const known = new Set(atomsOf(only.text).atoms.map(({ value }) => value));
  return (
    atomsOf(text).atoms.every(({ value }) => known.has(value)) &&
    madeOfRuns(wordsOf(text), phraseOf(only.words), QUOTED_RUN)
  );
}

/**
 * Whether a text may contain data that its receiving service must not read: answers of another service, or files of this machine.
 * A text that consists of quotes from that service or from public pages contains no other data.
 */
export function isForOthers(text: string, service: string, { seen, results }: RunOrigins): boolean {
  const others = [...seen].some((one) => one !== service && !OWN_NOTES.has(one));
  return others && !results.isQuoteOf(text, service);
}

/** The links, addresses and accounts in a text that the user did not name, each with its sources. */
export function linksIn(
  text: string,
  { own, results }: RunOrigins,
): { readonly value: string; readonly sources: readonly string[] }[] {
  return newLinks(text, own).map((value) => ({ value, sources: results.sourcesOf(value).slice(0, 3) }));
}

function distinct(records: readonly ObservedRecord[]): ObservedRecord[] {
  return [...new Map(records.map((one) => [JSON.stringify([one.fields, one.text]), one])).values()];
}
