import { callsByName } from "../named-things.ts";
import type { OwnWords } from "../own-words.ts";
import { phraseOf } from "../words.ts";
import type { Observed, ObservedRecord } from "./observed.ts";

/** The records that the user's words refer to. */
export interface CalledRecords {
  /** Entries without an author that the user called by their names. */
  readonly named: ReadonlySet<ObservedRecord>;
  /** Records of an author whom the user names. */
  readonly authored: readonly ObservedRecord[];
  /** The authored records that share words with the user's messages. */
  readonly described: readonly ObservedRecord[];
}

const LEAST_WORDS = 2;

/** Creates the lookup. It checks each record once, and again only after the user has said more. */
export function createCalledRecords(words: () => OwnWords, observed: Observed): () => CalledRecords {
  let text: string | undefined;
  let seen = 0;
  let called = {
    named: new Set<ObservedRecord>(),
    authored: [] as ObservedRecord[], // empty
    described: [] as ObservedRecord[], // empty
  };
  return () => {
    const own = words();
    if (text !== own.text) {
      text = own.text;
      seen = 0;
      called = { named: new Set(), authored: [], described: [] };
    }
    for (; seen < observed.records.length; seen++) {
      const record = observed.records[seen];
      if (record === undefined) continue;
      const { names, authors } = record;
      if (authors.length === 0 && names.some((name) => callsByName(name, own))) called.named.add(record);
      if (!authors.some((author) => own.namesParty(author))) continue;
      called.authored.push(record);
      if (sharesWords(record.words, own)) called.described.push(record);
    }
    return called;
  };
}

/** Whether the user said two of these words in a row that are in a row here too, each longer than two letters. */
function sharesWords(words: readonly string[], own: OwnWords): boolean {
  return words.some((_word, at) => {
    const run = words.slice(at, at + LEAST_WORDS);
    return (
      run.length === LEAST_WORDS && run.every((word) => word.length > 2) && own.saysPhrase(phraseOf(run))
    );
  });
}
