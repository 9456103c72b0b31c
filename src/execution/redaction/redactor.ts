import { spellingsOf } from "../../support/secret-spellings.ts";
import {
  assembled,
  decoded,
  hasOneReading,
  mayReadOtherwise,
  percentDecoded,
  type Reading,
  unwrapped,
  withoutUnseen,
} from "../../text/readings.ts";
import { findTokens } from "./find-tokens.ts";
import { isOpaque } from "./known-tokens.ts";

/** Replaces secrets before anything is stored or shown. */
export interface Redactor {
  text(raw: string): string;
  /** The same for the JSON text of somebody's data, which stays valid JSON: in strings, whole numbers and keys. */
  json(raw: string): string;
  /** The same for a record of ours, whose data is clean already: its keys and the fields that we fill in stay. */
  record(raw: string): string;
  /** The configured values, in every spelling that is looked for. */
  readonly values: readonly string[];
}

const MIN_SECRET = 4;

// Shorter values are words that a key may well be, and no secret.
const MIN_SECRET_KEY = 8;

// Shorter values may well come about where one line ends and the next begins.
const MIN_WRAPPED = 12;

const MARK = "[redacted: configured secret]";

// Never anything but what we made ourselves: a short value from the environment, such as a year, must not spoil them.
const OWN_FIELDS = new Set(
  "type runId callId at ts_start ts_end version hash sha256 output_sha256 ref kind effect verdict status mode".split(
    " ",
  ),
);

/** A redactor that can be told of further secrets. */
interface LearningRedactor extends Redactor {
  learn(secret: string): void;
}

