import { z } from "zod";
import type { AskedRequest, ServedBefore } from "../../retrieval/search.ts";
import type { Store } from "../../store/store.ts";
import { DISCOVERY_TOOLS } from "../../tool/catalogue.ts";
import type { AgentState } from "../workflow/state.ts";

const entrySchema = z.object({
  kind: z.enum(["tool", "skill"]),
  name: z.string(),
  /** The number of runs in which it succeeded, and in which it only failed. */
  served: z.number().nonnegative(),
  failed: z.number().nonnegative(),
  /** The user's requests that it served, newest last. */
  examples: z.array(z.string()),
});
const documentSchema = z.object({ entries: z.array(entrySchema) });

/** What the agent has learned about one tool or skill from one user's requests. */
export type LearnedEntry = Readonly<z.output<typeof entrySchema>>;

/** What the agent has learned from one user's requests, latest use last. */
export type LearnedExperience = readonly LearnedEntry[];

/** What served each user. It is a bounded factor in that user's searches, and can be shown and deleted. */
export interface Learning {
  of(user: string): Promise<LearnedExperience>;
  /**
   * Learns from a run that has ended well. Nothing from outside may have entered it, and the user must have written the message. It is
   * written within a tenth of a second, together with other runs of the user, or when it is asked for here.
   */
  learn(user: string, run: Pick<AgentState, "message" | "receipts" | "activeSkills">): Promise<void>;
  /** Writes what still waits. */
  flush(): Promise<void>;
  forget(user: string): Promise<boolean>;
  /** Compares requests with those that entries served for this user. `undefined` if nothing was learned. */
  servedBefore(user: string, kind: LearnedEntry["kind"]): Promise<ServedBefore | undefined>;
}

const COLLECTION = "learning";
const MAX_ENTRIES = 200;
const MAX_EXAMPLES = 5;
/** Longer messages are not one request. */
const MAX_LENGTH = 300;
/** Shorter messages, such as "yes" and 继续, say nothing without those before them. An ideograph counts as two letters. */
const MIN_LETTERS = 5;
const MAX_COUNT = 1_000;
/** The cosine from which two requests are similar. */
const SIMILAR = 0.4;
/** Users whose vectors are kept in memory, and texts sent to an embedder at once. */
const MAX_USERS = 100;
const BATCH = 64;

/** How long a run that has ended waits for others: a commit costs more than what it holds. */
const WRITE_WITHIN_MS = 100;

interface LearningOptions {
  /** Redacts secrets in a text before it is stored. */
  redact(text: string): Promise<string>;
  /** Called when what was learned could not be written. It is then lost. */
  onFault?(error: unknown): void;
}

/** Stores what was learned in a store. */
export function createLearning(
  store: () => Promise<Store>,
  { redact, onFault = () => {} }: LearningOptions,
): Learning {
  const vectors = new Map<string, RequestVectors>();
  let waiting = new Map<string, Lesson[]>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const lessons = waiting;
    waiting = new Map();
    if (lessons.size > 0)
      writing = writing.then(async () => {
        for (const [user, own] of lessons) await write(user, own).catch(onFault);
      });
    return writing;
  }

  async function write(user: string, lessons: readonly Lesson[]): Promise<void> {
    const entries = new Map((await stored(user)).map((entry) => [keyOf(entry), entry]));
    for (const lesson of lessons) addTo(entries, lesson);
    await (await store()).documents.put(COLLECTION, user, {
      entries: [...entries.values()].slice(-MAX_ENTRIES),
    });
  }

  async function of(user: string): Promise<LearnedExperience> {
    await flush();
    return stored(user);
  }

  async function stored(user: string): Promise<LearnedExperience> {
    // Earlier versions stored counts without requests. They are dropped.
    const { data } = documentSchema.safeParse(await (await store()).documents.get(COLLECTION, user));
    return data?.entries ?? [];
  }

  /** The vectors of an owner's texts. Those of texts that are gone are dropped. */
  async function vectorsOf(
    owner: string,
    texts: ReadonlySet<string>,
    { embedderId, embed }: Omit<AskedRequest, "vector">,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const before = vectors.get(owner);
    const known = before?.embedderId === embedderId ? before.byText : new Map<string, Float32Array>();
    const missing = [...texts].filter((text) => !known.has(text));
    const isSame = missing.length === 0 && known.size === texts.size;
    const byText = isSame ? known : new Map([...known].filter(([text]) => texts.has(text)));
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH);
      for (const [at, vector] of (await embed(batch)).entries()) byText.set(batch[at] ?? "", vector);
    }
    vectors.delete(owner);
    vectors.set(owner, { embedderId, byText });
    for (const oldest of vectors.keys()) if (vectors.size > MAX_USERS) vectors.delete(oldest);
    return byText;
  }

  return {
    of,
    async learn(user, { message, receipts, activeSkills }) {
      const outcomes = outcomesOf(receipts, activeSkills);
      if (outcomes.size === 0) return;
      const lesson = { outcomes, example: exampleOf(await redact(message)) };
      const own = waiting.get(user) ?? [];
      own.push(lesson);
      waiting.set(user, own);
      timer ??= setTimeout(flush, WRITE_WITHIN_MS).unref();
    },
    flush,
    async forget(user) {
      await flush();
      for (const kind of ["tool", "skill"] as const) vectors.delete(keyOf({ kind, name: user }));
      return (await store()).documents.delete(COLLECTION, user);
    },
    async servedBefore(user, kind) {
      const learned = (await of(user)).filter((entry) => entry.kind === kind);
      if (learned.length === 0) return undefined;
      const texts = new Set(learned.flatMap(({ examples }) => examples));
      return async ({ vector, ...asked }) => {
        // Without these vectors the search is the same as for a new user.
        const byText = await vectorsOf(keyOf({ kind, name: user }), texts, asked).catch(() => undefined);
        if (byText === undefined) return new Map();
        const nearness = new Map<string, number>();
        for (const { name, served, failed, examples } of learned) {
          let nearest = SIMILAR;
          for (const text of examples) nearest = Math.max(nearest, cosine(vector, byText.get(text)));
          if (nearest > SIMILAR)
            nearness.set(name, (((nearest - SIMILAR) / (1 - SIMILAR)) * served) / (served + failed));
        }
        return nearness;
      };
    },
  };
}

