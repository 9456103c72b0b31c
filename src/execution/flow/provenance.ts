import type { HarbourEvent } from "../../contract/event.ts";
import type { Tool } from "../../contract/tool.ts";
import { agreeTo, type ExplainedCall, serviceOf, spoilThings } from "../../flow/explain-call.ts";
import { createRunOrigins, type RunOrigins } from "../../flow/run-origins.ts";
import { canonicalUrl } from "../../policy/canonical-url.ts";
import type { Layer, ToolNames } from "../../policy/layer.ts";
import { provenanceLayer, tellsOnlyAddress } from "../../policy/provenance-layer.ts";
import { defined } from "../../support/defined.ts";
import { isInside } from "../../support/paths.ts";
import { trimEndOf } from "../../text/trim-end.ts";
import type { Call, JudgedRequest } from "../call.ts";
import { type CallExplanation, explanationOf } from "./explanation.ts";

/** What a run has read that nobody vouches for. */
export interface Provenance {
  readonly layer: Layer;
  /** Where it came from, in words. */
  readonly sources: readonly string[];
  /** Changes with every untrusted output that enters the run, also with another one of the same source. */
  readonly reading: string;
  /**
   * Pays for a call that a marked run may make because its address is known. False if the run cannot pay any more: the call has
   * to be judged again.
   */
  claim(judged: JudgedRequest): boolean;
  /** Where the arguments of a call came from. Returns `undefined` while the run has read nothing of anybody else's. */
  explain(call: ExplainedCall): CallExplanation | undefined;
  /** A person said yes to a call: what it was given counts as the user's for the rest of the run. */
  agree(judged: JudgedRequest): void;
  /** Takes note that the output of a call has entered the run. */
  note(call: Call, judged: JudgedRequest, output?: unknown): void;
  /** Whose words the output of a call may be; `undefined` if the tool or its kind vouches for it. */
  sourceOf(judged: JudgedRequest): string | undefined;
  /** What the user said in this run, and the services whose answers it has read: later runs of a conversation are told both. */
  readonly said: string;
  readonly seen: readonly string[];
  /** Takes in what earlier runs of the conversation knew. */
  recall(earlier: { readonly said: readonly string[]; readonly seen: readonly string[] }): void;
  /**
   * Takes note of content that came in by another way: with earlier turns, memory, the message itself, or `through` something
   * stored that a call has read.
   */
  mark(
    sources: readonly string[],
    how?: { readonly callId?: string; readonly through?: string | undefined },
  ): void;
}

interface ProvenanceOptions {
  readonly runId: string;
  /** What the log of the run holds already. */
  readonly sources: readonly string[];
  /** Addresses that the user named. */
  readonly named?: readonly string[];
  /** Where untrusted content came from that the run begins with. */
  readonly untrusted?: readonly string[];
  /** What the user said. */
  readonly message?: string | undefined;
  /** The workspace: files from outside of it are somebody else's. */
  readonly folder: string;
  now(): string;
  record(event: HarbourEvent): void;
}

const MAX_SOURCES = 200;

/** Follows where the content of one run comes from. */
export function createProvenance(options: ProvenanceOptions): Provenance {
  const { runId, folder, now, record } = options;
  const sources = [...options.sources];
  const known = new Set(sources);
  // What a run that goes on in another process has told already is not known any more.
  const origins = createRunOrigins();
  if (options.message !== undefined) origins.own.add(options.message);
  const addresses = createKnownAddresses(options.named ?? [], { spent: sources.length > 0 });
  // Another process counts anew, under another time.
  const reachOf = (tool: ToolNames): Reach => {
    if (origins.seen.size > 0 || options.sources.length > 0) return "known";
    // A search asks the service that the user chose for searching.
    return tool.source === "builtin" && tool.name === "web_search" ? "any" : "open";
  };
  const began = now();
  let outputs = 0;
  const add = (
    source: string,
    { callId, through }: { callId?: string; through?: string | undefined } = {},
  ) => {
    outputs++;
    if (known.has(source) || sources.length >= MAX_SOURCES) return;
    record({
      type: "taint-start",
      runId,
      at: now(),
      ...defined({ callId }),
      source,
      ...defined({ through }),
    });
    known.add(source);
    sources.push(source);
  };
  for (const source of options.untrusted ?? []) add(source);
  // Nobody says what else came with it, so it may be private.
  if (options.untrusted !== undefined && options.untrusted.length > 0) origins.saw("what the run began with");
  return {
    layer: provenanceLayer({
      sources: () => sources,
      mayFollow: (url, tool) => addresses.mayFollow(url, reachOf(tool)),
    }),
    get said() {
      return options.message ?? "";
    },
    get seen() {
      return [...origins.seen];
    },
    recall({ said, seen }) {
      for (const text of said) origins.own.add(text);
      for (const service of seen) origins.saw(service);
    },
    sources,
    get reading() {
      return `${began} ${outputs}`;
    },
    explain: (call) => (sources.length === 0 ? undefined : explanationOf(call, origins)),
    agree: (judged) => agreeTo(judged, origins),
    claim({ tool, effects, explanation }) {
      if (explanation?.used === true) {
        if (origins.spent.has(explanation.signature)) return false;
        // To look again at one's own service tells nobody anything.
        if (tool.flow.changes !== "nothing") origins.spent.add(explanation.signature);
        return true;
      }
      if (sources.length === 0 || !tellsOnlyAddress(tool)) return true;
      return effects.every(
        ({ kind, target }) => kind !== "host.read" || addresses.claim(target, reachOf(tool)),
      );
    },
    note({ callId }, judged, output) {
      const source = untrustedSource(judged, folder);
      if (source !== undefined) add(source, { callId });
      noteOutput(judged, { output, source }, origins);
      if (!tellsOnlyAddress(judged.tool)) return;
      for (const { kind, target } of judged.effects) if (kind === "host.read") addresses.add(target);
      addresses.addLinks(output);
    },
    sourceOf: (judged) => untrustedSource(judged, folder),
    mark(further, how) {
      for (const source of further) add(source, how);
    },
  };
}