/** Makes a redactor that can be told of further secrets: a key that a person enters is redacted from then on. */
export function createLearningRedactor(secrets: Iterable<string>): LearningRedactor {
  const known = new Set(secrets);
  let current = createRedactor(known);
  return {
    text: (raw) => current.text(raw),
    json: (raw) => current.json(raw),
    record: (raw) => current.record(raw),
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

/** Makes a redactor for the known token shapes and for these values, which came from the environment. */
export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const plain = new Set([...secrets].filter((value) => value.length >= MIN_SECRET));
  const values = [...new Set([...plain].flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
  const keyValues = values.filter((value) => value.length >= MIN_SECRET_KEY);
  const without = (held: string, these: readonly string[]) =>
    these.reduce((text, value) => text.replaceAll(value, MARK), held);
  const longValues = values.filter((value) => value.length >= MIN_WRAPPED);
  const spansOf = (held: string, { these, key }: { these: readonly string[]; key: string }) => [
    ...these.flatMap((value) => occurrences(held, value)),
    ...namedSpans(held, key),
    ...findTokens(held),
  ];
  // Configured values first: a shape that takes only a part of one would leave the rest of it readable.
  const text = (raw: string, key = "") =>
    inEveryReading(
      withoutTokens(withoutNamed(without(raw, values), key)),
      (held) => spansOf(held, { these: values, key }),
      (held) => spansOf(held, { these: longValues, key: "" }).filter(isOpaqueIn(held)),
    );
  const number = (held: number) => (plain.has(String(held)) ? MARK : held);
  const keyText = (key: string, these: readonly string[]) =>
    inEveryReading(
      withoutTokens(without(key, these)),
      (held) => spansOf(held, { these, key: "" }),
      () => [],
    );
  const list = (texts: readonly string[]) =>
    withoutSplit(texts, (held) => spansOf(held, { these: longValues, key: "" }));
  const cleanData: Clean = {
    key: remembering((key) => keyText(key, keyValues)),
    leaf: (held, key) =>
      typeof held === "string" ? text(held, key) : typeof held === "number" ? number(held) : held,
    list,
  };
  const cleanRecord: Clean = {
    key: remembering((key) => keyText(key, [])),
    leaf: (held, key) => (typeof held === "string" && !OWN_FIELDS.has(key) ? text(held, key) : held),
    list,
  };
  // What stands in JSON is escaped there: the text as a whole only tells whether there is anything to look for.
  const holds = (held: string) => values.some((value) => held.includes(value)) || findTokens(held).length > 0;
  const isSplit = (raw: string) => {
    const whole = raw.replaceAll(BREAKS, "");
    return whole.length < raw.length && holds(whole);
  };
  const mayHoldDisguised = (raw: string) => {
    if (!mayReadOtherwise(raw)) return false;
    const plain = percentDecoded(raw);
    return plain === undefined || holds(plain);
  };
  const walked = (raw: string, clean: Clean) =>
    holds(raw) || mayHoldDisguised(raw) || holdsBlocks(raw) || isSplit(raw)
      ? JSON.stringify(walk(JSON.parse(raw), "", clean))
      : raw;
  return {
    text: (raw) => text(raw),
    values,
    json: (raw) => walked(raw, cleanData),
    record: (raw) => walked(raw, cleanRecord),
  };
}

// The names of fields are few and come again and again.
const MOST_KEYS = 1_000;
const LONGEST_KEY = 60;

/** The same function, which looks at a short key once. */
function remembering(clean: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const cleaned = clean(key);
    if (key.length <= LONGEST_KEY && known.size < MOST_KEYS) known.set(key, cleaned);
    return cleaned;
  };
}

interface Clean {
  key(key: string): string;
  leaf(held: unknown, key: string): unknown;
  /** Cleans texts that stand one after another: a secret may be cut between them. */
  list(texts: readonly string[]): readonly string[];
}

/** Cleans data from the inside out. The elements of a list belong to the list's name. */
function walk(held: unknown, key: string, clean: Clean): unknown {
  if (Array.isArray(held)) return joined(held, clean).map((each) => walk(each, key, clean));
  if (typeof held !== "object" || held === null) return clean.leaf(held, key);
  return Object.fromEntries(
    Object.entries(held).map(([name, value]) => [clean.key(name), walk(value, name, clean)]),
  );
}

/** The elements of a list without secrets that begin in one text and go on in the next. */
function joined(elements: readonly unknown[], clean: Clean): readonly unknown[] {
  const texts = elements.map(textIn);
  if (texts.filter((text) => text !== undefined).length < 2) return elements;
  const cleaned = clean.list(texts.map((text) => text ?? ""));
  return elements.map((element, index) => {
    const text = cleaned[index];
    if (texts[index] === undefined || text === texts[index]) return element;
    return typeof element === "object" ? { ...element, text } : text;
  });
}

function textIn(element: unknown): string | undefined {
  if (typeof element === "string") return element;
  if (typeof element !== "object" || element === null || !("text" in element)) return undefined;
  return typeof element.text === "string" ? element.text : undefined;
}

/** Where one text of a list ends and the next begins, in JSON, and how a line ends inside of a text. */
const BREAKS = /(?:=|\\\\)?(?:\\r)?\\n(?:[ ]|\\t){0,40}|\\r|"\s?,\s?"/g;

/** Whether the text of some JSON holds several blocks of text. */
function holdsBlocks(raw: string): boolean {
  const first = raw.indexOf('"text":');
  return first !== -1 && raw.includes('"text":', first + 1);
}

interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Cleans a text in every form in which somebody may read it: what hides a secret from us must not show it to them. */
function inEveryReading(
  raw: string,
  find: (held: string) => readonly Span[],
  findWrapped: (held: string) => readonly Span[],
): string {
  if (hasOneReading(raw)) return raw;
  const seen = inReading(raw, withoutUnseen(raw), find);
  // An address escaped in another one is found as it stands: decoded, its sign of a name may be that of a query.
  const plain = inReading(seen, decoded(seen), (held) =>
    find(held).filter(({ name }) => name !== "url password"),
  );
  const whole = inReading(plain, assembled(plain), (held) => findWrapped(held));
  return inReading(whole, unwrapped(whole), (held) => findWrapped(held));
}

function inReading(
  text: string,
  reading: Reading | undefined,
  find: (held: string) => readonly Span[],
): string {
  if (reading === undefined) return text;
  const spans = find(reading.text).map(({ name, start, end }): Span => {
    const [from, to] = reading.spanOf(start, end);
    return { name, start: from, end: to };
  });
  return withoutSpans(text, spans);
}

/** Texts without what is found where they are put one behind the other. */
function withoutSplit(texts: readonly string[], find: (held: string) => readonly Span[]): readonly string[] {
  const found = find(texts.join("")).toSorted((one, other) => one.start - other.start);
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

/** Whether a part of a text looks made by chance; configured values need not. */
const isOpaqueIn =
  (text: string) =>
  ({ name, start, end }: Span): boolean =>
    name === "configured secret" || isOpaque(text.slice(start, end));

/** Replaces parts of a text; where two overlap, what belongs to either goes. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let shown = "";
  let at = 0;
  for (const { name, start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (start >= at) shown += `${text.slice(at, start)}[redacted: ${name}]`;
    at = Math.max(at, end);
  }
  return shown + text.slice(at);
}

function withoutTokens(text: string): string {
  const found = findTokens(text);
  return found.length === 0 ? text : withoutSpans(text, found);
}

/** A value whose field says that it is a secret: looked at together with its name, as it would stand in text. */
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
