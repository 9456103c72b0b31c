import type { Embedder } from "../../model/embedder.ts";
import { defined } from "../../support/defined.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { IndexEntry } from "../index-entry.ts";
import { DEFAULT_WEIGHTS } from "../ranking-weights.ts";
import type { ToolIndex } from "../tool-index.ts";
import type { VectorCache } from "./vector-cache.ts";
import { contentHash, entryVectors } from "./vector-space.ts";

interface PreferredEmbedderOptions {
  /** The current index. */
  index(): ToolIndex;
  readonly vectors: VectorCache;
  open(): Promise<Embedder>;
  /** Everything in the index. */
  current(): IndexEntry[];
  /** Runs work while nothing is added to the index. */
  exclusive(work: () => Promise<void>): Promise<void>;
  announce(notice: string): void;
  /** All entries have vectors of this embedder now. */
  onReady(embedderId: string): Promise<void>;
  /** How long to wait before a failed embedder is tried again. */
  readonly retryMs?: number;
  readonly signal?: AbortSignal;
}

/** Moves an index to an embedder that may be slow or unavailable, while another one is used. */
export interface PreferredEmbedder {
  /** Computes the vectors of entries that are about to be added, once the embedder is in use. */
  prepare(entries: readonly IndexEntry[]): Promise<void>;
  /** Computes missing vectors in the background. After a failure, only after a delay. */
  pursue(): void;
  settled(): Promise<void>;
}

const RETRY_MS = 30_000;
const WEIGHTS = DEFAULT_WEIGHTS.vector;

export function createPreferredEmbedder(options: PreferredEmbedderOptions): PreferredEmbedder {
  const { vectors, announce, retryMs = RETRY_MS, signal } = options;
  const until = defined({ signal });
  let serving: Embedder | undefined;
  /** Entries in the index whose vectors could not be computed. */
  const owed = new Set<string>();
  let [restUntil, failure]: [number, unknown] = [0, undefined];
  let pursuing: Promise<void> | undefined;

  async function make(entries: readonly IndexEntry[], embedder: Embedder): Promise<void> {
    const byHash = new Map(entries.map((entry) => [contentHash(entry, WEIGHTS, sha256), entry]));
    await entryVectors(byHash, embedder, { cache: vectors, weights: WEIGHTS, ...until });
  }

  /** A search must not wait for an unavailable server, so it is not tried for a while after a failure. */
  function resting(embedder: Embedder): Embedder {
    return {
      ...embedder,
      async embed(texts, kind, given) {
        if (Date.now() < restUntil) throw failure;
        try {
          return await embedder.embed(texts, kind, given);
        } catch (cause) {
          if (!given?.signal?.aborted) [restUntil, failure] = [Date.now() + retryMs, cause];
          throw cause;
        }
      },
    };
  }

  /** Computes nearly all vectors before the switch, so that the switch is short. */
  async function change(next: Embedder): Promise<void> {
    await make(options.current(), next);
    await options.exclusive(async () => {
      const entries = options.current();
      await make(entries, next);
      await options
        .index()
        .changeEmbedder(next, entries, { standby: serving === undefined ? "add" : "replace" });
      serving = next;
      owed.clear();
    });
    announce(`The embedder "${next.id}" is in use`);
    await options.onReady(next.id);
  }

  async function payOwed(embedder: Embedder): Promise<void> {
    const missing = () => options.current().filter(({ id }) => owed.has(id));
    await make(missing(), embedder);
    await options.exclusive(async () => {
      const entries = missing();
      options.index().remove(entries.map(({ id }) => id));
      await options.index().add(entries);
      owed.clear();
    });
  }

  async function attempt(): Promise<void> {
    try {
      // A failed embedder may come back with a model of other dimensions.
      const opened = await options.open();
      [restUntil, failure] = [0, undefined];
      if (opened.id !== serving?.id) await change(resting(opened));
      if (serving !== undefined && owed.size > 0) await payOwed(serving);
    } catch (cause) {
      if (signal?.aborted) return;
      [restUntil, failure] = [Date.now() + retryMs, cause];
      const reason = thrownText(cause);
      announce(`${reason}; the embedded model is used instead`);
    }
  }

  return {
    async prepare(entries) {
      if (serving === undefined) return;
      await make(entries, serving).catch(() => {
        for (const { id } of entries) owed.add(id);
      });
    },
    pursue() {
      const missing = serving === undefined || owed.size > 0 || failure !== undefined;
      if (!missing || signal?.aborted || pursuing !== undefined || Date.now() < restUntil) return;
      pursuing = attempt().finally(() => {
        pursuing = undefined;
      });
    },
    settled: async () => {
      await pursuing;
    },
  };
}
