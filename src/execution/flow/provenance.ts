import type { HarbourEvent } from "../../contract/event.ts";
import type { Party } from "../../contract/grant.ts";
import type { Tool } from "../../contract/tool.ts";
import { agreeTo, serviceOf } from "../../flow/explain-call.ts";
import type { ExplainedCall } from "../../flow/explained-call.ts";
import { isAllOwn } from "../../flow/kept-words.ts";
import { isFromParty, partyOf } from "../../flow/party.ts";
import { isFreeLine } from "../../flow/plan/free-line.ts";
import type { RunPlan } from "../../flow/plan/run-plan.ts";
import { createRunOrigins } from "../../flow/run-origins.ts";
import type { Layer, ToolNames } from "../../policy/layer.ts";
import { provenanceLayer, tellsOnlyAddress } from "../../policy/provenance-layer.ts";
import { defined } from "../../support/defined.ts";
import type { Call, JudgedRequest } from "../call.ts";
import { type CallExplanation, explanationOf } from "./explanation.ts";
import { type EarlierTurns, type Heard, storedSource } from "./heard.ts";
import { createKnownAddresses, type KnownAddresses, type Reach } from "./known-addresses.ts";
import { noteOutput, untrustedSource } from "./note-output.ts";

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
  agree(judged: Pick<JudgedRequest, "tool" | "input">): void;
  /** What was planned in this run before anything from outside was read. */
  readonly plan: RunPlan;
  /** Whether the user's own words say all that a line of a plan leaves open. */
  isFree(line: { readonly tool: Tool; readonly input: unknown }): boolean;
  /** The source that all unexplained arguments of a call come from, if a person may trust it for that. */
  partyOf(judged: JudgedRequest): Party | undefined;
  isFromParty(judged: JudgedRequest, party: Party): boolean;
  /** Takes note that the output of a call has entered the run. */
  note(call: Call, judged: JudgedRequest, output?: unknown, heard?: readonly Heard[]): void;
  /** Whose words the input of a call may be, beside the user's. Empty if the user said all that it would keep. */
  inputSources(judged: Pick<JudgedRequest, "tool" | "input">): readonly string[];
  /** Takes note that a call has ended and nothing from outside came back. */
  noteUnreached(judged: JudgedRequest): void;
  /** The same for a call whose output nobody in the run sees: what it reads is recorded and does not mark the run. */
  apart(): Provenance;
  /** The sources of such calls: whoever looks their outputs up is marked with them. */
  readonly readApart: readonly string[];
  /** Whose words the output of a call may be; `undefined` if the tool or its kind vouches for it. */
  sourceOf(judged: JudgedRequest): string | undefined;
  /** What the user said in this run, and the services whose answers it has read: later runs of a conversation are told both. */
  readonly said: string;
  readonly seen: readonly string[];
  /** Takes in what earlier runs of the conversation knew. */
  recall(earlier: EarlierTurns): void;
  /**
   * Takes note of content that came in by another way: with earlier turns, memory, the message itself, or `through` something
   * stored that a call has read.
   */
  mark(
    sources: readonly string[],
    how?: {
      readonly callId?: string;
      readonly through?: string | undefined;
      /** The texts themselves, where they are known. */
      readonly values?: unknown;
    },
  ): void;
}

/** What the runs of one caller have read, and what they may still tell: a caller with many runs may do no more than one with a single run. */
export interface SharedReading {
  readonly sources: Set<string>;
  readonly seen: Set<string>;
  readonly addresses: KnownAddresses;
}

