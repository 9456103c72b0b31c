import { expect, test } from "vitest";
import { builtinEntries, everydayRequests, measureEveryday } from "../../bench/retrieval/everyday.ts";
import { ourIndex } from "../../bench/retrieval/ours.ts";
import { loadEmbeddedEmbedder } from "../../src/model/embedded/load-embedded-embedder.ts";

const entries = builtinEntries();
const embedder = await loadEmbeddedEmbedder();
const index = await ourIndex({ name: "built-ins", entries, queries: [] }, embedder);
const figures = await measureEveryday(index, everydayRequests("served", "other languages"));

test.each(["es", "de", "fr", "ja", "ko", "ru", "zh-TW"])(
  "search() serves everyday requests in %s, by the meaning and not only by shared words",
  (language) => {
    const found = figures.get(language);
    expect(found?.requests).toBe(15);
    expect(found?.first).toBeGreaterThanOrEqual(60);
    expect(found?.inFive).toBeGreaterThanOrEqual(80);
  },
);

test("a request in a language that the model does not read is judged by shared words alone", async () => {
  expect((await index.search("احذف الملف القديم")).hits).toEqual([]);
  expect((await index.search("מחק את הקובץ")).hits).toEqual([]);
});

test("embedNow() brings a text near the same text in another language", () => {
  const likeness = (one: string, other: string) => {
    const [a, b] = [embedder.embedNow(one, "query"), embedder.embedNow(other, "query")];
    return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  };
  expect(likeness("delete the old file", "удали старый файл")).toBeGreaterThan(0.5);
  expect(likeness("delete the old file", "古いファイルを削除")).toBeGreaterThan(0.5);
  expect(likeness("delete the old file", "which way to the station")).toBeLessThan(0.4);
});
