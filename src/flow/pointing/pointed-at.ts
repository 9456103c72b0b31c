import { atomsOf, linkOf } from "../atoms.ts";
import type { ExplainedCall } from "../call-leaves.ts";
import { callsByName } from "../named-things.ts";
import { foldText } from "../orders/clauses.ts";
import type { OwnWords } from "../own-words.ts";
import { spendsMoney } from "../spends-money.ts";
import { nameWords, singularOf } from "../words.ts";
import type { CalledRecords } from "./called-records.ts";
import { foldName as fold, type Observed, type ObservedRecord } from "./observed.ts";
import { type PointingWords, placeOf } from "./pointing-words.ts";

/** A value of a call, with the facts that explain it. */
interface PointedValue {
  readonly argument: string;
  readonly value: string;
  readonly service: string;
  readonly call: ExplainedCall;
  /** Whether the call only reads. */
  readonly reads: boolean;
}

const MOST_NAME = 100;

/** The user's words, and the knowledge of the run that they may point at. */
interface Known {
  readonly own: OwnWords;
  readonly observed: Observed;
  readonly pointing: PointingWords;
  readonly called: CalledRecords;
}

/**
 * Whether the user's words point at this value without containing it. Examples:
 * - the address that their own service has for a name that they said;
 * - the only name that begins as they say;
 * - each member of a group that they want to reach;
 * - the only address on a page that has the address according to them.
 *
 * No second value may fit the same words: a stranger can add a value, but cannot remove one. Never applies to money.
 */
export function isPointedAt(pointed: PointedValue, known: Known): boolean {
  const { value, call } = pointed;
  if (known.observed.dropped || value.length > MOST_NAME || /[\n\r]/.test(value) || spendsMoney(call))
    return false;
  return RULES.some((rule) => rule(pointed, known));
}

type Rule = (pointed: PointedValue, known: Known) => boolean;

/**
 * The field of the only entry that the user called by its name. A record that somebody sent to the user is not the user's entry.
 */
const fieldOfNamed: Rule = ({ argument, value, service, call }, { own, called: { named }, observed }) => {
  const record = observed
    .holders(fold(value))
    .records.find((one) => named.has(one) && one.service === service);
  if (record === undefined) return false;
  const name = record.names.find((one) => callsByName(one, own)) ?? "";
  const alike = [...named].filter(({ names }) => names.some((one) => fold(one) === fold(name)));
  if (new Set(alike.map(keyOf)).size > 1) return false;
  const field = record.fields.find(({ values }) => values.some((one) => fold(one) === fold(value)));
  if (field === undefined || record.names.some((one) => fold(one) === fold(value))) return false;
  // "Create the event 'Lunch'" names a new event, not the people of an invitation with the same title.
  if ((field.isList || isTitle(record, name)) && containsLeaf(call.input, name)) return false;
  if (typeOf(value) === "mail" && hasOtherAddress(own, name, call)) return false;
  const isSame = kindsOf(field.name).some((word) => kindsOf(argument).includes(word));
  if (isSame) return true;
  const handles = record.fields.filter((one) => isHandle(one.name));
  if (handles.length === 1 && handles[0] === field && kindsOf(argument).some((word) => RECEIVING.has(word)))
    return true;
  const addresses = record.fields.filter(({ values }) => values.some((one) => typeOf(one) === "mail"));
  return typeOf(value) === "mail" && addresses.length === 1;
};

/** The only name in the service that begins as the user says. */
const onlyBeginning: Rule = ({ value, service }, { pointing, observed }) => {
  const { records, lists } = observed.holders(fold(value));
  if (![...records, ...lists].some((holder) => holder.service === service)) return false;
  const beginning = pointing.beginnings.find((one) => fold(value).startsWith(one));
  if (beginning === undefined) return false;
  return (
    [...records, ...lists].every((holder) => holder.service === service) &&
    [...observed.holdersByText.keys()].filter((name) => name.startsWith(beginning)).length === 1
  );
};

/** Whether an argument takes members of a group that the user wants to reach completely. */
export function reachesAll(argument: string, { kinds }: Pick<PointingWords, "kinds">): boolean {
  return kindsOf(argument).some((word) => kinds.has(word) || (wantsPeople(kinds) && RECEIVING.has(word)));
}

function wantsPeople(kinds: ReadonlySet<string>): boolean {
  return [...kinds].some((kind) => PEOPLE.has(kind));
}

