import type { Embedders } from "../model/open-embedders.ts";
import { createIndexSnapshots } from "../retrieval/index-snapshots.ts";
import { createLivingIndex } from "../retrieval/living-index.ts";
import { createStoredVectors } from "../retrieval/vectors/stored-vectors.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { once } from "../support/once.ts";
import type { Candidate } from "./candidate.ts";

/** Searches installable candidates by meaning, in English and Chinese, without network access. */
export interface CandidateSearch {
  find(request: string, options?: { readonly limit?: number; readonly signal?: AbortSignal }): Promise<Found>;
  close(): Promise<void>;
}

export interface Found {
  /** Best first. Empty if nothing matches. */
  readonly hits: readonly { readonly candidate: Candidate; readonly score: number }[];
  readonly notices: readonly string[];
}

interface SearchOptions {
  embedders(): Promise<Embedders>;
  readonly store: Store;
  readonly codeVersion: string;
  candidates(): Promise<readonly Candidate[]>;
}

const COLLECTION = "found";
/** An alternative is shown if its score is at least this, and not far below the best one. */
const LEAST_LIKELY = 0.2;
const LEAST_OF_BEST = 0.25;

/** Opens the search. The index is updated from the copies of the registries before each search. */
export function openCandidateSearch({
  embedders,
  store,
  codeVersion,
  candidates,
}: SearchOptions): CandidateSearch {
  const ending = new AbortController();
  const notices = new Set<string>();
  const announce = (notice: string) => void notices.add(notice);
  const opened = once(async () =>
    createLivingIndex({
      ...(await embedders()),
      vectors: createStoredVectors(store.vectors, COLLECTION, announce),
      snapshots: createIndexSnapshots(store.vectors, COLLECTION, { codeVersion, announce }),
      announce,
      signal: ending.signal,
    }),
  );
  return {
    async find(request, { limit = 10, signal } = {}) {
      const offered = (await candidates()).filter(({ status }) => status === "active");
      const index = await opened.get();
      const byId = new Map(offered.map((candidate) => [idOf(candidate), candidate]));
      await index.follow(
        Array.from(byId, ([id, candidate]) => ({
          id,
          version: sha256(JSON.stringify(candidate)),
          entry: () => entryOf(id, candidate),
        })),
      );
      const result = await index.search(request, { limit, ...defined({ signal }) });
      const heard = [...notices, ...result.notices];
      notices.clear();
      const hits = result.hits.flatMap(({ id, score }) => {
        const candidate = byId.get(id);
        return candidate === undefined ? [] : [{ candidate, score }];
      });
      // The search itself returns no hits if nothing matches. Hits after the best one may still be irrelevant.
      const least = Math.max(LEAST_LIKELY, (hits[0]?.score ?? 0) * LEAST_OF_BEST);
      const fitting = hits.filter(({ score }, place) => place === 0 || score >= least);
      return { hits: fitting, notices: heard };
    },
    async close() {
      ending.abort();
      await (await opened.made)?.settled();
    },
  };
}

/** The id of one entry of one registry. */
function idOf({ registry, name, package: { identifier } }: Candidate): string {
  return `${registry} ${name} ${identifier}`;
}

function entryOf(id: string, { name, title, description, kind }: Candidate) {
  const [namespace = "", ...rest] = name.split("/");
  const short = rest.join("/") || namespace;
  return {
    id,
    name: short,
    description: `${title}\n${description}`,
    source: kind,
    ...(rest.length === 0 ? {} : { origin: namespace.split(".").at(-1) ?? "" }),
  };
}
