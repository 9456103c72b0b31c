import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { WordVectors } from "../model/embedded/word-vectors.ts";
import type { Embedder } from "../model/embedder.ts";
import { defined } from "../support/defined.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { thrownText } from "../support/thrown-text.ts";
import { TALK_KEY } from "./confidence.ts";
import type { IndexEntry } from "./index-entry.ts";
import type { IndexSnapshots } from "./index-snapshots.ts";
import type { SearchOptions, SearchResult } from "./search.ts";
import { createToolIndex, type ToolIndexOptions } from "./tool-index.ts";
import { createPreferredEmbedder, type PreferredEmbedder } from "./vectors/preferred-embedder.ts";
import type { StoredVectors } from "./vectors/stored-vectors.ts";

/** Something to index, and a version that changes with it. */
export interface Findable {
  readonly id: string;
  /** Stays equal while the entry does not change. */
  readonly version: unknown;
  /** Called only if the version is new. */
  entry(): IndexEntry;
}

export interface FollowReport {
  readonly added: number;
  readonly replaced: number;
  readonly removed: number;
  readonly unchanged: number;
  /** The number of vectors that were computed. The others were cached. */
  readonly embedded: number;
}

interface LivingIndexOptions {
  /** The embedder that is always available. It is used until the preferred one is ready, and whenever that one fails. */
  readonly embedder: Embedder;
  readonly normalize: (text: string) => string;
  /** The words of the embedded model. */
  readonly words?: WordVectors;
  readonly vectors: StoredVectors;
  readonly announce: (notice: string) => void;
  /** Opens a better embedder. Its vectors are computed in the background; `embedder` is used until then. */
  readonly preferred?: () => Promise<Embedder>;
  /** Stores a large index between starts. The versions must be texts. */
  readonly snapshots?: IndexSnapshots;
  /** How long to wait before a failed preferred embedder is tried again. */
  readonly retryMs?: number;
  /** Stops the background work. */
  readonly signal?: AbortSignal;
  /** Called when the vectors of all entries have been replaced by those of another embedder. */
  readonly onEmbedder?: () => void;
}

/** An index that follows a changing list: new entries are added, changed ones replaced, missing ones deleted. */
export interface LivingIndex {
  /** Updates the index to the current list. Concurrent calls wait for one another. */
  follow(all: readonly Findable[]): Promise<FollowReport>;
  search(request: string, options?: SearchOptions): Promise<SearchResult>;
  /** The embedder whose vectors all entries have. */
  readonly embedderId: string;
  readonly size: number;
  /** Waits up to this long for a preferred embedder that is being opened. Only the first call waits. */
  patience(milliseconds: number): Promise<void>;
  /** Resolves when no background work is left. */
  settled(): Promise<void>;
}

/** How many entries are added before other work gets a turn. */
const CHUNK = 500;
/** The share of changed entries from which a new snapshot is worth writing. */
const WORTH_SAVING = 0.02;
/** A smaller index gains nothing from a snapshot; a larger one would take too much memory. */
const isMuch = (entries: number) => entries >= 2_000 && entries <= 50_000;

export function createLivingIndex(options: LivingIndexOptions): LivingIndex {
  const { embedder, normalize, words, vectors, announce } = options;
  const create = (saved?: ToolIndexOptions["saved"]) =>
    createToolIndex({
      embedder,
      normalize,
      words,
      cache: vectors,
      sha256,
      announce,
      ...(saved && { saved }),
    });
  let index = create();
  const known = new Map<string, Findable>();
  let working: Promise<unknown> = Promise.resolve();
  let [waited, restored, unsaved] = [false, false, 0];
  const preferred: PreferredEmbedder | undefined =
    options.preferred &&
    createPreferredEmbedder({
      index: () => index,
      vectors,
      announce,
      open: options.preferred,
      ...defined({ signal: options.signal, retryMs: options.retryMs }),
      current: () => Array.from(known.values(), (findable) => findable.entry()),
      exclusive,
      onReady: async (id) => {
        await vectors.keepOnly([embedder.id, id]);
        options.onEmbedder?.();
      },
    });

  function exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = working.then(work);
    working = done.catch(() => undefined);
    return done;
  }

  /** Starts from the snapshot of the last start. Changed entries are recognized by their versions. */
  async function restore(all: readonly Findable[]): Promise<void> {
    restored = true;
    if (options.snapshots === undefined || !isMuch(all.length)) return;
    const snapshot = await options.snapshots.read(embedder.id);
    if (snapshot === undefined) return;
    try {
      index = create(snapshot.saved);
    } catch (cause) {
      announce(`The stored index cannot be used. Building it again: ${thrownText(cause)}`);
      return;
    }
    const now = new Map(all.map((findable) => [findable.id, findable]));
    for (const [order, id] of [...index.ids()].entries()) {
      const [same, version] = [now.get(id), snapshot.versions[order]];
      const gone = () => ({ id, name: id, description: "" });
      known.set(id, same !== undefined && same.version === version ? same : { id, version, entry: gone });
    }
  }

  async function save(): Promise<void> {
    if (options.snapshots === undefined || !isMuch(known.size) || unsaved < known.size * WORTH_SAVING) return;
    const hashes = [...index.hashes()];
    if ((await vectors.read(embedder.id, hashes)).size < hashes.length) return;
    const versions = Array.from(index.ids(), (id) => String(known.get(id)?.version ?? ""));
    await options.snapshots.write(embedder.id, { versions, saved: index.save() });
    unsaved = 0;
  }

  async function takeOver(all: readonly Findable[]): Promise<FollowReport> {
    if (!restored) await restore(all);
    const wanted = new Set(all.map(({ id }) => id));
    const gone = [...known.keys()].filter((id) => !wanted.has(id));
    const changed = all.filter(({ id, version }) => known.get(id)?.version !== version);
    const report = { added: 0, replaced: 0, removed: index.remove(gone), unchanged: 0, embedded: 0 };
    for (const id of gone) known.delete(id);
    for (let start = 0; start < changed.length; start += CHUNK) {
      const chunk = changed.slice(start, start + CHUNK);
      const entries = chunk.map((findable) => findable.entry());
      await preferred?.prepare(entries);
      const { added, replaced, embedded } = await index.add(entries);
      for (const findable of chunk) known.set(findable.id, findable);
      report.added += added;
      report.replaced += replaced;
      report.embedded += embedded;
      if (changed.length > CHUNK) await nextTurn();
    }
    report.unchanged = all.length - report.added - report.replaced;
    if (report.removed + report.replaced > 0) {
      for (const id of new Set([embedder.id, index.embedderId]))
        await vectors.prune(id, [...index.hashes(), TALK_KEY]);
    }
    if (options.preferred === undefined && report.embedded > 0) await vectors.keepOnly([embedder.id]);
    unsaved += report.added + report.replaced + report.removed;
    await save();
    preferred?.pursue();
    return report;
  }

  return {
    follow: (all) => exclusive(() => takeOver(all)),
    search: (request, asked) => {
      preferred?.pursue();
      return index.search(request, asked);
    },
    get embedderId() {
      return index.embedderId;
    },
    get size() {
      return index.size;
    },
    async patience(milliseconds) {
      if (preferred === undefined || waited) return;
      waited = true;
      const tooLong = new AbortController();
      await Promise.race([
        preferred.settled(),
        delay(milliseconds, undefined, { signal: tooLong.signal, ref: false }).catch(() => undefined),
      ]);
      tooLong.abort();
    },
    async settled() {
      await working;
      await preferred?.settled();
    },
  };
}
