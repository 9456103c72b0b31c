// The index as a separate package: what a page or a program needs to find tools by name, by words and by
// meaning.
export { type EmbeddedEmbedder, openEmbeddedEmbedder } from "./model/embedded/embedded-embedder.ts";
export type { Embedder, EmbedKind, EmbedOptions } from "./model/embedder.ts";
export type { IndexEntry } from "./retrieval/index-entry.ts";
export type { EntryFacts, SearchHit, SearchOptions, SearchResult } from "./retrieval/search.ts";
export {
  createToolIndex,
  type SavedIndex,
  type ToolIndex,
  type ToolIndexOptions,
} from "./retrieval/tool-index.ts";
export { createMemoryVectorCache, type VectorCache } from "./retrieval/vectors/vector-cache.ts";
