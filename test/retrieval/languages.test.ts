import { expect, test } from "vitest";
import { builtinEntries, everydayRequests, measureEveryday } from "../../bench/retrieval/everyday.ts";
import { ourIndex } from "../../bench/retrieval/ours.ts";
import { loadEmbeddedEmbedder } from "../../src/model/embedded/load-embedded-embedder.ts";
import exampleRequests from "../../src/sources/builtin/example-requests.json" with { type: "json" };

const entries = builtinEntries();
const embedder = await loadEmbeddedEmbedder();
const index = await ourIndex({ name: "built-ins", entries, queries: [] }, embedder);

const LANGUAGES = ["es", "de", "fr", "ja", "ko", "ru"];
const FLOORS = {
  "other languages": { languages: [...LANGUAGES, "zh-TW"], requests: 30, first: 60, inFive: 80 },
  "other languages, kept back": { languages: [...LANGUAGES, "zh-TW"], requests: 15, first: 50, inFive: 70 },
  "other languages, newest": { languages: LANGUAGES, requests: 15, first: 60, inFive: 80 },
} as const;

test.each(Object.entries(FLOORS))(
  "search() serves everyday requests in %s by the meaning and not only by shared words",
  async (which, floor) => {
    // The names of the halves are the keys of FLOORS.
    const figures = await measureEveryday(index, everydayRequests("served", which as keyof typeof FLOORS));
    for (const language of floor.languages) {
      const found = figures.get(language);
      expect(found?.requests, language).toBeGreaterThanOrEqual(floor.requests);
      expect(found?.first, language).toBeGreaterThanOrEqual(floor.first);
      expect(found?.inFive, language).toBeGreaterThanOrEqual(floor.inFive);
    }
  },
);

test("search() finds nothing for small talk and sums in other languages", async () => {
  const talk = everydayRequests("talk", "other languages");
  const answered = [];
  for (const { text } of talk) if ((await index.search(text)).hits.length > 0) answered.push(text);
  expect(talk.length).toBeGreaterThanOrEqual(60);
  expect(answered.length / talk.length, answered.join(", ")).toBeLessThanOrEqual(0.12);
  for (const sum of ["¿cuánto es siete por ocho?", "quinze moins huit", "девять умножить на три"])
    expect((await index.search(sum)).hits, sum).toEqual([]);
});

test("no example request is among the requests in other languages", () => {
  const asked = new Set(
    Object.keys(FLOORS).flatMap((which) =>
      // The names of the halves are the keys of FLOORS.
      everydayRequests("served", which as keyof typeof FLOORS).map(({ text }) => text.toLowerCase()),
    ),
  );
  const examples = Object.values(exampleRequests).flat();
  expect(examples.filter((example) => asked.has(example.toLowerCase()))).toEqual([]);
});

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
