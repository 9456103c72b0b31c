import type { LearnedEntry, Learning } from "../../agent/context/learning.ts";
import type { Tool } from "../../contract/tool.ts";
import { type EmbedderSettings, type Embedders, openEmbedders } from "../../model/open-embedders.ts";
import { NOTHING_FITS } from "../../retrieval/confidence.ts";
import { type IndexEntry, toolEntry } from "../../retrieval/index-entry.ts";
import { createIndexSnapshots } from "../../retrieval/index-snapshots.ts";
import {
  createLivingIndex,
  type Findable,
  type FollowReport,
  type LivingIndex,
} from "../../retrieval/living-index.ts";
import type { SearchOptions, SearchResult } from "../../retrieval/search.ts";
import { searchNeeds } from "../../retrieval/search-needs.ts";
import { createStoredVectors } from "../../retrieval/vectors/stored-vectors.ts";
import exampleRequests from "../../sources/builtin/example-requests.json" with { type: "json" };
import type { CatalogueEntry } from "../../sources/skills/catalogue/catalogue-entry.ts";
import { createVectorizedMarks, type MarkReport } from "../../sources/skills/catalogue/vectorized-marks.ts";
import type { SkillLibrary } from "../../sources/skills/library/skill-library.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import { VERSION } from "../../version.ts";

/**
 * Example requests for the tools that ship with Dejima, as people write them: the search compares a request with each of them.
 * They were written for this project, and none is among the requests that measure the search.
 */
const EXAMPLE_REQUESTS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(exampleRequests));

/** A search for one user also ranks by what this user used successfully before. */
interface UserSearchOptions extends SearchOptions {
  readonly user?: string;
}

/** Finds tools and skills by the meaning of a request. */
export interface Search {
  /** Searches for each need separately and merges the results. */
  tools(request: string | readonly string[], options?: UserSearchOptions): Promise<SearchResult>;
  skills(request: string, options?: UserSearchOptions): Promise<SearchResult>;
  /** Indexes every change to skills now, as before each answer, and marks the entries that have a vector. */
  refreshSkills(): Promise<FollowReport & { readonly marks: MarkReport }>;
  /** Resolves when no background work is left. */
  settled(): Promise<void>;
  /** Stops background work. Finished work stays. */
  close(): Promise<void>;
}

export interface SearchSources {
  readonly registry: ToolRegistry;
  readonly embedder: EmbedderSettings;
  /** Embedders that are already open. Default: opened from the settings. */
  embedders?(): Promise<Embedders>;
  skills(): Promise<SkillLibrary>;
  store(): Promise<Store>;
  /** Which entries served which requests of a user. Default: unknown. */
  readonly learning?: Pick<Learning, "servedBefore">;
  /** The weights of the embedded model. Default: those of the package. */
  readonly modelFile?: URL;
  /** How long an embedder that failed is not tried again. */
  readonly retryMs?: number;
}

/** How often the folders of skills are scanned: ten thousand skills take a tenth of a second. */
const SCAN_INTERVAL_MS = 500;
/** How long the first request waits for an embedder that is being opened. */
const OPEN_TIMEOUT_MS = 2_000;

/**
 * Opens the search over all tools and skills. Changes since the last request are indexed before the next
 * answer.
 */