interface RequestVectors {
  readonly embedderId: string;
  readonly byText: Map<string, Float32Array>;
}

interface Outcome extends Pick<LearnedEntry, "kind" | "name"> {
  readonly ok: boolean;
}

/** What one run has taught. */
interface Lesson {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly example: string | undefined;
}

function addTo(entries: Map<string, LearnedEntry>, { outcomes, example }: Lesson): void {
  for (const [key, { ok, ...named }] of outcomes) {
    const before = entries.get(key);
    if (before === undefined && (!ok || example === undefined)) continue;
    entries.delete(key);
    entries.set(key, grown(before ?? { ...named, served: 0, failed: 0, examples: [] }, ok, example));
  }
}

const keyOf = ({ kind, name }: Pick<LearnedEntry, "kind" | "name">) => `${kind} ${name}`;

/** What each tool and skill of a run came to. A tool that succeeded in the end has succeeded. */
function outcomesOf(
  receipts: AgentState["receipts"],
  skills: AgentState["activeSkills"],
): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  const add = (outcome: Outcome) => {
    const key = keyOf(outcome);
    outcomes.set(key, { ...outcome, ok: outcome.ok || outcomes.get(key)?.ok === true });
  };
  // Looking for a tool serves any request.
  const calls = receipts.filter(({ tool }) => !DISCOVERY_TOOLS.includes(tool));
  for (const { tool, ok } of calls) add({ kind: "tool", name: tool, ok });
  const ok = calls.some((call) => call.ok);
  if (calls.length > 0) for (const { name } of skills) add({ kind: "skill", name, ok });
  return outcomes;
}

/** A message as an example. `undefined` if it is no request by itself. */
function exampleOf(message: string): string | undefined {
  const text = message.replaceAll(/\s+/gu, " ").trim();
  const letters = text.replaceAll(/[^\p{L}]/gu, "").replaceAll(/\p{Script=Han}/gu, "xx").length;
  return text.length <= MAX_LENGTH && letters >= MIN_LETTERS ? text : undefined;
}

function grown(entry: LearnedEntry, ok: boolean, example: string | undefined): LearnedEntry {
  const { served, failed, examples } = entry;
  const counts = ok ? { served: served + 1, failed } : { served, failed: failed + 1 };
  // Old experience decays, so that a repaired tool gets another chance.
  const full = counts.served + counts.failed > MAX_COUNT;
  const learns = ok && example !== undefined;
  return {
    ...entry,
    ...(full ? { served: counts.served / 2, failed: counts.failed / 2 } : counts),
    examples: learns
      ? [...examples.filter((text) => text !== example), example].slice(-MAX_EXAMPLES)
      : examples,
  };
}

/** The cosine of two vectors of unit length. -1 if one is missing. */
function cosine(one: Float32Array, other: Float32Array | undefined): number {
  if (other?.length !== one.length) return -1;
  let sum = 0;
  // Within bounds: both have the same length.
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
