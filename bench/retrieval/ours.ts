import type { EmbeddedEmbedder } from "../../src/model/embedded/embedded-embedder.ts";
import type { RankingWeights } from "../../src/retrieval/ranking-weights.ts";
import { createToolIndex, type ToolIndex } from "../../src/retrieval/tool-index.ts";
import { createMemoryVectorCache } from "../../src/retrieval/vectors/vector-cache.ts";
import type { Ranker } from "./measure.ts";
import type { RetrievalSet } from "./retrieval-set.ts";

/** The index as the runtime makes it, over one set. */
export async function ourIndex(
  set: RetrievalSet,
  embedder: EmbeddedEmbedder,
  weights?: RankingWeights,
): Promise<ToolIndex> {
  const index = createToolIndex({
    embedder,
    normalize: embedder.normalize,
    words: embedder.words,
    cache: createMemoryVectorCache(),
    ...(weights === undefined ? {} : { weights }),
  });
  await index.add(set.entries);
  return index;
}

/** Ranks as `search` does; `leastScore` 0 never abstains. */
export function ours(index: ToolIndex, leastScore?: number): Ranker {
  return async (request) => {
    const { hits } = await index.search(request, leastScore === undefined ? {} : { leastScore });
    return hits.map(({ id }) => id);
  };
}
