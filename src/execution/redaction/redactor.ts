import { lazily } from "../../support/once.ts";
import { spellingsOf } from "../../support/secret-spellings.ts";
import { cachedByName } from "../../text/cached-by-name.ts";
import {
  assembledReading,
  decoded,
  hasOneReading,
  type Reading,
  unwrapped,
  withoutHidden,
} from "../../text/readings.ts";
import { findTokens } from "./find-tokens.ts";
import { isOpaque } from "./known-tokens.ts";
import { createQuietText } from "./quiet-text.ts";
import { findReversedTokens } from "./reversed-tokens.ts";
import { type Clean, type Field, staysUnchanged, type Unchanged, walk } from "./walk-data.ts";

/** Replaces secrets before anything is stored or shown. */
export interface Redactor {
  text(raw: string): string;
  /**
   * The same for the JSON text of foreign data, in strings, whole numbers and keys. The result is valid JSON. `data` is what the
   * text was made from, if that is at hand and nobody else can change it.
   */
  json(raw: string, data?: unknown): string;
  /** The same for one of our records, whose data is already redacted. Its keys and our own fields stay unchanged. */
  record(raw: string, data?: unknown): string;
  /** Whether `record` surely leaves these parts of one of our records as they are. */
  keeps(data: unknown): boolean;
  /** The configured values, in every spelling that is searched for. */
  readonly values: readonly string[];
}

const MIN_SECRET = 4;

// Shorter values are often ordinary words that appear as keys, not secrets.
const MIN_SECRET_KEY = 8;

// Shorter values may arise by chance where one line ends and the next begins.
const MIN_WRAPPED = 12;

const MARK = "[redacted: configured secret]";

// Only Dejima fills these fields. A short value from the environment, such as a year, must not damage them.
const OWN_FIELDS = new Set(
  "type runId callId at ts_start ts_end version hash callHash requestHash sha256 output_sha256 ref kind effect verdict status mode".split(
    " ",
  ),
);

/** Whether a field of an effect holds one of its fixed words. */
function isEffectWord(value: unknown, key: string): boolean {
  return key === "server" && (value === "added" || value === "vouched");
}

/** A redactor to which secrets can be added. */
interface LearningRedactor extends Redactor {
  learn(secret: string): void;
}

/** Creates a redactor to which secrets can be added: a key that a person enters is redacted from then on. */
export function createLearningRedactor(secrets: Iterable<string>): LearningRedactor {
  const known = new Set(secrets);
  let current = createRedactor(known);
  return {
    text: (raw) => current.text(raw),
    json: (raw, data) => current.json(raw, data),
    record: (raw, data) => current.record(raw, data),
    keeps: (data) => current.keeps(data),
    get values() {
      return current.values;
    },
    learn(secret) {
      if (known.has(secret)) return;
      known.add(secret);
      current = createRedactor(known);
    },
  };
}

