import { isAskedFor } from "./action.ts";
import { hasNewLink } from "./named-things.ts";
import { createOwnWords, type OwnWords } from "./own-words.ts";
import { createRunPlan, type RunPlan } from "./plan/run-plan.ts";
import { type CalledRecords, createCalledRecords } from "./pointing/called-records.ts";
import { createObserved, type Observed } from "./pointing/observed.ts";
import { type PointingWords, pointingWordsOf } from "./pointing/pointing-words.ts";
import { createRecords, type Records } from "./records.ts";
import { createResults, type Results } from "./results.ts";

/** All that a run knows of where values came from. It is kept by the gate; no tool and no model can change it. */
export interface RunOrigins {
  readonly own: OwnWords;
  readonly results: Results;
  readonly records: Records;
  /** What the results hold that words of the user may point at. */
  readonly observed: Observed;
  readonly pointing: PointingWords;
  readonly called: CalledRecords;
  /** Whether the user asked for what a tool does. */
  asksFor(tool: string): boolean;
  /** Whether a result was too large to be kept: what it held is unknown, and nothing counts as cleaner for that. */
  readonly dropped: boolean;
  /** The services whose answers the run has read: what it knows may be private to them. Public pages are not among them. */
  readonly seen: ReadonlySet<string>;
  saw(service: string): void;
  /** A person said yes to this value of this argument: for the rest of the run it counts as the user's. */
  agree(argument: string, value: string): void;
  isAgreed(argument: string, value: string): boolean;
  /** Things that a call of this run put somebody else's words into: who gets them gets those. */
  spoil(value: string): void;
  isSpoiled(value: string): boolean;
  /** Calls that ran without a question because the user's words explain them: each of them once. */
  readonly spent: Set<string>;
  /** What was planned before anything from outside was read. */
  readonly plan: RunPlan;
}

const MOST_AGREED = 1_000;
const SHORT = 5;
const MOST_KEY = 200;

/** Begins with nothing known. */
export function createRunOrigins(): RunOrigins {
  const agreed = new Set<string>();
  const seen = new Set<string>();
  const spoiled = new Set<string>();
  const own = createOwnWords();
  const observed = createObserved();
  const results = createResults();
  const called = createCalledRecords(own, observed);
  let read: OwnReading | undefined;
  const reading = (): OwnReading => {
    if (read?.text !== own.text) read = { text: own.text, words: pointingWordsOf(own), asked: new Map() };
    return read;
  };
  const isSpoiled = (value: string) => spoiled.has(thingKey(value));
  return {
    own,
    plan: createRunPlan({ hasNewLink: (text) => hasNewLink(text, own), isSpoiled }),
    results,
    records: createRecords(),
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
    asksFor(tool) {
      const { asked } = reading();
      const isAsked = asked.get(tool) ?? isAskedFor(tool, own);
      asked.set(tool, isAsked);
      return isAsked;
    },
    seen,
    saw: (service) => void seen.add(service),
    agree(argument, value) {
      if (agreed.size < MOST_AGREED) agreed.add(agreedKey(argument, value));
    },
    isAgreed: (argument, value) => agreed.has(agreedKey(argument, value)),
    spoil: (value) => void spoiled.add(thingKey(value)),
    isSpoiled,
    spent: new Set(),
  };
}

/** What the user's words say, until they say more. */
interface OwnReading {
  readonly text: string;
  readonly words: PointingWords;
  /** By the names of tools. */
  readonly asked: Map<string, boolean>;
}

// A short value says little by itself: a yes to the file 13 is none to the event 13.
function agreedKey(argument: string, value: string): string {
  return value.length < SHORT ? `${argument}\0${value}` : value;
}

function thingKey(value: string): string {
  return value.slice(0, MOST_KEY).trim().toLowerCase();
}
