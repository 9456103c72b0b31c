import { isContentName } from "../../tool/role-of.ts";
import { atomsOf } from "../atoms.ts";
import { wordsOf } from "../words.ts";
import { placeOf } from "./pointing-words.ts";

/** An entry of one of the user's services, as a result reported it. Only its structure counts, which the service determines. */
export interface ObservedRecord {
  readonly service: string;
  /** The names of the entry. */
  readonly names: readonly string[];
  /** Who sent or wrote it. Empty for an entry that was not sent to the user. */
  readonly authors: readonly string[];
  /** Its short fields, without free text. */
  readonly fields: readonly {
    readonly name: string;
    readonly values: readonly string[];
    readonly isList: boolean;
  }[];
  /** Its free text, the links in it, and its words. */
  readonly text: string;
  readonly links: readonly string[];
  readonly words: readonly string[];
}

/** A plain list of names, with the name of the tool that returned it. */
interface ObservedList {
  readonly service: string;
  readonly tool: string;
  readonly values: readonly string[];
}

interface Holders {
  readonly records: readonly ObservedRecord[];
  readonly lists: readonly ObservedList[];
}

/** The contents of one run's results that the user's words may point at. */
export interface Observed {
  add(output: unknown, of: { readonly tool: string; readonly service: string }): void;
  addPage(url: string, output: unknown): void;
  readonly records: readonly ObservedRecord[];
  readonly lists: readonly ObservedList[];
  /** The records and lists that contain a value as a whole, by its `foldName` spelling. */
  holders(folded: string): Holders;
  /** All of these values, each with the records and lists that contain it. */
  readonly holdersByText: ReadonlyMap<string, Holders>;
  /** The mail addresses on each page, by the address of the page. */
  readonly pages: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether something was too large to keep. It is then unknown whether a value is the only one. */
  readonly dropped: boolean;
}

const MOST_NODES = 20_000;
const MOST_RECORDS = 5_000;
const MOST_CHARACTERS = 2_000_000;
const MOST_VALUE = 200;
const NAME = /^(?:title|label|(?:[a-z]+_)?name|filename|[a-z]+Name)$/;
const AUTHOR = /^(?:sender|from|author|owner|by|posted_by|created_by|organizer)$/i;

/** Stores the contents of results, up to a limit. */
export function createObserved(): Observed {
  const records: ObservedRecord[] = [];
  const lists: ObservedList[] = [];
  const pages = new Map<string, Set<string>>();
  const holdersByText = new Map<string, { records: ObservedRecord[]; lists: ObservedList[] }>();
  const holdersOf = (value: string) => {
    const folded = foldName(value);
    const found = holdersByText.get(folded) ?? { records: [], lists: [] };
    holdersByText.set(folded, found);
    return found;
  };
  let [indexedRecords, indexedLists] = [0, 0];
  // Most runs make no call that has to be explained, so nothing is folded before somebody looks for a value.
  const index = () => {
    for (; indexedRecords < records.length; indexedRecords++) {
      const record = records[indexedRecords] as ObservedRecord; // its place is below the length
      for (const value of new Set(record.fields.flatMap(({ values }) => values)))
        holdersOf(value).records.push(record);
    }
    for (; indexedLists < lists.length; indexedLists++) {
      const list = lists[indexedLists] as ObservedList; // as above
      for (const value of new Set(list.values)) holdersOf(value).lists.push(list);
    }
    return holdersByText;
  };
  let room = MOST_CHARACTERS;
  let nodes = 0;
  let dropped = false;
  return {
    add(output, { tool, service }) {
      if (typeof output !== "object") return;
      const pending: unknown[] = [output];
      while (pending.length > 0 && !dropped) {
        const node = pending.pop();
        if (typeof node !== "object" || node === null) continue;
        const values = Object.values(node);
        const size = values.reduce((sum: number, one) => sum + (typeof one === "string" ? one.length : 0), 0);
        nodes += values.length + 1;
        room -= size;
        if (nodes > MOST_NODES || room < 0 || records.length + lists.length >= MOST_RECORDS) dropped = true;
        else if (!Array.isArray(node)) records.push(recordOf(node, service));
        else if (values.some(isScalar)) lists.push({ service, tool, values: shortTexts(values) });
        for (const inner of values) if (typeof inner === "object") pending.push(inner);
      }
    },
    addPage(url, output) {
      const text = typeof output === "string" ? output : (JSON.stringify(output) ?? "");
      room -= text.length;
      if (room < 0 || pages.size >= MOST_RECORDS) {
        dropped = true;
        return;
      }
      const mails = atomsOf(text).atoms.flatMap(({ type, value }) => (type === "mail" ? [value] : []));
      pages.set(url, new Set([...(pages.get(url) ?? []), ...mails]));
    },
    records,
    lists,
    get holdersByText() {
      return index();
    },
    holders: (folded) => index().get(folded) ?? NOBODY,
    pages,
    get dropped() {
      return dropped;
    },
  };
}

const NOBODY: Holders = { records: [], lists: [] };

/** The canonical spelling of a name. Lookalike letters stay different. */
export function foldName(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}

function recordOf(node: object, service: string): ObservedRecord {
  const entries = Object.entries(node);
  const valuesOf = (value: unknown) => shortTexts(Array.isArray(value) ? value : [value]);
  const fields = entries
    .filter(([name]) => !isContentName(name))
    .map(([name, value]) => ({ name, values: valuesOf(value), isList: Array.isArray(value) }))
    .filter(({ values }) => values.length > 0);
  const found = (form: RegExp) =>
    fields.filter(({ name }) => form.test(name)).flatMap(({ values }) => values);
  const free = entries.filter(
    ([name, value]) => typeof value === "string" && (isContentName(name) || value.length > MOST_VALUE),
  );
  const text = free.map(([, value]) => String(value)).join("\n");
  let links: readonly string[] | undefined;
  let words: readonly string[] | undefined;
  return {
    service,
    names: found(NAME),
    authors: found(AUTHOR),
    fields,
    text,
    // Computed on first access.
    get links() {
      links ??= atomsOf(text).atoms.flatMap((atom) => (atom.type === "link" ? [placeOf(atom.value)] : []));
      return links;
    },
    get words() {
      words ??= wordsOf(text);
      return words;
    },
  };
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function shortTexts(values: readonly unknown[]): string[] {
  return values
    .filter(isScalar)
    .map(String)
    .filter((value) => value.length > 0 && value.length <= MOST_VALUE);
}
