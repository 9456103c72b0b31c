import { ordersFor } from "./action.ts";
import { hasNewLink } from "./named-things.ts";
import type { Clause } from "./orders/clauses.ts";
import { createOwnWords, type OwnWords } from "./own-words.ts";
import { createRunPlan, type RunPlan } from "./plan/run-plan.ts";
import { type CalledRecords, createCalledRecords } from "./pointing/called-records.ts";
import { createObserved, type Observed } from "./pointing/observed.ts";
import { type PointingWords, pointingWordsOf } from "./pointing/pointing-words.ts";
import { createRecords, type Records } from "./records.ts";
import { createResults, type Results } from "./results.ts";

/** Everything that a run knows about the origins of values. The gate maintains it. Tools and models cannot change it. */
export interface RunOrigins {
  readonly own: OwnWords;
  /** Adds a message of the user. It is analysed with the first question about the user's words: most runs ask none. */
  hear(message: string): void;
  readonly results: Results;
  readonly records: Records;
  /** The contents of results that the user's words may point at. */
  readonly observed: Observed;
  readonly pointing: PointingWords;
  readonly called: CalledRecords;
  /** The orders of the user that ask for what a tool does. `changed`: words of what a call changes, as `changedWords` gives them. */
  ordersFor(tool: string, changed?: readonly string[]): readonly Clause[];
  /** Adds the user's words of earlier turns. An order that a tool call there has carried out does not count as asked for again. */
  recall(said: readonly string[], called: readonly string[]): void;
  /** Whether a result was too large to keep. Its contents are unknown, and nothing counts as cleaner because of that. */
  readonly dropped: boolean;
  /** The services whose answers the run has read, without public pages. The run may know private data of these services. */
  readonly seen: ReadonlySet<string>;
  saw(service: string): void;
  /** Records that a person approved this value of this argument. It counts as the user's for the rest of the run. */
  agree(argument: string, value: string): void;
  isAgreed(argument: string, value: string): boolean;
  /** Records that a call of this run put somebody else's words into a thing. Receivers of the thing receive these words. */
  spoil(value: string): void;
  isSpoiled(value: string): boolean;
  /** Calls that ran without a question because the user's words explain them. Each may run once. */
  readonly spent: Set<string>;
  /** The calls that were planned before the run read anything from outside. */
  readonly plan: RunPlan;
}

const MOST_AGREED = 1_000;
/** Tools that call others. Which ones is not known any more in a later turn. */
const RUNS = /(?:^|_)(?:run|execute|exec|program|script|shell|code|task|agent)(?:_|$)/;
const SHORT = 5;
const MOST_KEY = 200;

/** Creates the empty origins of a new run. */
export function createRunOrigins(): RunOrigins {
  const agreed = new Set<string>();
  const seen = new Set<string>();
  const spoiled = new Set<string>();
  const words = createOwnWords();
  const heard: { readonly message: string; readonly isDone?: (order: Clause) => boolean }[] = [];
  const own = () => {
    for (const { message, isDone } of heard.splice(0)) words.add(message, isDone);
    return words;
  };
  const observed = createObserved();
  const results = createResults();
  const called = createCalledRecords(own, observed);
  let read: OwnReading | undefined;
  const reading = (): OwnReading => {
    const { text } = own();
    if (read?.text !== text) read = { text, words: pointingWordsOf(words), asked: new Map() };
    return read;
  };
  const records = createRecords();
  // One thing has several names: what was changed by its id is not shared by its name.
  const isSpoiled = (value: string) =>
    [value, ...records.aliasesOf(value)].some((one) => thingKeys(one).some((key) => spoiled.has(key)));
  return {
    get own() {
      return own();
    },
    hear: (message) => void heard.push({ message }),
    plan: createRunPlan({ hasNewLink: (text) => hasNewLink(text, own()), isSpoiled }),
    results,
    records,
    observed,
    get dropped() {
      return results.dropped || observed.dropped;
    },
    get called() {
      return called();
    },
    get pointing() {
      return reading().words;
    },
    ordersFor(tool, changed = []) {
      const { asked } = reading();
      const key = changed.length === 0 ? tool : `${tool} ${changed.join(" ")}`;
      const orders = asked.get(key) ?? ordersFor(tool, words, changed);
      if (asked.size < MOST_AGREED) asked.set(key, orders);
      return orders;
    },
    recall(said, called) {
      const isDone = (clause: Clause) =>
        called.some(
          (tool) =>
            RUNS.test(tool) ||
            ordersFor(tool, { clauses: [clause], saysUnquoted: words.saysUnquoted }).length > 0,
        );
      for (const message of [...said].reverse()) heard.push({ message, isDone });
    },
    seen,
    saw: (service) => void seen.add(service),
    agree(argument, value) {
      if (agreed.size < MOST_AGREED) agreed.add(agreedKey(argument, value));
    },
    isAgreed: (argument, value) => agreed.has(agreedKey(argument, value)),
    spoil(value) {
      for (const key of thingKeys(value)) spoiled.add(key);
    },
    isSpoiled,
    spent: new Set(),
  };
}

/** The meaning of the user's words so far. Computed again after the user has said more. */
interface OwnReading {
  readonly text: string;
  readonly words: PointingWords;
  /** The orders that ask for a tool, by the name of the tool. */
  readonly asked: Map<string, readonly Clause[]>;
}

// A short value identifies little: an approval of file 13 does not approve event 13.
function agreedKey(argument: string, value: string): string {
  return value.length < SHORT ? `${argument}\0${value}` : value;
}

/** The keys of a thing: its name, and of a path also its last part, because one file has many paths. */
function thingKeys(value: string): string[] {
  const key = value
    .slice(0, MOST_KEY)
    .toLowerCase()
    .replaceAll(/['"“”‘’`]/gu, "")
    .trim();
  const last = key.split(/[\\/]/).findLast((part) => part !== "" && part !== ".");
  return last === undefined || last === key ? [key] : [key, last];
}
