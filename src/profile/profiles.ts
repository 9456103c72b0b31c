import { DejimaError } from "../contract/error.ts";
import {
  MAX_PROFILE_CHARACTERS,
  PROFILE_KEYS,
  PROFILE_QUESTIONS,
  type Profile,
  type ProfileEntry,
  type ProfileKey,
  profileEntrySchema,
} from "../contract/user/profile.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { didYouMean } from "../support/nearest.ts";

/** Facts that users gave about themselves: few, visible, and erased for good on request. */
export interface Profiles {
  get(user: string): Promise<Profile>;
  /** The entries with untrusted content, and its sources. */
  marked(user: string): Promise<readonly { readonly value: string; readonly untrusted: readonly string[] }[]>;
  /** Answers one question. Returns the updated profile. */
  set(
    user: string,
    key: string,
    value: string,
    options?: { readonly untrusted?: readonly string[]; readonly runId?: string },
  ): Promise<Profile>;
  /** Records that the user does not want to be asked. A known answer is erased. */
  skip(user: string, key: string): Promise<Profile>;
  /** Erases one answer, or everything. Returns the erased keys. */
  erase(user: string, key?: string): Promise<ProfileKey[]>;
}

interface ProfileParts {
  store(): Promise<Pick<Store, "documents">>;
  /** Redacts secrets in a text before it is stored. */
  redact(text: string): Promise<string>;
  now(): number;
}

/** Opens the profiles of all users. Each answer is a separate document, so that concurrent changes do not overwrite each other. */
export function createProfiles({ store, redact, now }: ProfileParts): Profiles {
  const collectionOf = (user: string) => `profile of ${user}`;

  async function put(user: string, key: string, entry: Omit<ProfileEntry, "at">): Promise<Profile> {
    await (await store()).documents.put(collectionOf(user), knownKey(key), { ...entry, at: now() });
    return get(user);
  }

  async function entriesOf(user: string): Promise<ReadonlyMap<string, ProfileEntry>> {
    const documents = await (await store()).documents.list(collectionOf(user));
    if (documents.length === 0) return NO_ENTRIES;
    return new Map(documents.map(({ key, value }) => [key, profileEntrySchema.parse(value)]));
  }

  async function get(user: string): Promise<Profile> {
    const entries = await entriesOf(user);
    return entries === NO_ENTRIES ? BLANK : profileOf(entries);
  }

  return {
    get,
    async marked(user) {
      return [...(await entriesOf(user)).values()].flatMap(({ value, untrusted = [] }) =>
        value === undefined || untrusted.length === 0 ? [] : [{ value, untrusted }],
      );
    },
    async set(user, key, value, { untrusted = [], runId } = {}) {
      const text = checkedValue(knownKey(key), (await redact(value.trim())).trim());
      const from = untrusted.length === 0 ? {} : { untrusted: [...untrusted] };
      return put(user, key, { value: text, skipped: false, ...from, ...defined({ runId }) });
    },
    skip: (user, key) => put(user, key, { skipped: true }),
    async erase(user, key) {
      const { documents } = await store();
      const wanted = key === undefined ? PROFILE_KEYS : [knownKey(key)];
      const gone: ProfileKey[] = [];
      for (const one of wanted) if (await documents.delete(collectionOf(user), one)) gone.push(one);
      return gone;
    },
  };
}

const NO_ENTRIES: ReadonlyMap<string, ProfileEntry> = new Map();

function profileOf(entries: ReadonlyMap<string, ProfileEntry>): Profile {
  const values: Profile["values"] = {};
  const origins: Profile["origins"] = {};
  for (const key of PROFILE_KEYS) {
    const { value, at = 0, runId, untrusted = [] } = entries.get(key) ?? {};
    if (value === undefined) continue;
    values[key] = value;
    origins[key] = { at, untrusted, ...defined({ runId }) };
  }
  const times = [...entries.values()].map(({ at }) => at);
  return {
    values,
    origins,
    skipped: PROFILE_KEYS.filter((key) => entries.get(key)?.skipped === true),
    open: PROFILE_KEYS.filter((key) => !entries.has(key)).map((key) => ({
      key,
      question: PROFILE_QUESTIONS[key],
    })),
    ...(times.length === 0 ? {} : { updatedAt: Math.max(...times) }),
    untrusted: [...new Set([...entries.values()].flatMap(({ untrusted = [] }) => untrusted))],
  };
}

/** The profile of users without entries: each run requests it three times. */
const BLANK = profileOf(NO_ENTRIES);

function knownKey(key: string): ProfileKey {
  const known = PROFILE_KEYS.find((one) => one === key);
  if (known !== undefined) return known;
  throw new DejimaError(
    "invalid_input",
    `Cannot use "${key.slice(0, 50)}" in a profile: it has ${PROFILE_KEYS.join(", ")}${didYouMean(key, PROFILE_KEYS)}`,
    { key },
  );
}

function checkedValue(key: ProfileKey, value: string): string {
  if (value === "")
    throw new DejimaError("invalid_input", `Cannot set ${key} to nothing: erase it instead`, { key });
  if (value.length > MAX_PROFILE_CHARACTERS)
    throw new DejimaError(
      "too_large",
      `Cannot set ${key} to ${value.length} characters: it has at most ${MAX_PROFILE_CHARACTERS}`,
      { key, characters: value.length },
    );
  if (key === "timezone" && !isTimeZone(value))
    throw new DejimaError(
      "invalid_input",
      `Cannot set timezone to "${value.slice(0, 50)}": no such time zone. Use an IANA name such as "Europe/Berlin"`,
      { key },
    );
  return value;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A profile as one line for a prompt. Returns `undefined` if nothing is known. */
export function profileText({ values }: Pick<Profile, "values">): string | undefined {
  const known = Object.entries(values).map(([key, value]) => `${key}: ${value}`);
  return known.length === 0 ? undefined : `The user's profile: ${known.join("; ")}`;
}
