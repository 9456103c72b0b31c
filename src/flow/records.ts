import { isRecord } from "../text/record.ts";
import { objectOf } from "./verbs.ts";
import { nameWords, singularOf } from "./words.ts";

/** A thing in one of the user's services with an id and a name, as a result reported it. */
interface Thing {
  readonly id: string;
  /** Its kind, in words from the names of the tool and of its fields. */
  readonly kinds: ReadonlySet<string>;
  readonly names: readonly string[];
  /** What else describes it in one word: its type, its author. */
  readonly words: readonly string[];
  readonly service: string;
  /** Whether a call of this run created it. */
  readonly made: boolean;
}

/** An argument that names a thing. A bare `id` refers to the object of the tool: the order in `update_standing_order`. */
interface IdQuery {
  readonly argument: string;
  readonly service: string;
  readonly tool: string;
}

/**
 * The things in the results of one run. Only the structure counts, which the service determines. Free text cannot add a thing.
 */
export interface Records {
  add(output: unknown, of: { tool: string; service: string; made: boolean }): readonly Thing[];
  /** The things of a service that an argument like `file_id` may mean by this id. */
  find(id: string, of: IdQuery): readonly Thing[];
  /** The ids and names of the things that have this id or name: one thing has several. */
  aliasesOf(value: string): readonly string[];
  /** Whether a thing with this id or name was there before this run. */
  exists(value: string): boolean;
  /** All things of the kind that the argument means. */
  ofKind(of: IdQuery): readonly Thing[];
  /** The words for that kind. */
  kindsOf(of: Pick<IdQuery, "argument" | "tool">): readonly string[];
}

const MOST_THINGS = 5_000;
const MOST_ALIKE = 20;
const MOST_NODES = 20_000;
/** An object with more fields is a table, not a thing. */
const MOST_FIELDS = 200;
const ID = /^(?:id_?|uuid|key|number)$|_id$|Id$/;
const OWN_NUMBER = /^([a-z]+)(?:_number|Number|_no|_key)$/;
const NAME = /^(?:title|name|filename|file_name|subject|label)$/;
const DESCRIBES = /^(?:kind|type|category|user|author|login|brand|room)$/;
const ID_WORDS = new Set(["id", "ids", "uuid", "key", "number", "new", "the"]);

/** Stores the things of one run. */
export function createRecords(): Records {
  const things: Thing[] = [];
  const byCalled = new Map<string, readonly Thing[]>();
  const byKind = ({ argument, service, tool }: IdQuery) => {
    const named = namedKinds(argument);
    // `milestone` alone may take the id of one.
    if (!ID.test(argument) && !OWN_NUMBER.test(argument) && nameWords(argument).length > 1) return [];
    const kinds = kindsOf({ argument, tool });
    if (kinds.length === 0) return [];
    const own = things.filter((thing) => thing.service === service);
    const ofKind = own.filter((thing) => kinds.every((kind) => thing.kinds.has(kind)));
    // A bare `number` may be of another kind than the object of the tool: `request_review` is about a pull request.
    return ofKind.length > 0 || named.length > 0 ? ofKind : own;
  };
  return {
    add(output, of) {
      const found: Thing[] = [];
      if (typeof output !== "object") return found;
      const pending: { node: unknown; within: string }[] = [{ node: output, within: "" }];
      for (let nodes = 0; pending.length > 0 && nodes < MOST_NODES; nodes++) {
        const { node, within } = pending.pop() ?? {};
        if (typeof node !== "object" || node === null) continue;
        const keys = Object.keys(node);
        const thing =
          isRecord(node) && keys.length <= MOST_FIELDS
            ? thingOf(node, { ...of, within: within ?? "" })
            : undefined;
        if (thing !== undefined) found.push(thing);
        const list = Array.isArray(node);
        for (const key of keys.slice(0, MOST_NODES)) {
          const inner: unknown = Reflect.get(node, key);
          if (typeof inner === "object") pending.push({ node: inner, within: list ? (within ?? "") : key });
        }
      }
      for (const thing of found.slice(0, MOST_THINGS - things.length)) {
        things.push(thing);
        for (const called of [thing.id, ...thing.names]) {
          const known = byCalled.get(foldName(called)) ?? [];
          byCalled.set(foldName(called), [...known, thing]);
        }
      }
      return found;
    },
    aliasesOf(value) {
      const known = byCalled.get(foldName(value)) ?? [];
      return [...new Set(known.slice(0, MOST_ALIKE).flatMap(({ id, names }) => [id, ...names]))];
    },
    exists: (value) => byCalled.get(foldName(value))?.some(({ made }) => !made) === true,
    find: (id, of) => byKind(of).filter((thing) => thing.id === id),
    ofKind: byKind,
    kindsOf,
  };
}

function namedKinds(argument: string): readonly string[] {
  return nameWords(argument).filter((word) => !ID_WORDS.has(word));
}

function kindsOf({ argument, tool }: Pick<IdQuery, "argument" | "tool">): readonly string[] {
  const named = namedKinds(argument);
  return (named.length === 0 ? objectOf(tool) : named).map(singularOf);
}

function thingOf(
  node: Readonly<Record<string, unknown>>,
  { tool, service, made, within }: { tool: string; service: string; made: boolean; within: string },
): Thing | undefined {
  const own = nameWords(`${tool} ${within}`).map(singularOf);
  const isId = (key: string) => ID.test(key) || own.includes(OWN_NUMBER.exec(key)?.[1] ?? " ");
  const [id] = Object.entries(node).filter(([key, value]) => isId(key) && isIdValue(value));
  const named = Object.entries(node).filter(([key, value]) => NAME.test(key) && typeof value === "string");
  if (id === undefined) return undefined;
  const kinds = [
    ...nameWords(`${tool} ${within}`),
    ...[id[0], ...named.map(([key]) => key)].flatMap((key) => nameWords(key)),
  ];
  return {
    id: String(id[1]),
    kinds: new Set([...kinds, ...kinds.map((kind) => kind.replace(/name$/, ""))].map(singularOf)),
    names: named.map(([, value]) => String(value).slice(0, 300)),
    words: Object.entries(node).flatMap(([key, value]) =>
      DESCRIBES.test(key) && typeof value === "string" && value.length < 40 ? [value] : [],
    ),
    service,
    made,
  };
}

function foldName(name: string): string {
  return name.trim().toLowerCase();
}

function isIdValue(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.length > 0 && value.length <= 100);
}
