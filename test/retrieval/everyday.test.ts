import { expect, test } from "vitest";
import {
  builtinEntries,
  everydayRequests,
  type Half,
  measureEveryday,
} from "../../bench/retrieval/everyday.ts";
import { ourIndex } from "../../bench/retrieval/ours.ts";
import { loadEmbeddedEmbedder } from "../../src/model/embedded/load-embedded-embedder.ts";
import exampleRequests from "../../src/sources/builtin/example-requests.json" with { type: "json" };

const entries = builtinEntries();
const index = await ourIndex({ name: "built-ins", entries, queries: [] }, await loadEmbeddedEmbedder());
// Floors some way under what docs/retrieval.md reports, so that a change that costs quality is seen.
const FLOORS: Record<Half, { first: number; inFive: number; empty: number }> = {
  development: { first: 85, inFive: 93, empty: 4 },
  "kept back": { first: 88, inFive: 96, empty: 3 },
  newest: { first: 78, inFive: 90, empty: 8 },
};
// The halves are the keys of FLOORS.
const HALVES = Object.keys(FLOORS) as Half[];

test("there are at least 150 everyday requests that tools serve and 150 that none does, halved", () => {
  for (const half of HALVES) {
    expect(everydayRequests("served", half).length).toBeGreaterThanOrEqual(75);
    expect(everydayRequests("talk", half).length).toBeGreaterThanOrEqual(75);
  }
  const names = new Set(entries.map(({ id }) => id));
  for (const half of HALVES)
    for (const { text, relevant } of everydayRequests("served", half))
      expect(relevant.every((name) => names.has(name)) && relevant.length > 0, text).toBe(true);
});

test("no example request is among the everyday requests", () => {
  const fold = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const asked = new Set(
    HALVES.flatMap((half) => everydayRequests("served", half).map(({ text }) => fold(text))),
  );
  const examples = Object.values(exampleRequests).flat();
  expect(examples.length).toBeGreaterThan(500);
  expect(examples.filter((example) => asked.has(fold(example)))).toEqual([]);
});

test("every built-in tool has example requests, in English and Chinese", () => {
  const lacking = entries.filter(({ examples = [] }) => {
    const chinese = examples.filter((example) => /[\u4e00-\u9fff]/u.test(example));
    return chinese.length === 0 || chinese.length === examples.length;
  });
  expect(lacking.map(({ id }) => id)).toEqual([]);
});

test.each(HALVES)("search() serves everyday requests of the half %s", async (half) => {
  const figures = await measureEveryday(index, everydayRequests("served", half));
  const all = figures.get("all");
  expect(all?.first).toBeGreaterThanOrEqual(FLOORS[half].first);
  expect(all?.inFive).toBeGreaterThanOrEqual(FLOORS[half].inFive);
  expect(all?.empty).toBeLessThanOrEqual(FLOORS[half].empty);
  expect(figures.get("misspelt")?.first).toBeGreaterThanOrEqual(70);
  const talk = await measureEveryday(index, everydayRequests("talk", half));
  expect(100 - (talk.get("all")?.empty ?? 0)).toBeLessThanOrEqual(FALSE_HITS);
});

const FALSE_HITS = 16;

test.each([
  ["which skills are installed", "list_skills"],
  ["get rid of draft-old.md", "delete_file"],
  ["记住我喜欢喝茶", "add_memory"],
  ["列目录", "list_files"],
  ["把 readme 里的旧网址换成新的", "edit_file"],
  ["创建一个文档记录会议纪要", "write_file"],
  ["save text into a file", "write_file"],
])("search() finds for %s the tool %s first", async (request, tool) => {
  expect((await index.search(request)).hits[0]?.id).toBe(tool);
});
