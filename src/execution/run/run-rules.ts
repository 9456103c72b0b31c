import type { UnsavedText } from "../../contract/data/file-access.ts";
import { withDefaults } from "../../policy/families.ts";
import { interfaceLayer } from "../../policy/interface-layer.ts";
import type { Layer } from "../../policy/layer.ts";
import { modeLayer } from "../../policy/mode-layer.ts";
import { createSwitches, type Switches } from "../asking/switches.ts";
import type { CallCache } from "../call-cache.ts";
import { createProvenance, type Provenance } from "../flow/provenance.ts";
import type { Harbour, Interrupted } from "../harbour.ts";
import type { RunRecord } from "./run-record.ts";
import type { RunOptions } from "./run-surface.ts";

/** What decides about the calls of a run: its layers, the content that it has read, and the rules of its conversation. */
export interface RunRules {
  readonly layers: readonly Layer[];
  readonly provenance: Provenance;
  readonly switches: Switches;
  /** The text of files in the editor of the run's conversation. */
  readonly unsaved: UnsavedText | undefined;
  /** The outputs that the run may reuse. */
  readonly cache: CallCache;
  /** Adds layers for the rest of the run. */
  tighten(further: readonly Layer[]): void;
  /** The layers that limit this run alone. */
  limits(): readonly Layer[];
}

export async function openRunRules(
  harbour: Harbour,
  options: RunOptions,
  { id, record, timeText }: Pick<RunRecord, "id" | "record" | "timeText">,
  interrupted: Interrupted | undefined,
): Promise<RunRules> {
  const provenance = createProvenance({
    runId: id,
    ...options,
    sources: interrupted?.sources ?? [],
    readings: harbour.readings,
    folder: harbour.workspace,
    now: () => timeText(harbour.now()),
    record,
  });
  const switches = await openSwitches(harbour, options, { runId: id, reopened: interrupted !== undefined });
  const [global, ...shared] = harbour.layers;
  const layers: Layer[] = [
    ...(global === undefined ? [] : [withDefaults(global, switches.rules)]),
    ...shared,
    ...(options.layers ?? []),
    interfaceLayer(options.interfaceOf, options),
    ...(await modeLayers(harbour, options.conversation)),
    provenance.layer,
  ];
  const unsaved = unsavedIn(harbour, options.conversation);
  let cache = initialCache();
  return {
    layers,
    provenance,
    switches,
    unsaved,
    get cache() {
      return cache;
    },
    tighten(further) {
      layers.push(...further);
      cache = cache.apart();
    },
    limits: () => layers.slice(harbour.layers.length).filter((layer) => layer !== provenance.layer),
  };

  /** A run with more rights must not fill the cache of one with fewer. Text in an editor changes without notice. */
  function initialCache(): CallCache {
    if (unsaved !== undefined) return UNCACHED;
    return options.layers === undefined ? harbour.cache : harbour.cache.apart();
  }
}

const UNCACHED: CallCache = { begin: async () => undefined, apart: () => UNCACHED };

/** The rules that are turned on for the conversation of a run. A run without one is its own conversation. They never apply unattended. */
async function openSwitches(
  { rules }: Harbour,
  { conversation, mode }: RunOptions,
  { runId, reopened }: { readonly runId: string; readonly reopened: boolean },
): Promise<Switches> {
  const id = conversation ?? `run ${runId}`;
  const mayHave = mode === "interactive" && (conversation !== undefined || reopened);
  const { conversations } = rules;
  const turnedOn = mayHave ? await conversations.ofConversation(id) : [];
  const live = mode === "interactive" ? conversations : { ...conversations, changed: () => undefined };
  return createSwitches(id, turnedOn, live);
}

/** The layer of the conversation's mode. A mode change applies at once, also in a running run. */
async function modeLayers({ rules }: Harbour, conversation: string | undefined): Promise<Layer[]> {
  if (conversation === undefined) return [];
  const stored = await rules.conversations.modeOf(conversation);
  return [modeLayer(() => rules.conversations.changedMode(conversation) ?? stored)];
}

/** The text of files in the editor of a conversation. */
function unsavedIn({ editorText }: Harbour, conversation: string | undefined): UnsavedText | undefined {
  if (editorText === undefined || conversation === undefined) return undefined;
  const { write } = editorText;
  const read: UnsavedText = (path, { signal }) => editorText(path, { conversation, signal });
  if (write === undefined) return read;
  return Object.assign(read, {
    write: (path: string, text: string, { signal }: { readonly signal: AbortSignal }) =>
      write(path, text, { conversation, signal }),
  });
}
