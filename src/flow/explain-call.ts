import type { Effect } from "../contract/effect.ts";
import type { ArgumentOrigin, Origin } from "../contract/origin.ts";
import type { Tool } from "../contract/tool.ts";
import { snakeName } from "../text/snake-name.ts";
import {
  changedWords,
  namesMade,
  namesObject,
  namesProtected,
  namesSet,
  pays,
  saysToOthers,
  sharesThings,
} from "./action.ts";
import { type ExplainedCall, type Leaf, leavesOf } from "./call-leaves.ts";
import { hasNewLink } from "./named-things.ts";
import type { Clause } from "./orders/clauses.ts";
import { dependsOnCondition, pairOf, replacesUnasked, withOtherOrders } from "./orders/order-of-call.ts";
import { isSwitch, namesSwitch } from "./orders/stated-switch.ts";
import { isPointedAt } from "./pointing/pointed-at.ts";
import { isForOthers, linksIn, quotesNamed } from "./quoted-records.ts";
import { recordOrigin } from "./record-origin.ts";
import type { RunOrigins } from "./run-origins.ts";
import { isDay, mayMeanDay } from "./stated-date.ts";
import { ID_WORDS } from "./stated-number.ts";
import { statesTypedValue } from "./stated-value.ts";
import { targetOf } from "./trusted-party.ts";
import { objectOf } from "./verbs.ts";
import { nameWords, singularOf } from "./words.ts";

/** The origins of a call's arguments, and the reasons to ask a person in a marked run. */
export interface Explanation {
  readonly origins: readonly ArgumentOrigin[];
  /** The reasons to ask a person. Empty if everything that matters is explained. */
  readonly why: readonly string[];
}

const MOST_SHOWN = 200;
const MOST_LINKS = 5;
const BOOKS = /(?:^|_)(?:book|reserve|reservation|booking|rent|hire)(?:_|$)/;

/** The service that a tool belongs to. Data from a service may go back to it. */
export function serviceOf({ source, origin }: Pick<Tool, "source" | "origin">): string {
  return `${source}:${origin}`;
}

/**
 * Explains the arguments of a call. The user must be the origin of everything that decides where something goes, what is acted on
 * and what is executed, and of everything that others get to read. A value without an explanation counts as a third party's.
 */
export function explainCall(call: ExplainedCall, run: RunOrigins): Explanation {
  const leaves = leavesOf(call);
  if (leaves === undefined) return { origins: [], why: ["the input has too many parts to explain each"] };
  const reads = isReading(call);
  const goesOut =
    call.tool.flow.sends === "input" ||
    call.effects.some(leavesService) ||
    saysToOthers(call.tool.name) ||
    leaves.some(({ role }) => role === "destination");
  const keeps = call.tool.flow.keeps === "beyond the run";
  const spoken = !reads && (goesOut || keeps);
  const orders = reads ? [] : run.ordersFor(call.tool.name, changedWords(call));
  const found = leaves.flatMap((leaf) => originsOf(leaf, { call, run, reads, spoken, leaves, orders }));
  const origins =
    reads || remembers(call.tool)
      ? found
      : withOtherOrders(found, leaves, {
          tool: call.tool.name,
          service: serviceOf(call.tool),
          run,
          asking: orders,
        });
  const why = [
    ...(call.tool.flow.changes === "for good" || call.effects.some(({ kind }) => kind === "file.delete")
      ? ["it changes something for good"]
      : []),
    ...(call.effects.some(({ kind }) => kind === "command.run") ? ["it runs a command"] : []),
    ...(reads ||
    remembers(call.tool) ||
    (orders.length > 0 &&
      isAsked(call.tool, origins, run) &&
      !dependsOnCondition(call, { orders, isSeen: run.seen.has(serviceOf(call.tool)) }))
      ? []
      : ["the user's message does not ask for it"]),
    ...(reads || !replacesUnasked(call.tool.name, leaves, { records: run.records, orders })
      ? []
      : ["it would replace what is there"]),
    ...origins.filter(({ asks }) => asks).map(({ path, from }) => `${path} ${WORDS[from]}`),
    ...call.effects
      .filter((effect) => leavesService(effect) && !isTargetExplained(effect, origins, run))
      .map(({ target }) => `${target.slice(0, MOST_SHOWN)} is not from the user`),
  ];
  return { origins, why };
}

/**
 * Whether the user asks for what a tool does. If they do not name its object in an argument, they have to name the
 * object of the tool: "share it with Ann" does not ask for `share_health_record`.
 */
