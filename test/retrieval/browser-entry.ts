// What a page needs to find tools by meaning: bundled for a browser by browser.test.ts.
export { openEmbeddedEmbedder } from "../../src/model/embedded/embedded-embedder.ts";
export { createToolIndex } from "../../src/retrieval/tool-index.ts";
export { createMemoryVectorCache } from "../../src/retrieval/vectors/vector-cache.ts";
