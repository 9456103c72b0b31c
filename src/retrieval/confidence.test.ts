import { expect, test } from "vitest";
import { loadEmbeddedEmbedder } from "../model/embedded/load-embedded-embedder.ts";
import { hearTalk } from "./confidence.ts";
import { createMemoryVectorCache } from "./vectors/vector-cache.ts";

const embedder = await loadEmbeddedEmbedder();
const vector = embedder.embedNow("I am so tired today", "query");

test("hearTalk() embeds the known talk once, and a later process takes it from the cache with the same result", async () => {
  const cache = createMemoryVectorCache();
  const first = await hearTalk(vector, { ...embedder }, cache);
  const later = { ...embedder, embed: async () => expect.fail("embedded again") };
  expect(await hearTalk(vector, later, cache)).toEqual(first);
  expect(first?.nearest).toBeGreaterThan(0.6);
});

test("hearTalk() embeds again what a cache has damaged, and hears nothing with another embedder", async () => {
  const read = async (_: string, keys: readonly string[]) =>
    new Map(keys.map((key) => [key, new Uint8Array(3)]));
  const cache = { read, write: async () => {} };
  expect((await hearTalk(vector, { ...embedder }, cache))?.nearest).toBeGreaterThan(0.6);
  expect(await hearTalk(vector, { ...embedder, id: "other" }, cache)).toBeUndefined();
});
