import type { HarbourEvent } from "../../contract/event.ts";
import type { Tool } from "../../contract/tool.ts";
import type { Layer } from "../../policy/layer.ts";
import { provenanceLayer, tellsOnlyAddress } from "../../policy/provenance-layer.ts";
import { defined } from "../../support/defined.ts";
import { isInside } from "../../support/is-inside.ts";
import type { Call, JudgedRequest } from "../call.ts";
import { createKnownAddresses } from "./known-addresses.ts";

/** What a run has read that nobody vouches for. */
export interface Provenance {
  readonly layer: Layer;
  /** Where it came from, in words. */
  readonly sources: readonly string[];
  /**
   * Pays for a call that a marked run may make because its address is known. False if the run cannot pay any more: the call has
   * to be judged again.
   */
  claim(judged: JudgedRequest): boolean;
  /** Takes note that the output of a call has entered the run. */
  note(call: Call, judged: JudgedRequest, output?: unknown): void;
  /** Whose words the output of a call may be; nothing when the tool or its kind vouches for it. */
  sourceOf(judged: JudgedRequest): string | undefined;
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
  readonly named: readonly string[];
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
  const addresses = createKnownAddresses(options.named, { spent: sources.length > 0 });
  const add = (
    source: string,
    { callId, through }: { callId?: string; through?: string | undefined } = {},
  ) => {
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
  return {
    layer: provenanceLayer({ sources: () => sources, mayFollow: addresses.mayFollow }),
    sources,
    claim({ tool, effects }) {
      if (sources.length === 0 || !tellsOnlyAddress(tool)) return true;
      return effects.every(({ kind, target }) => kind !== "host.read" || addresses.claim(target));
    },
    note({ callId }, judged, output) {
      const source = untrustedSource(judged, folder);
      if (source !== undefined) add(source, { callId });
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