export async function openSearch(sources: SearchSources): Promise<Search> {
  const { registry } = sources;
  const opened = () => openEmbedders(sources.embedder, sources.modelFile);
  const [store, embedders] = await Promise.all([sources.store(), (sources.embedders ?? opened)()]);
  const ending = new AbortController();
  const unheard = new Set<string>();
  const marks = createVectorizedMarks(store.documents);
  const announce = (notice: string) => void unheard.add(notice);
  const create = (storage: string, onEmbedder: () => void): LivingIndex =>
    createLivingIndex({
      ...embedders,
      vectors: createStoredVectors(store.vectors, storage, announce),
      // Tools are few, and their index depends on live objects that cannot be stored.
      ...(storage === "skills"
        ? { snapshots: createIndexSnapshots(store.vectors, storage, { codeVersion: VERSION, announce }) }
        : {}),
      announce,
      signal: ending.signal,
      ...defined({ retryMs: sources.retryMs }),
      onEmbedder,
    });
  const tools = create("tools", () => {});
  const skills = create("skills", () => void mark());
  let [revision, lookedAt]: [number, number] = [-1, Number.NEGATIVE_INFINITY];
  let findable: readonly CatalogueEntry[] = [];
  let marking: Promise<MarkReport> | undefined;

  const hasVectors = (index: LivingIndex) => embedders.usable || index.embedderId !== embedders.embedder.id;

  /** Writes markers, one after the other. A marker that cannot be stored is not an error. */
  function mark(): Promise<MarkReport> {
    const none = { valid: 0, made: 0, removed: 0 };
    const update = async () => (hasVectors(skills) ? marks.update(findable, skills.embedderId) : none);
    marking = (marking ?? Promise.resolve(none)).then(update).catch((cause) => {
      unheard.add(`The markers of skills cannot be kept: ${thrownText(cause)}`);
      return none;
    });
    return marking;
  }

  async function followSkills(): Promise<FollowReport> {
    const library = await sources.skills();
    if (performance.now() - lookedAt > SCAN_INTERVAL_MS) {
      await library.refresh();
      lookedAt = performance.now();
    }
    findable = await library.findable();
    return skills.follow(findable.map(findableSkill));
  }

  async function refreshSkills() {
    lookedAt = Number.NEGATIVE_INFINITY;
    const report = await followSkills();
    return { ...report, marks: await mark() };
  }

  async function settled(): Promise<void> {
    await Promise.all([tools.settled(), skills.settled()]);
    await marking;
  }

  /** The answer, with the changes since the last one. */
  async function answer(
    kind: LearnedEntry["kind"],
    request: string | readonly string[],
    { user, ...given }: UserSearchOptions = {},
  ): Promise<SearchResult> {
    const index = kind === "tool" ? tools : skills;
    const served = user === undefined ? undefined : await sources.learning?.servedBefore(user, kind);
    const options: SearchOptions = { ...given, ...defined({ served }) };
    await index.patience(OPEN_TIMEOUT_MS);
    const one = async (need: string, narrowed?: SearchOptions) =>
      hasVectors(index)
        ? index.search(need, narrowed)
        : byWords(await index.search(need, { leastScore: 0, ...narrowed }));
    const result = await (typeof request === "string"
      ? one(request, options)
      : searchNeeds(request, one, options));
    const notices = [...new Set([...unheard, ...result.notices])];
    unheard.clear();
    return { ...result, notices };
  }

  return {
    async tools(request, options) {
      if (registry.revision !== revision) {
        revision = registry.revision;
        await tools.follow(
          registry.list().map((tool) => ({ id: tool.name, version: tool, entry: () => findableTool(tool) })),
        );
      }
      return answer("tool", request, options);
    },
    async skills(request, options) {
      const { added, replaced, removed } = await followSkills();
      if (added + replaced + removed > 0) await mark();
      // The first scan compares all markers. Nobody waits for it if nothing changed.
      else if (marking === undefined) void mark();
      return answer("skill", request, options);
    },
    refreshSkills,
    settled,
    async close() {
      ending.abort();
      await settled();
    },
  };
}

/** Without a model all likelihoods are low: every result that shares a word or a name counts. */
function byWords(result: SearchResult): SearchResult {
  const hits = result.hits.filter(({ why }) => why.length > 0);
  return { ...result, hits, ...(hits.length === 0 ? { advice: NOTHING_FITS } : {}) };
}

/** The index entry of a tool. Tools that ship with Dejima have example requests. */
export function findableTool(tool: Tool): IndexEntry {
  return toolEntry(tool, tool.source === "builtin" ? EXAMPLE_REQUESTS.get(tool.name) : undefined);
}

function findableSkill(skill: CatalogueEntry): Findable {
  const { name, description, keywords, intents, examples, sha256 } = skill;
  return {
    id: name,
    version: sha256,
    entry: () => ({ id: name, name, description, keywords, intents, examples, source: "skill" }),
  };
}
