import type { HarbourEvent } from "../contract/event.ts";
import type { Tool } from "../contract/tool.ts";
import type { Layer } from "../policy/layer.ts";
import { provenanceLayer } from "../policy/provenance-layer.ts";
import type { Call, JudgedRequest } from "./call.ts";

/** What a run has read that nobody vouches for. */
export interface Provenance {
  readonly layer: Layer;
  /** Where it came from, in words. */
  readonly sources: readonly string[];
  /** Takes note that the output of a call has entered the run. */
  note(call: Call, judged: JudgedRequest): void;
  /** Takes note of content that no call of this run brought in: of earlier turns, of memory, of the message itself. */
  mark(sources: readonly string[]): void;
}

export interface ProvenanceOptions {
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
const MAX_ADDRESSES = 2_000;
const OUTSIDE: ReadonlySet<string> = new Set(["network", "browser", "channel", "mcp"]);

/** Follows where the content of one run comes from. */
export function createProvenance(options: ProvenanceOptions): Provenance {
  const { runId, folder, now, record } = options;
  const sources = [...options.sources];
  const known = new Set(sources);
  const addresses = new Set(options.named);
  const add = (source: string, callId?: string) => {
    if (known.has(source) || sources.length >= MAX_SOURCES) return;
    record({ type: "taint-start", runId, at: now(), ...(callId === undefined ? {} : { callId }), source });
    known.add(source);
    sources.push(source);
  };
  return {
    layer: provenanceLayer({ sources: () => sources, known: (url) => addresses.has(url) }),
    sources,
    note({ callId }, judged) {
      const source = untrustedSource(judged, folder);
      if (source !== undefined) add(source, callId);
      if (judged.tool.tellsOnlyAddress !== true || addresses.size >= MAX_ADDRESSES) return;
      for (const { kind, target } of judged.effects) if (kind === "host.read") addresses.add(target);
    },
    mark(further) {
      for (const source of further) add(source);
    },
  };
}

/** Whose words the output of a call may be; nothing when the tool or its kind vouches for it. */
function untrustedSource({ tool, effects }: JudgedRequest, folder: string): string | undefined {
  if (tool.trustsOutput === true) return undefined;
  const host = effects.find(({ kind }) => kind.startsWith("host."));
  if (host !== undefined)
    return `${nameOf(tool)}: ${URL.parse(host.target)?.origin ?? host.target.slice(0, 200)}`;
  if (tool.trustsOutput === false || isOutside(tool)) return nameOf(tool);
  const foreign = effects.find(({ kind, target }) => kind === "file.read" && !isWithin(target, folder));
  return foreign === undefined ? undefined : `${nameOf(tool)}: ${foreign.target.slice(0, 200)}`;
}

function isOutside({ source, category }: Tool): boolean {
  return source === "mcp" || source === "http" || OUTSIDE.has(category);
}

function nameOf({ name, origin }: Tool): string {
  return origin === "" ? name : `${name} of ${origin}`;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}