/** Creates a redactor for the known token shapes and for these values, which came from the environment. */
export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const plain = new Set([...secrets].filter((value) => value.length >= MIN_SECRET));
  const values = [...new Set([...plain].flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
  const keyValues = values.filter((value) => value.length >= MIN_SECRET_KEY);
  const without = (raw: string, these: readonly string[]) =>
    these.reduce((text, value) => text.replaceAll(value, MARK), raw);
  const longValues = values.filter((value) => value.length >= MIN_WRAPPED);
  const spansOf = (source: string, { these, key }: { these: readonly string[]; key: string }) => [
    ...these.flatMap((value) => occurrences(source, value)),
    ...namedSpans(source, key),
    ...tokensIn(source),
  ];
  // Configured values first: a shape that matches only a part of one would leave the rest readable.
  const text = (raw: string, key = "") =>
    redactReadings(
      withoutTokens(withoutNamed(without(raw, values), key)),
      (source) => spansOf(source, { these: values, key }),
      (source) => spansOf(source, { these: longValues, key: "" }).filter(isOpaqueIn(source)),
    );
  const number = (value: number) => (plain.has(String(value)) ? MARK : value);
  const keyText = (key: string, these: readonly string[]) =>
    redactReadings(
      withoutTokens(without(key, these)),
      (source) => spansOf(source, { these, key: "" }),
      () => [],
    );
  const list = (texts: readonly string[]) =>
    withoutSplit(texts, (source) => spansOf(source, { these: longValues, key: "" }));
  const cleanData: Clean = {
    key: cachedByName((key) => keyText(key, keyValues)),
    leaf: (source, key) =>
      typeof source === "string" ? text(source, key) : typeof source === "number" ? number(source) : source,
    isOwn: isEffectWord,
    list,
  };
  const cleanRecord: Clean = {
    key: cachedByName((key) => keyText(key, [])),
    leaf: (value, key) => (typeof value === "string" && !OWN_FIELDS.has(key) ? text(value, key) : value),
    isOwn: (value, key) => OWN_FIELDS.has(key) || isEffectWord(value, key),
    list,
  };
  const quiet = lazily(() => createQuietText(values));
  const known = new Set<string>();
  let knownCharacters = 0;
  const isClean = (source: string, key: string) => {
    const field = `${key}\0${source}`;
    if (known.has(field)) return true;
    if (text(source, key) !== source) return false;
    if (field.length > LONGEST_KNOWN) return true;
    knownCharacters += field.length;
    if (known.size >= MOST_KNOWN || knownCharacters > MOST_KNOWN_CHARACTERS) {
      known.clear();
      knownCharacters = field.length;
    }
    known.add(field);
    return true;
  };
  const fieldsOf = (clean: Clean, isOwn: (name: string) => boolean) =>
    cachedByName(
      (name): Field => ({
        name,
        isKept: clean.key(name) === name,
        isOwn: isOwn(name),
        isQuiet: quiet().isQuietName(name),
      }),
    );
  const isTextUnchanged = (source: string, { name, isQuiet }: Field) =>
    quiet().isQuiet(source) ? isQuiet || namedSpans(source, name).length === 0 : isClean(source, name);
  const hasNumber = [...plain].some((value) => String(Number(value)) === value);
  const keepsList = (texts: readonly string[]) =>
    quiet().areQuiet(texts) || list(texts).every((each, at) => each === texts[at]);
  const unchangedData: Unchanged = {
    field: fieldsOf(cleanData, () => false),
    leaf: (value, field) =>
      typeof value === "string"
        ? isTextUnchanged(value, field)
        : !(hasNumber && typeof value === "number" && number(value) !== value),
    list: keepsList,
  };
  const unchangedRecord: Unchanged = {
    field: fieldsOf(cleanRecord, (name) => OWN_FIELDS.has(name)),
    leaf: (value, field) => typeof value !== "string" || field.isOwn || isTextUnchanged(value, field),
    list: keepsList,
  };
  const isUnchanged = (data: unknown, unchanged: Unchanged) =>
    staysUnchanged(data, unchanged.field(""), unchanged);
  const redactJson = (raw: string, data: unknown, [unchanged, clean]: readonly [Unchanged, Clean]) =>
    isUnchanged(data ?? JSON.parse(raw), unchanged) ? raw : JSON.stringify(walk(JSON.parse(raw), "", clean));
  return {
    text: (raw) => (quiet().isQuiet(raw) ? raw : text(raw)),
    values,
    json: (raw, data) => redactJson(raw, data, [unchangedData, cleanData]),
    record: (raw, data) => redactJson(raw, data, [unchangedRecord, cleanRecord]),
    keeps: (data) => isUnchanged(data, unchangedRecord),
  };
}

/** How many texts that needed a closer look are remembered as clean, how many characters of them, and up to which length. */
const MOST_KNOWN = 1_000;
const MOST_KNOWN_CHARACTERS = 4_000_000;
const LONGEST_KNOWN = 40_000;

interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Redacts a text in every form in which somebody may read it: a disguise that hides a secret from us must not reveal it to them. */
function redactReadings(
  raw: string,
  find: (source: string) => readonly Span[],
  findWrapped: (source: string) => readonly Span[],
): string {
  if (hasOneReading(raw)) return raw;
  const seen = redactReading(raw, withoutHidden(raw), find);
  // An address escaped inside another one was found in its escaped form. Decoded, its @ could belong to a query.
  const plain = redactReading(seen, decoded(seen), (source) =>
    find(source).filter(({ name }) => name !== "url password"),
  );
  const whole = redactReading(plain, assembledReading(plain), (source) => findWrapped(source));
  return redactReading(whole, unwrapped(whole), (source) => findWrapped(source));
}

function redactReading(
  text: string,
  reading: Reading | undefined,
  find: (source: string) => readonly Span[],
): string {
  if (reading === undefined) return text;
  const spans = find(reading.text).map(({ name, start, end }): Span => {
    const [from, to] = reading.spanOf(start, end);
    return { name, start: from, end: to };
  });
  return withoutSpans(text, spans);
}

/** Removes from texts what is found when they are concatenated. */
function withoutSplit(
  texts: readonly string[],
  find: (source: string) => readonly Span[],
): readonly string[] {
  const spans = find(texts.join(""));
  if (spans.length === 0) return texts;
  const found = spans.toSorted((one, other) => one.start - other.start);
  const cleaned: string[] = [];
  let from = 0;
  let next = 0;
  for (const text of texts) {
    const to = from + text.length;
    const own: Span[] = [];
    while (next < found.length && (found[next]?.end ?? 0) <= from) next += 1;
    for (let at = next; at < found.length && (found[at]?.start ?? to) < to; at += 1) {
      const { name = "", start = 0, end = 0 } = found[at] ?? {};
      if (end > from && (start < from || end > to))
        own.push({ name, start: Math.max(0, start - from), end: Math.min(text.length, end - from) });
    }
    cleaned.push(withoutSpans(text, own));
    from = to;
  }
  return cleaned;
}

function occurrences(text: string, value: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
    found.push({ name: "configured secret", start: at, end: at + value.length });
  return found;
}

/** Whether a part of a text looks random. Configured values need not. */
const isOpaqueIn =
  (text: string) =>
  ({ name, start, end }: Span): boolean =>
    name === "configured secret" || isOpaque(text.slice(start, end));

/** Replaces parts of a text. Overlapping parts are replaced as one. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let shown = "";
  let at = 0;
  for (const { name, start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (start >= at) shown += `${text.slice(at, start)}[redacted: ${name}]`;
    at = Math.max(at, end);
  }
  return shown + text.slice(at);
}

/** Tokens of known shapes, also backwards. */
function tokensIn(text: string): readonly Span[] {
  return [...findTokens(text), ...findReversedTokens(text)];
}

function withoutTokens(text: string): string {
  const found = tokensIn(text);
  return found.length === 0 ? text : withoutSpans(text, found);
}

/** Redacts a value whose field name says that it is a secret, by searching name and value together. */
function withoutNamed(value: string, key: string): string {
  return withoutSpans(value, namedSpans(value, key));
}

function namedSpans(value: string, key: string): Span[] {
  if (key === "") return [];
  const lead = `${key}: `;
  const [token] = findTokens(lead + value);
  if (token === undefined || token.start < lead.length) return [];
  return [{ name: token.name, start: token.start - lead.length, end: token.end - lead.length }];
}