interface ProvenanceOptions {
  readonly runId: string;
  /** Who makes the calls. Default: a caller with this run alone. */
  readonly caller?: string | undefined;
  /** What callers have read, by caller. */
  readonly readings: Map<string, SharedReading>;
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

/** How the log names the way of content that nobody in the run has seen. */
const QUARANTINE = "read apart, not seen by the run";

/** How the log names the way by which content of another run of the caller entered. */
const SIBLING = "another run of the same caller";

/** Follows where the content of one run comes from. */
export function createProvenance(options: ProvenanceOptions): Provenance {
  const { runId, folder, now, record } = options;
  const sources = [...options.sources];
  const known = new Set(sources);
  // What a run that goes on in another process has told already is not known any more.
  const origins = createRunOrigins();
  if (options.message !== undefined) origins.own.add(options.message);
  const shared = options.readings.get(options.caller ?? "") ?? {
    sources: new Set(sources),
    seen: new Set<string>(),
    addresses: createKnownAddresses(options.named ?? [], { spent: sources.length > 0 }),
  };
  if (options.caller !== undefined) options.readings.set(options.caller, shared);
  const { addresses } = shared;
  // Another process counts anew, under another time.
  const reachOf = (tool: ToolNames): Reach => {
    if (shared.seen.size > 0 || options.sources.length > 0) return "known";
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
    shared.sources.add(source);
  };
  /** Takes in what other runs of the caller have read since. */
  const readSources = () => {
    if (shared.sources.size !== sources.length)
      for (const source of shared.sources) add(source, { through: SIBLING });
    return sources;
  };
  const saw = (service: string) => {
    origins.saw(service);
    shared.seen.add(service);
  };
  const readApart = new Set<string>();
  const noteApart = (source: string, callId: string | undefined) => {
    if (readApart.has(source)) return;
    readApart.add(source);
    record({ type: "taint-start", runId, at: now(), ...defined({ callId }), source, through: QUARANTINE });
  };
  for (const source of options.untrusted ?? []) add(source);
  // Nobody says what else came with it, so it may be private.
  if (options.untrusted !== undefined && options.untrusted.length > 0) saw("what the run began with");
  const provenance: Provenance = {
    layer: provenanceLayer({
      sources: readSources,
      mayFollow: (url, tool) => addresses.mayFollow(url, reachOf(tool)),
    }),
    get said() {
      return options.message ?? "";
    },
    get seen() {
      return [...origins.seen];
    },
    recall({ said, seen, read = [] }) {
      for (const text of said) origins.own.add(text);
      for (const { source, values } of read) origins.results.add(source, values);
      for (const service of seen) saw(service);
    },
    get sources() {
      return readSources();
    },
    get reading() {
      return `${began} ${outputs}`;
    },
    explain: (call) => (readSources().length === 0 ? undefined : explanationOf(call, origins)),
    agree: (judged) => agreeTo(judged, origins),
    plan: origins.plan,
    partyOf: (judged) =>
      judged.explanation === undefined ? undefined : partyOf(judged, judged.explanation.found, origins),
    isFromParty: (judged, party) =>
      judged.explanation !== undefined &&
      isFromParty(judged, { origins: judged.explanation.found.origins, party }, origins),
    isFree: (line) => isFreeLine(line, origins),
    claim({ tool, effects, explanation }) {
      if (explanation?.used === true) return explanation.claim();
      if (readSources().length === 0 || !tellsOnlyAddress(tool)) return true;
      return effects.every(
        ({ kind, target }) => kind !== "host.read" || addresses.claim(target, reachOf(tool)),
      );
    },
    inputSources(judged) {
      const all = readSources();
      return all.length === 0 || isAllOwn(judged, origins) ? [] : all;
    },
    note({ callId }, judged, output, heard = []) {
      const source = untrustedSource(judged, folder);
      if (source !== undefined) add(source, { callId });
      origins.plan.note({ tool: judged.tool.name, input: judged.input }, output);
      const { dropped } = origins;
      noteOutput(judged, { output, source }, origins);
      for (const { source: stored, values = output } of heard)
        if (values !== undefined && stored !== source) origins.results.add(stored, values);
      if (origins.dropped && !dropped && source !== undefined)
        add(`${source} (a result too large to search)`, { callId });
      for (const service of origins.seen) shared.seen.add(service);
      if (!tellsOnlyAddress(judged.tool)) return;
      for (const { kind, target } of judged.effects) if (kind === "host.read") addresses.add(target);
      addresses.addLinks(output);
    },
    noteUnreached: ({ tool, input }) => origins.plan.note({ tool: tool.name, input }, undefined),
    sourceOf: (judged) => untrustedSource(judged, folder),
    mark(further, how) {
      for (const source of further) {
        add(source, how);
        if (how?.values !== undefined) origins.results.add(storedSource(source, how.through), how.values);
      }
    },
    // What it inherits reads the same run.
    apart: () =>
      Object.assign(Object.create(provenance), {
        note({ callId }: Call, judged: JudgedRequest) {
          const source = untrustedSource(judged, folder);
          if (source !== undefined) noteApart(source, callId);
          saw(serviceOf(judged.tool));
        },
        mark(further: readonly string[], { callId }: { callId?: string } = {}) {
          for (const source of further) noteApart(source, callId);
        },
      }),
    get readApart() {
      return [...readApart];
    },
  };
  return provenance;
}
