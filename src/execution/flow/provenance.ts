import type { Party } from "../../contract/asking/grant.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { Tool } from "../../contract/tool.ts";
import type { ExplainedCall } from "../../flow/call-leaves.ts";
import { agreeTo, serviceOf } from "../../flow/explain-call.ts";
import { isAllOwnText, isOwnText } from "../../flow/own-text.ts";
import { isFreeLine } from "../../flow/plan/free-line.ts";
import type { RunPlan } from "../../flow/plan/run-plan.ts";
import { createRunOrigins } from "../../flow/run-origins.ts";
import { isFromParty, partyOf } from "../../flow/trusted-party.ts";
import type { Layer, ToolNames } from "../../policy/layer.ts";
import { provenanceLayer, tellsOnlyAddress } from "../../policy/provenance-layer.ts";
import { defined } from "../../support/defined.ts";
import type { Call, JudgedRequest } from "../call.ts";
import { type CallExplanation, explanationOf } from "./explanation.ts";
import { createKnownAddresses, type KnownAddresses, type Reach } from "./known-addresses.ts";
import { noteOutput, untrustedSource } from "./note-output.ts";
import { type EarlierTurns, type SourcedValues, storedSource } from "./sourced-values.ts";

/** The untrusted content that a run has read. */
export interface Provenance {
  readonly layer: Layer;
  /** The sources of the content, in words. */
  readonly sources: readonly string[];
  /** Changes with every untrusted output that enters the run, even from a known source. */
  readonly reading: string;
  /**
   * Pays for a call that a marked run may make because its address is known. Returns false if the budget is used up: the call
   * must then be judged again.
   */
  claim(judged: JudgedRequest): boolean;
  /** Where the arguments of a call came from. Returns `undefined` while the run has read nothing from others. */
  explain(call: ExplainedCall): CallExplanation | undefined;
  /** Records that a person approved a call: its arguments count as the user's for the rest of the run. */
  agree(judged: Pick<JudgedRequest, "tool" | "input">): void;
  /** The calls that were planned in this run before it read anything from outside. */
  readonly plan: RunPlan;
  /** Whether the user's own words state all open values of a plan line. */
  isFree(line: { readonly tool: Tool; readonly input: unknown }): boolean;
  /** The source of all unexplained arguments of a call, if a person may trust it for them. */
  partyOf(judged: JudgedRequest): Party | undefined;
  isFromParty(judged: JudgedRequest, party: Party): boolean;
  /** Records that the output of a call has entered the run. */
  note(call: Call, judged: JudgedRequest, output?: unknown, sourcedValues?: readonly SourcedValues[]): void;
  /** Sources of a call's input besides the user. Empty if everything that it would store comes from the user. */
  inputSources(judged: Pick<JudgedRequest, "tool" | "input">): readonly string[];
  /** Whether a text consists of the user's own words, in their order. */
  isOwnText(content: Uint8Array): boolean;
  /** Records that a call has ended and nothing from outside came back. */
  noteUnreached(judged: JudgedRequest): void;
  /** The same for a call whose output does not reach the run: what it reads is recorded and does not mark the run. */
  apart(): Provenance;
  /** The sources that calls apart have read. Looking up their outputs marks the run with them. */
  readonly readApart: readonly string[];
  /** The source of a call's output. `undefined` if the tool or its kind vouches for the output. */
  sourceOf(judged: JudgedRequest): string | undefined;
  /** The user's words in this run, and the services whose answers it has read. Later runs of the conversation get both. */
  readonly said: string;
  readonly seen: readonly string[];
  /** Adds the knowledge of earlier runs of the conversation. */
  recall(earlier: EarlierTurns): void;
  /**
   * Records content that entered in another way: with earlier turns, memory, the message itself, or `through` stored data that
   * a call has read.
   */
  mark(
    sources: readonly string[],
    how?: {
      readonly callId?: string;
      readonly through?: string | undefined;
      /** The texts themselves, if they are known. */
      readonly values?: unknown;
    },
  ): void;
}

/** What the runs of one caller have read, and their shared budget: several runs may not leak more than a single one. */
export interface SharedReading {
  readonly sources: Set<string>;
  readonly seen: Set<string>;
  readonly addresses: KnownAddresses;
}

interface ProvenanceOptions {
  readonly runId: string;
  /** The caller who makes the calls. Default: a caller with only this run. */
  readonly caller?: string | undefined;
  /** What callers have read, by caller. */
  readonly readings: Map<string, SharedReading>;
  /** The sources that are already in the log of the run. */
  readonly sources: readonly string[];
  /** Addresses that the user named. */
  readonly named?: readonly string[];
  /** Sources of the untrusted content that the run begins with. */
  readonly untrusted?: readonly string[];
  /** The user's message. */
  readonly message?: string | undefined;
  /** The workspace. Files outside it count as written by others. */
  readonly folder: string;
  now(): string;
  record(event: HarbourEvent): void;
}

const MAX_SOURCES = 200;
const MAX_OWN_TEXT = 100_000;
const decoder = new TextDecoder();

/** The `through` text in the log for content that the run has not seen. */
const QUARANTINE = "read apart, not seen by the run";

/** The `through` text in the log for content of another run of the caller. */
const SIBLING = "another run of the same caller";

/** Tracks where the content of one run comes from. */
export function createProvenance(options: ProvenanceOptions): Provenance {
  const { runId, folder, now, record } = options;
  const sources = [...options.sources];
  const known = new Set(sources);
  const origins = createRunOrigins();
  if (options.message !== undefined) origins.hear(options.message);
  // A run that continues in another process no longer knows what it has already sent, so its budget is spent.
  const shared = options.readings.get(options.caller ?? "") ?? {
    sources: new Set(sources),
    seen: new Set<string>(),
    addresses: createKnownAddresses(options.named ?? [], { spent: sources.length > 0 }),
  };
  if (options.caller !== undefined) options.readings.set(options.caller, shared);
  const { addresses } = shared;
  const reachOf = (tool: ToolNames): Reach => {
    if (shared.seen.size > 0 || options.sources.length > 0) return "known";
    // A search goes to the service that the user configured for it.
    return tool.source === "builtin" && tool.name === "web_search" ? "any" : "open";
  };
  // Another process starts a new count with another time.
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
  /** Adds what other runs of the caller have read since. */
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
  // Nothing is known about what came with it, so it may be private.
  if (options.untrusted !== undefined && options.untrusted.length > 0) saw("what the run began with");
  const provenance: Provenance = {
    layer: provenanceLayer({
      sources: readSources,
      mayFollow: (url, tool) => addresses.mayFollow(url, reachOf(tool)),
      workspace: folder,
    }),
    get said() {
      return options.message ?? "";
    },
    get seen() {
      return [...origins.seen];
    },
    recall({ said, seen, called = [], read = [] }) {
      origins.recall(said, called);
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
      return all.length === 0 || isAllOwnText(judged, origins) ? [] : all;
    },
    isOwnText: (content) => content.length <= MAX_OWN_TEXT && isOwnText(decoder.decode(content), origins),
    note({ callId }, judged, output, sourcedValues = []) {
      const source = untrustedSource(judged, folder);
      if (source !== undefined) add(source, { callId });
      origins.plan.note({ tool: judged.tool.name, input: judged.input }, output);
      const { dropped } = origins;
      noteOutput(judged, { output, source }, origins);
      for (const { source: stored, values = output } of sourcedValues)
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
    // Inherits everything else from the provenance of the run.
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
