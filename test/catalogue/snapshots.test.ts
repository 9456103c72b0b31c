import { afterEach, beforeEach, expect, test } from "vitest";
import { loadEmbeddedEmbedder } from "../../src/model/embedded/load-embedded-embedder.ts";
import type { Embedder } from "../../src/model/embedder.ts";
import { createIndexSnapshots } from "../../src/retrieval/index-snapshots.ts";
import { createLivingIndex, type Findable } from "../../src/retrieval/living-index.ts";
import { createStoredVectors } from "../../src/retrieval/vectors/stored-vectors.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";

const COUNT = 2_100;
const embedder = await loadEmbeddedEmbedder();
let store: Store;
beforeEach(() => {
  store = createMemoryStore();
});
afterEach(() => store.close());

/** An index as a new process would open it, which counts the texts it has to read. */
function start(model: Embedder = embedder, codeVersion = "1") {
  const read: string[] = [];
  const notices: string[] = [];
  const index = createLivingIndex({
    embedder: model,
    normalize(text) {
      read.push(text);
      return embedder.normalize(text);
    },
    words: embedder.words,
    vectors: createStoredVectors(store.vectors, "skills", () => {}),
    snapshots: createIndexSnapshots(store.vectors, "skills", {
      codeVersion,
      announce: (notice) => notices.push(notice),
    }),
    announce: (notice) => notices.push(notice),
  });
  return { index, read, notices };
}

function findable(
  number: number,
  description = `Handles subject ${number} of the long list of subjects`,
): Findable {
  const id = `skill-${number}`;
  const keywords = number === 7 ? ["seventh heaven"] : [];
  return {
    id,
    version: description,
    entry: () => ({ id, name: id, description, keywords, source: "skill" }),
  };
}

const many = () => Array.from({ length: COUNT }, (_, number) => findable(number));

test("a later start takes the index over as it was, reads keywords alone, and answers alike", async () => {
  const first = start();
  await first.index.follow(many());
  const later = start();
  expect(await later.index.follow(many())).toMatchObject({ added: 0, unchanged: COUNT, embedded: 0 });
  expect(later.read).toEqual(["seventh heaven"]);
  for (const request of ["subject 1234", "skill-77", "seventh heaven please", "handle a subject", "主题 88"])
    expect(await later.index.search(request), request).toEqual(await first.index.search(request));
});

test("what changed, came or went since the last snapshot is replaced, added or deleted", async () => {
  await start().index.follow(many());
  const later = start();
  const now = [
    ...many().slice(2),
    findable(1, "Paints fences in bright colours"),
    findable(9_999, "Tunes pianos and harps"),
  ];
  expect(await later.index.follow(now)).toMatchObject({
    added: 1,
    replaced: 1,
    removed: 1,
    unchanged: COUNT - 2,
    embedded: 2,
  });
  const best = async (request: string) => (await later.index.search(request)).hits[0]?.id;
  expect(await best("paint the fence")).toBe("skill-1");
  expect(await best("tune my piano")).toBe("skill-9999");
  const all = (await later.index.search("subject 0 of the long list", { leastScore: 0, limit: 200 })).hits;
  expect(all.map(({ id }) => id)).not.toContain("skill-0");
});

test("free slots stay free over a snapshot, and are used again", async () => {
  const first = start();
  await first.index.follow(many());
  await first.index.follow(many().slice(60));
  const later = start();
  expect(await later.index.follow(many().slice(60))).toMatchObject({
    unchanged: COUNT - 60,
    added: 0,
    removed: 0,
  });
  expect(later.read).toEqual([]);
  await later.index.follow([...many().slice(60), findable(9_999, "Tunes pianos and harps")]);
  expect((await later.index.search("tune my piano")).hits[0]?.id).toBe("skill-9999");
  expect((await later.index.search("skill-5")).hits.map(({ id }) => id)).not.toContain("skill-5");
});

test.each([
  ["another version of the code", () => start(embedder, "2")],
  ["another embedder", () => start({ ...embedder, id: "other@1/2" })],
])("%s begins anew", async (_name, startAgain) => {
  await start().index.follow(many());
  const later = startAgain();
  expect(await later.index.follow(many())).toMatchObject({ added: COUNT });
  expect((await later.index.search("subject 1234")).hits[0]?.id).toBe("skill-1234");
});

test.each([
  ["cut off", (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2)],
  ["empty", () => new Uint8Array()],
  [
    "with one number changed",
    (bytes: Uint8Array) =>
      bytes.with(Math.floor(bytes.length / 3), (bytes[Math.floor(bytes.length / 3)] ?? 0) ^ 4),
  ],
])("a snapshot that is %s begins anew, and says so", async (_name, damage) => {
  await start().index.follow(many());
  const [kept] = await store.vectors.embedders("skills index");
  expect(kept?.count).toBe(1);
  const { read, write } = store.vectors;
  const space = { storage: "skills index", embedder: kept?.embedder ?? "" };
  store.vectors.read = async (asked, hashes) => {
    const found = await read(asked, hashes);
    if (asked.collection !== space.storage) return found;
    return new Map([...found].map(([hash, bytes]) => [hash, damage(bytes)]));
  };
  const later = start();
  expect(await later.index.follow(many())).toMatchObject({ added: COUNT, embedded: 0 });
  expect(later.notices).toEqual(["The index of skills was damaged. Building it again"]);
  expect((await later.index.search("subject 1234")).hits[0]?.id).toBe("skill-1234");
  expect(store.vectors.write).toBe(write);
});

test("a snapshot with inconsistent parts is built again, with a notice", async () => {
  const { createToolIndex } = await import("../../src/retrieval/tool-index.ts");
  const empty = createToolIndex({
    embedder,
    normalize: embedder.normalize,
    cache: createStoredVectors(store.vectors, "skills", () => {}),
  }).save();
  const snapshots = createIndexSnapshots(store.vectors, "skills", { codeVersion: "1", announce: () => {} });
  await snapshots.write(embedder.id, {
    versions: [],
    saved: { ...empty, vectors: { ...empty.vectors, entries: new Uint8Array(7) } },
  });
  const later = start();
  expect(await later.index.follow(many())).toMatchObject({ added: COUNT });
  expect(later.notices.join()).toContain("The stored index cannot be used. Building it again");
});