function isAsked({ name }: Tool, origins: readonly ArgumentOrigin[], run: RunOrigins): boolean {
  const given = origins.map(({ path }) => path);
  if (!namesProtected(name, given, run.own)) return false;
  const said = origins.filter(({ role, from }) => role !== "inert" && EXPLAINED.has(from));
  const isId = (path: string) => nameWords(path).some((word) => ID_WORDS.has(word));
  const sets = said.some(
    ({ role, path, value }) => role === "authority" && !isId(path) && /^[\d.,]+$/.test(value),
  );
  const isRecord = said.some(({ from }) => from === "record" || from === "made");
  if (sets && !isRecord && !namesSet(name, given, run.own)) return false;
  const object = objectOf(name).map(singularOf);
  const isFiles = object.every((noun) => FILES.has(noun));
  const isObject = ({ role, path, from, value }: ArgumentOrigin) => {
    if (role === "destination" || (isSwitch(value) && !namesSwitch(path))) return false;
    if (from === "record" || from === "made" || !saysToOthers(name) || pays(name)) return true;
    if (role === "content" && !sharesThings(name)) return true;
    // A bare `number` is the object's.
    const words = nameWords(path);
    return (
      words.every((word) => ID_WORDS.has(word) && (isFiles || (word !== "path" && word !== "file"))) ||
      words.some((word) => object.includes(singularOf(word)))
    );
  };
  if (said.some(isObject) && namesMade(name, given, run.own)) return true;
  return namesObject(
    name,
    said.map(({ path }) => path),
    run.own,
  );
}

/** Objects of tools that a file can be. A file that the user names does not ask for `share_health_data`. */
const FILES = new Set(
  "file document doc folder item page sheet attachment resource link drive permission access".split(" "),
);

const WORDS: Readonly<Record<Origin, string>> = {
  user: "contains more than the user said",
  agreed: "was agreed to",
  made: "was made in this run",
  record: "is a record",
  service: "is from the service",
  planned: "is part of a plan",
  typed: "would be executed",
  elsewhere: "was said for something else",
  others: "is from somebody else, not from the user",
  nobody: "is not explained by anything",
};

interface Within {
  readonly call: ExplainedCall;
  readonly run: RunOrigins;
  readonly reads: boolean;
  /** Whether others, or a later run, receive the content. */
  readonly spoken: boolean;
  readonly leaves: readonly Leaf[];
  /** The orders that ask for the call. */
  readonly orders: readonly Clause[];
}

/** The origin of a value. If a person is asked about a text, the links in it are listed as well, each with its sources. */
function originsOf(leaf: Leaf, within: Within): ArgumentOrigin[] {
  const origin = originOf(leaf, within);
  if (!origin.asks || leaf.role !== "content") return [origin];
  const links = linksIn(leaf.value, within.run)
    .filter(({ value }) => value !== leaf.value.trim().toLowerCase())
    .slice(0, MOST_LINKS)
    .map(
      ({ value, sources }): ArgumentOrigin => ({
        path: `${leaf.path} (link)`,
        role: "content",
        value: value.slice(0, MOST_SHOWN),
        ...(sources.length === 0 ? { from: "nobody" } : { from: "others", sources: [...sources] }),
        asks: true,
      }),
    );
  return [origin, ...links];
}

function originOf(leaf: Leaf, within: Within): ArgumentOrigin {
  const { path, role, value } = leaf;
  const from = role === "inert" ? inertOrigin(leaf, within) : foundOrigin(leaf, within);
  const asks = (role === "inert" || needsExplaining(leaf, within)) && !EXPLAINED.has(from);
  const sources = from === "others" ? sourcesOf(leaf, within.run).slice(0, 3) : [];
  return {
    path,
    role,
    value: value.slice(0, MOST_SHOWN),
    from,
    ...(sources.length === 0 ? {} : { sources }),
    asks,
  };
}

function sourcesOf({ role, value }: Leaf, { results }: RunOrigins): readonly string[] {
  const whole = results.sourcesOf(value);
  return whole.length > 0 || role !== "content" ? whole : results.quotedBy(value);
}

/** The origin of an inert value. A date decides nothing by itself, unless something is booked for it. */
function inertOrigin({ argument, value }: Leaf, { call, run }: Within): Origin {
  if (!BOOKS.test(snakeName(call.tool.name)) || !isDay(value) || mayMeanDay(run.own.text, value))
    return "user";
  return run.isAgreed(argument, value) ? "agreed" : saidBy(value, run.results);
}

const EXPLAINED: ReadonlySet<Origin> = new Set(["user", "agreed", "made", "record", "service"]);