/** Takes in what a call gave back: who said it, which things it tells of, and whose business it is. */
function noteOutput(
  { tool, input, effects, explanation }: JudgedRequest,
  { output, source }: { output: unknown; source: string | undefined },
  origins: RunOrigins,
): void {
  const service = serviceOf(tool);
  // A page is public, and its form is its author's: it can call anything an id.
  const isPage =
    tellsOnlyAddress(tool) ||
    effects.some(({ kind, server }) => kind === "host.read" && server === undefined);
  if (!tellsOnlyAddress(tool) && tool.category !== "system") origins.saw(service);
  if (source !== undefined && output !== undefined)
    origins.results.add(source, output, isPage ? undefined : service);
  if (isPage) return;
  const made = tool.flow.changes !== "nothing" && tool.flow.sends !== "nothing" && input !== undefined;
  const things = origins.records.add(output, { tool: tool.name, service, made });
  if (made && explanation !== undefined) spoilThings(explanation.found, things, origins);
}

function untrustedSource({ tool, effects }: JudgedRequest, folder: string): string | undefined {
  const { output } = tool.flow;
  if (output === "trusted") return undefined;
  const host = effects.find(({ kind, server }) => kind.startsWith("host.") && server === undefined);
  if (host !== undefined)
    return `${nameOf(tool)}: ${URL.parse(host.target)?.origin ?? host.target.slice(0, 200)}`;
  if (output === "untrusted" || effects.some(({ server }) => server !== undefined)) return nameOf(tool);
  const foreign = effects.find(({ kind, target }) => kind === "file.read" && !isInside(target, folder));
  return foreign === undefined ? undefined : `${nameOf(tool)}: ${foreign.target.slice(0, 200)}`;
}

function nameOf({ name, origin }: Tool): string {
  return origin === "" ? name : `${name} of ${origin}`;
}

/**
 * Which addresses cost nothing. `known`: those that the user named, as in every run. `open`: in a run that has read nothing but
 * public pages, also the links of those pages, letter for letter. `any`: there, also any other.
 */
type Reach = "known" | "open" | "any";

/**
 * Addresses that a marked run may ask for without a question, and how many more times. To ask for one of them tells its host
 * which one was chosen, so a run that is told what to do by a stranger could spell out a secret. What can be told this way is
 * bounded: each address that the user named is free once; every other request is paid for.
 */
interface KnownAddresses {
  /** Whether the next request for exactly this address would be free or can be paid. */
  mayFollow(url: string, reach?: Reach): boolean;
  /** Takes the free request or pays for it. False if neither is possible: then a person has to be asked. */
  claim(url: string, reach?: Reach): boolean;
  /** An address that the run has asked for. */
  add(url: string): void;
  /** The links that stand in what the run has read. */
  addLinks(output: unknown): void;
}

/** The most requests that a marked run may pay for. */
export const MOST_REQUESTS = 20;

/** The most requests of a run that has read nothing but public pages: it knows nothing that it could tell. */
export const MOST_PUBLIC_REQUESTS = 50;

/** The most bits that those requests may tell together. */
export const MOST_BITS = 64;

const MOST_ADDRESSES = 2_000;

const MOST_SCANNED = 200_000;

const LINK = /https?:\/\/[^\s"'<>`\\^{|}]+/gi;

/** Keeps the addresses of one run. `spent`: nothing can be paid any more, as for a run whose earlier payments are not known. */
export function createKnownAddresses(named: readonly string[], { spent = false } = {}): KnownAddresses {
  const known = new Set(named);
  const free = new Set(named);
  let requests = spent ? MOST_REQUESTS : 0;
  let bits = spent ? MOST_BITS : 0;
  let open = spent ? MOST_PUBLIC_REQUESTS : 0;
  const isOpen = (url: string, reach: Reach) =>
    open < MOST_PUBLIC_REQUESTS && (reach === "any" || (reach === "open" && known.has(url)));
  // To choose one of n addresses, or none of them, tells log2(n + 1) bits.
  const price = () => Math.log2(known.size + 1);
  const canPay = () => requests < MOST_REQUESTS && bits + price() <= MOST_BITS;
  const add = (url: string) => {
    if (known.size < MOST_ADDRESSES) known.add(url);
  };
  return {
    mayFollow: (url, reach = "known") => free.has(url) || isOpen(url, reach) || (known.has(url) && canPay()),
    claim(url, reach = "known") {
      if (free.delete(url)) return true;
      if (isOpen(url, reach)) {
        open++;
        return true;
      }
      if (!known.has(url) || !canPay()) return false;
      bits += price();
      requests++;
      return true;
    },
    add,
    addLinks(output) {
      if (known.size >= MOST_ADDRESSES || output === undefined) return;
      const text = (typeof output === "string" ? output : (JSON.stringify(output) ?? "")).slice(
        0,
        MOST_SCANNED,
      );
      for (const [link] of text.matchAll(LINK)) for (const url of readings(link)) add(url);
    },
  };
}

/** A link may be followed by the bracket or the full stop of the sentence it stands in. */
function readings(link: string): string[] {
  const bare = trimEndOf(link, /[\])}.,;:!?*_]/);
  return [...new Set([link, bare])].flatMap((text) => {
    try {
      return [canonicalUrl(text)];
    } catch {
      return [];
    }
  });
}