/** A member of a group that the user wants to reach completely, as the service lists them. */
const oneOfAll: Rule = ({ argument, value, service }, { pointing: { kinds }, observed }) => {
  if (!reachesAll(argument, { kinds })) return false;
  const people = wantsPeople(kinds);
  const isWanted = (word: string) => kinds.has(word) || (people && PEOPLE.has(word));
  const isIt = (one: string) => fold(one) === fold(value);
  const { records, lists } = observed.holders(fold(value));
  return (
    lists.some((list) => list.service === service && isWanted(headOf(list.tool))) ||
    records.some(
      (record) =>
        record.service === service &&
        ((people && typeOf(value) === "name" && record.authors.some(isIt)) ||
          record.fields.some(({ name, values }) => kindsOf(name).some(isWanted) && values.some(isIt))),
    )
  );
};

/** The only mail address on a page that contains somebody's address according to the user. */
const onlyAddressOfPage: Rule = ({ value }, { pointing: { places }, observed: { pages } }) =>
  places.size > 0 &&
  typeOf(value) === "mail" &&
  [...pages].some(
    ([url, mails]) => places.has(placeOf(linkOf(url))) && mails.size === 1 && mails.has(value.toLowerCase()),
  );

/** The only link in the records of an author whom the user names. Following it reveals no choice. */
const onlyLinkOfAuthor: Rule = ({ value, reads }, { own, pointing, called: { authored } }) => {
  if (!reads || !pointing.posts) return false;
  const authors = new Set(
    authored.flatMap(({ authors: all }) => all).filter((author) => own.namesParty(author)),
  );
  return [...authors].some((author) => {
    const links = authored
      .filter((record) => record.authors.includes(author))
      .flatMap((record) => record.links);
    return new Set(links).size === 1 && links[0] === placeOf(linkOf(value));
  });
};

/** The place of the only message that the user identifies by its author and by words in it, for a reply there. */
const placeOfMessage: Rule = ({ value, service }, { pointing, called: { described } }) => {
  if (!pointing.replies) return false;
  const [record] = described;
  if (record === undefined || record.service !== service) return false;
  const places = record.fields.filter(({ name }) => PLACE.test(name));
  if (!holds(places, value)) return false;
  return new Set(described.map(keyOf)).size === 1;
};

const RULES: readonly Rule[] = [
  fieldOfNamed,
  onlyBeginning,
  oneOfAll,
  onlyAddressOfPage,
  onlyLinkOfAuthor,
  placeOfMessage,
];

const PEOPLE = new Set(
  "user person member colleague participant attendee contact employee guest teammate coworker friend client customer".split(
    " ",
  ),
);
const RECEIVING = new Set(
  "recipient to cc bcc participant attendee invitee guest user member email receiver assignee reviewer collaborator".split(
    " ",
  ),
);
const HANDLE = /^(?:user_?name|login|handle|screen_?name)$/i;
const PLACE =
  /^(?:sender|from|author|recipients?|channel|room|thread|chat|group|topic|conversation)(?:_?(?:id|name))?$/i;
const TITLE = /^(?:title|label|filename)$/;
const PREPOSITION = /^(?:in|of|by|for|from|with|to|on|at|starting)$/;

/** The kind of the things that a tool lists, by its name: `user` for `get_users_in_channel`. */
function headOf(tool: string): string {
  const words = nameWords(tool);
  const end = words.findIndex((word) => PREPOSITION.test(word));
  return singularOf((end === -1 ? words : words.slice(0, end)).at(-1) ?? "");
}

/** Whether a field is for a person's user name at a service. */
function isHandle(field: string): boolean {
  return HANDLE.test(field);
}

function isTitle({ fields }: ObservedRecord, name: string): boolean {
  return fields.some((field) => TITLE.test(field.name) && field.values.includes(name));
}

/** Whether the order that names somebody has an address that the call does not use: "send Ann's file to bob@lark.test". */
function hasOtherAddress({ clauses }: OwnWords, name: string, { input }: ExplainedCall): boolean {
  return clauses
    .filter(({ folded }) => folded.text.includes(foldText(name)))
    .flatMap(({ text }) => atomsOf(text).atoms)
    .some(({ type, value }) => type === "mail" && !containsLeaf(input, value));
}

function containsLeaf(input: unknown, name: string): boolean {
  if (typeof input === "object" && input !== null)
    return Object.values(input).some((inner) => containsLeaf(inner, name));
  return fold(String(input)) === fold(name);
}

function holds(fields: ObservedRecord["fields"], value: string): boolean {
  return fields.some(({ values }) => values.some((one) => fold(one) === fold(value)));
}

function keyOf({ fields, text }: ObservedRecord): string {
  return JSON.stringify([fields, text]);
}

function kindsOf(name: string): string[] {
  return nameWords(name).map(singularOf);
}

function typeOf(value: string): string {
  const { atoms, rest } = atomsOf(value);
  return atoms.length === 1 && rest.trim() === "" ? (atoms[0]?.type ?? "name") : "name";
}