function needsExplaining({ role, value }: Leaf, { call, run, reads, spoken }: Within): boolean {
  if (role === "destination" || role === "code") return true;
  // A service may receive its own data, and everything while the run has seen no other service.
  if (reads) return [...run.seen].some((service) => service !== serviceOf(call.tool));
  if (role === "authority" || spoken || isForOthers(value, serviceOf(call.tool), run)) return true;
  return hasNewLink(value, run.own) && !quotesNamed(value, run);
}

function foundOrigin(leaf: Leaf, { call, run, reads, spoken, leaves, orders }: Within): Origin {
  const { argument, role, value } = leaf;
  const { own, results } = run;
  if (role === "authority" && spoken && run.isSpoiled(value)) return "others";
  if (run.isAgreed(argument, value)) return "agreed";
  // Text that the user wrote is not yet an instruction to execute it.
  if (role === "code") return own.text.includes(value.trim()) ? "typed" : saidBy(value, results);
  if (role === "authority") {
    const isSaid = statesTypedValue(leaf, { call, run, reads, orders });
    if (isSaid !== undefined) return isSaid ? "user" : saidBy(value, results);
  }
  const isOwn = role === "content" ? own.wrote : role === "destination" ? own.namesParty : own.namesThing;
  if (isOwn(value) || pairOf(leaf, leaves, own) !== undefined) return "user";
  if (role === "content" && remembers(call.tool) && own.paraphrases(value)) return "user";
  const service = serviceOf(call.tool);
  if (role === "authority") {
    const thing = recordOrigin(leaf, { run, service, spoken, tool: call.tool.name });
    if (thing !== undefined) return thing;
  }
  if (role === "destination" && isPointedAt({ argument, value, service, call, reads }, run)) return "record";
  if (reads && role !== "destination" && results.said(value, service)) return "service";
  const from = saidBy(value, results);
  return from === "nobody" && role === "content" && results.quotedBy(value).length > 0 ? "others" : from;
}

function saidBy(value: string, results: RunOrigins["results"]): Origin {
  return results.sourcesOf(value).length > 0 ? "others" : "nobody";
}

function leavesService({ kind, server }: Effect): boolean {
  return server === undefined && /^(?:message\.|money\.|host\.)/.test(kind);
}

/** Whether a call only stores words for later. It may store the user's words without a request to do so. */
function remembers({ flow, category }: Tool): boolean {
  return flow.keeps === "beyond the run" && (category === "memory" || category === "profile");
}

function isReading({ tool, effects }: ExplainedCall): boolean {
  if (tool.flow.sends === "input" || tool.flow.keeps === "beyond the run") return false;
  if (tool.flow.changes === "nothing") return true;
  return effects.length > 0 && effects.every(({ kind }) => kind === "host.read" || kind === "file.read");
}

function isTargetExplained(
  { kind, target }: Effect,
  origins: readonly ArgumentOrigin[],
  { own }: RunOrigins,
): boolean {
  if (own.names(target)) return true;
  const destinations = origins.filter(({ role }) => role === "destination");
  // The amount and the payee are in the arguments, or in the record that they name. Each of these must be explained.
  if (kind === "money.spend") return destinations.length > 0 || origins.some(({ from }) => from === "record");
  return destinations.some(
    ({ asks, from, value }) =>
      !asks && (from === "agreed" || from === "record") && targetOf(value) === targetOf(target),
  );
}

/**
 * Records that a call used somebody else's words: the things that it names, and those that it made, contain them from then on.
 */
export function spoilThings(
  { origins }: Explanation,
  made: readonly { readonly id: string; readonly names: readonly string[] }[],
  run: RunOrigins,
): void {
  // Copying, renaming or moving a thing takes the words in it along.
  const isOwn = origins.every(({ role, from, value }) =>
    role === "authority" ? !run.isSpoiled(value) : role === "inert" || from === "user" || from === "agreed",
  );
  if (isOwn) return;
  // The destination may be a file: where something is moved or copied to.
  for (const { role, value } of origins) if (role === "authority" || role === "destination") run.spoil(value);
  for (const { id, names } of made) for (const value of [id, ...names]) run.spoil(value);
}

/** Records that a person approved a call: its arguments count as the user's for the rest of the run. */
export function agreeTo(call: Omit<ExplainedCall, "effects">, run: RunOrigins): void {
  for (const { argument, value, role } of leavesOf(call) ?? [])
    if (role !== "inert" || isDay(value)) run.agree(argument, value);
}
