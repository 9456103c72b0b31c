import { madeOfRuns, phraseOf, wordsOf } from "./words.ts";

/** The contents of one run's results. They show people where a value came from, and whether a service said a value itself. */
export interface Results {
  add(source: string, output: unknown, service?: string): void;
  /** The sources whose results contain a value as a whole, the latest first. */
  sourcesOf(value: string): readonly string[];
  /** Whether a source said the value in one of the first `results` results. `whole`: as a separate field. */
  saidBy(
    value: string,
    by: { readonly source: string; readonly results: number; readonly whole: boolean },
  ): boolean;
  /**
   * The sources that a longer text copies from, the latest first: their results contain runs of its words. For people to read. It
   * proves nothing about the rest of the text.
   */
  quotedBy(text: string): readonly string[];
  /** Whether a text consists of runs of words from this service or from public pages. */
  isQuoteOf(text: string, service: string): boolean;
  /** The number of stored results. */
  readonly count: number;
  /** Whether a result of this service contains the value as a whole. */
  said(value: string, service: string): boolean;
  /** Whether a result was too large to keep. Its contents are unknown, and nothing counts as cleaner because of that. */
  readonly dropped: boolean;
}

const MOST_CHARACTERS = 2_000_000;
const MOST_LEAVES = 20_000;
const MOST_VALUE = 2_000;
const MOST_QUOTE = 20_000;
/** How many short results are remembered, so that one that comes again is not kept again. */
const MOST_KNOWN = 1_000;
const MOST_KNOWN_LENGTH = 500;
const FIELD = /^[A-Za-z_$][\w-]*$/;

interface Kept {
  readonly source: string;
  readonly service: string | undefined;
  readonly leaves: readonly string[];
}

/** The words of a result. Computed on first access. */
interface Read {
  readonly phrases: string;
  /** The phrases that are separate fields, as most receivers are. */
  readonly fields: ReadonlySet<string>;
  /** All words. Most values that do not occur have a word that is missing here, so the phrases need no search. */
  readonly words: ReadonlySet<string>;
  /** Every run of words with the length of a quote. */
  readonly runs: ReadonlySet<string>;
}

/** Minimum number of words in a quote. Two people rarely write so many of the same words in a row by chance. */
const QUOTED_RUN = 5;

/** Stores the leaves of results, up to a limit. Parses them only when a question must be asked. */
export function createResults(): Results {
  const kept: Kept[] = [];
  let room = MOST_CHARACTERS;
  let dropped = false;
  const known = new Set<string>();
  /** Whether the same source has said exactly this before. A client may make the same call for days. */
  const isKnown = ({ source, service = "", leaves }: Kept, size: number) => {
    if (size > MOST_KNOWN_LENGTH) return false;
    const key = [source, service, ...leaves].join("\0");
    if (known.has(key)) return true;
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(key);
    return false;
  };
  const read = new WeakMap<Kept, Read>();
  const readOf = (one: Kept): Read => {
    const known = read.get(one) ?? readLeaves(one.leaves);
    read.set(one, known);
    return known;
  };
  const holds = (one: Kept, { words, phrase }: Phrase) => {
    const known = readOf(one);
    if (known.fields.has(phrase)) return true;
    return words.every((word) => known.words.has(word)) && known.phrases.includes(phrase);
  };
  const phraseFor = (value: string): Phrase | undefined => {
    const words = value.length > MOST_VALUE ? [] : wordsOf(value);
    return words.length === 0 ? undefined : { words, phrase: phraseOf(words) };
  };
  // The last value that was looked up. Its sources are requested more than once.
  let last: { readonly value: string; readonly sources: readonly string[] } | undefined;
  return {
    add(source, output, service) {
      const leaves = leavesOf(output);
      const size = leaves?.reduce((sum, leaf) => sum + leaf.length, 0) ?? Number.POSITIVE_INFINITY;
      if (leaves === undefined || size > room) {
        dropped = true;
        return;
      }
      const one = { source, service, leaves: [...leaves] }; // a list that grew has room for more
      if (isKnown(one, size)) return;
      last = undefined;
      room -= size;
      kept.push(one);
    },
    sourcesOf(value) {
      if (last?.value === value) return last.sources;
      const phrase = phraseFor(value);
      const holders = phrase === undefined ? [] : kept.filter((one) => holds(one, phrase));
      const sources = [...new Set(holders.map(({ source }) => source))].reverse();
      last = { value, sources };
      return sources;
    },
    said(value, service) {
      const phrase = phraseFor(value);
      return phrase !== undefined && kept.some((one) => one.service === service && holds(one, phrase));
    },
    quotedBy(text) {
      const runs = runsOf(wordsOf(text.slice(0, MOST_QUOTE)));
      const holders = kept.filter((one) => runs.some((run) => readOf(one).runs.has(run)));
      return [...new Set(holders.map(({ source }) => source))].reverse();
    },
    isQuoteOf(text, service) {
      if (dropped || text.length > MOST_QUOTE) return false;
      const words = wordsOf(text);
      const readable = kept.filter((one) => one.service === service || one.service === undefined).map(readOf);
      return (
        readable.length > 0 && madeOfRuns(words, readable.map(({ phrases }) => phrases).join("."), QUOTED_RUN)
      );
    },
    saidBy(value, { source, results, whole }) {
      const phrase = phraseFor(value);
      if (phrase === undefined) return false;
      return kept
        .slice(0, results)
        .some((one) => one.source === source && (whole ? one.leaves.includes(value) : holds(one, phrase)));
    },
    get count() {
      return kept.length;
    },
    get dropped() {
      return dropped;
    },
  };
}

interface Phrase {
  readonly words: readonly string[];
  readonly phrase: string;
}

function readLeaves(leaves: readonly string[]): Read {
  const lists = leaves.map(wordsOf);
  const phrases = lists.map(phraseOf);
  let runs: ReadonlySet<string> | undefined;
  return {
    phrases: phrases.join("."),
    fields: new Set(phrases),
    words: new Set(lists.flat()),
    // Computed on first access, because most questions are about short values.
    get runs() {
      runs ??= new Set(lists.flatMap(runsOf));
      return runs;
    },
  };
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(QUOTED_RUN - 1).map((_word, at) => words.slice(at, at + QUOTED_RUN).join(" "));
}

/** The texts and numbers of a value. Returns `undefined` if there are too many. */
function leavesOf(output: unknown): string[] | undefined {
  const leaves: string[] = [];
  const pending: unknown[] = [output];
  for (let nodes = 0; pending.length > 0; nodes++) {
    if (nodes > MOST_LEAVES) return undefined;
    const node = pending.pop();
    if (typeof node === "string") leaves.push(node);
    else if (typeof node === "number") leaves.push(String(node));
    else if (typeof node === "object" && node !== null) {
      const keys = Object.keys(node);
      if (keys.length > MOST_LEAVES) return undefined;
      for (const key of keys) {
        // A key that is not the name of a field is data, for example the address in `shared_with`.
        if (!Array.isArray(node) && !FIELD.test(key)) leaves.push(key);
        pending.push(Reflect.get(node, key));
      }
    }
  }
  return leaves;
}
