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

/** Something to be found, and what tells whether it is still the same. */
export interface Findable {
  readonly id: string;
  /** Equal as long as the entry is. */
  readonly version: unknown;
  /** Asked for only when the version is a new one. */
  entry(): IndexEntry;
}

export interface FollowReport {
  readonly added: number;
  readonly replaced: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Vectors that had to be made; the rest were kept from earlier. */
  readonly embedded: number;
}

interface LivingIndexOptions {
  /** Answers at once and always; the one that is there before any other, and while any other is not. */
  readonly embedder: Embedder;
  readonly normalize: (text: string) => string;
  /** The words of the embedded model. */
  readonly words?: WordVectors;
  readonly vectors: StoredVectors;
  readonly announce: (notice: string) => void;
  /** Opens a better embedder. Its vectors are made in the background; until then `embedder` serves. */
  readonly preferred?: () => Promise<Embedder>;
  /** Where the whole index is kept between starts, when there is much of it; the versions must be texts. */
  readonly snapshots?: IndexSnapshots;
  /** How long a preferred embedder that failed is left alone. */
  readonly retryMs?: number;
  /** Ends what goes on in the background. */
  readonly signal?: AbortSignal;
  /** Told whenever all entries have vectors of another embedder than before. */
  readonly onEmbedder?: () => void;
}

/** An index that follows what there is: new things are added, changed ones replaced, those that went deleted. */
export interface LivingIndex {
  /** Takes over what there is now. Calls at the same time wait for one another. */
  follow(all: readonly Findable[]): Promise<FollowReport>;
  search(request: string, options?: SearchOptions): Promise<SearchResult>;
  /** The embedder whose vectors all entries have. */
  readonly embedderId: string;
  readonly size: number;
  /** Waits for a preferred embedder that is being opened, but only the first time, and no longer than this. */
  patience(milliseconds: number): Promise<void>;
  /** Resolves when nothing goes on in the background. */
  settled(): Promise<void>;
}

/** Entries taken in before others get a turn. */
const CHUNK = 500;
/** The share of entries that must differ from the last snapshot before another one is worth its writing. */
const WORTH_SAVING = 0.02;
/** Below, a snapshot gains nothing; above, it takes more memory than it should. */
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

  /** Begins with the index as it was at the last start; what changed since is seen by its version. */
  async function restore(all: readonly Findable[]): Promise<void> {
    restored = true;
    if (options.snapshots === undefined || !isMuch(all.length)) return;
    const snapshot = await options.snapshots.read(embedder.id);
    if (snapshot === undefined) return;
    try {
      index = create(snapshot.saved);
    } catch (cause) {
      announce(`The kept index cannot be used; it is made anew: ${thrownText(cause)}`);
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
