import { expect, test } from "vitest";
import { aMemoryWorld, tellAll } from "./a-memory-world.ts";

const DAY = 86_400_000;
const TEXTS = [
  "My dog is called Rex and he is allergic to chicken",
  "The production database is PostgreSQL 16 on host db-3",
  "Never run npm publish on Fridays",
  "我对花生过敏",
  "我的女儿叫小雨，今年五岁",
  "The weekly report is due every Monday at 10",
  "Ada works at a bank in Zurich",
  "When the build fails with ENOSPC, clear the docker cache",
];

test.each([
  ["what should I cook for my dog?", TEXTS[0]],
  ["which database do we use in production", TEXTS[1]],
  ["推荐一家餐厅，别放花生", TEXTS[3]],
  ["make me a peanut snack", TEXTS[3]],
  ["我女儿生日送什么礼物好", TEXTS[4]],
  ["when is the report due", TEXTS[5]],
  ["db-3", TEXTS[1]],
])("search(%j) finds what it is about, by meaning and by words, in both languages", async (query, text) => {
  const { memories } = aMemoryWorld();
  await tellAll(memories, "ada", TEXTS);
  expect((await memories.search("ada", query))[0]?.memory.text).toBe(text);
});

test.each(["write a poem about the sea", "hello", "list the files"])(
  "search(%j) finds nothing where nothing fits",
  async (query) => {
    const { memories } = aMemoryWorld();
    await tellAll(memories, "ada", TEXTS);
    expect(await memories.search("ada", query)).toEqual([]);
    expect(await memories.recall("ada", query)).toEqual([]);
  },
);

test("add() strengthens an existing memory when it is repeated, in any spelling", async () => {
  const { memories, pass } = aMemoryWorld();
  const first = await memories.add("ada", { text: "I like tea", type: "preference", source: { run: "r" } });
  pass(DAY);
  const again = await memories.add("ada", { text: "I like TEA.", type: "fact", importance: 0.6, source: {} });
  expect(again.status).toBe("strengthened");
  expect(again.memory).toEqual({
    ...first.memory,
    importance: 0.7,
    mentions: 2,
    usedAt: first.memory.usedAt + DAY,
  });
  expect(await memories.statistics("ada")).toMatchObject({ total: 1, byType: { preference: 1, fact: 0 } });
});

test("add() names near ones that say something else, and takes the place of the one it replaces", async () => {
  const { memories } = aMemoryWorld();
  const blue = await memories.add("ada", {
    text: "My favourite colour is blue",
    type: "preference",
    source: {},
  });
  const text = "My favourite colour is green";
  const green = await memories.add("ada", { text, type: "preference", source: {}, replaces: blue.memory.id });
  expect(green.similar).toEqual([]);
  const third = await memories.add("ada", {
    text: "My favourite colour is not green",
    type: "fact",
    source: {},
  });
  expect(third.similar.map(({ id }) => id)).toEqual([green.memory.id]);
  expect((await memories.list("ada", { limit: 9 })).map((held) => held.text)).not.toContain(
    "My favourite colour is blue",
  );
  const nothing = memories.add("ada", { text: "x", type: "fact", source: {}, replaces: "m-none" });
  await expect(nothing).rejects.toMatchObject({ code: "not_found" });
});

test("search() ranks strong memories before faded ones, and a recall keeps them strong", async () => {
  const { memories, pass } = aMemoryWorld();
  await memories.add("ada", { text: "The server room key hangs on hook A", type: "lesson", source: {} });
  pass(400 * DAY);
  await memories.add("ada", { text: "The server room key hangs on hook B", type: "lesson", source: {} });
  const found = await memories.search("ada", "where does the server room key hang");
  expect(found.map(({ memory }) => memory.text.at(-1))).toEqual(["B", "A"]);
  expect(found[0]?.strength).toBeGreaterThan((found[1]?.strength ?? 1) * 5);
  const [newest] = await memories.list("ada", { limit: 1 });
  expect(newest).toMatchObject({ recalls: 1 });
});

test("recall() gives what a message is about and the strongest preferences, and not the rest", async () => {
  const { memories, pass } = aMemoryWorld();
  await tellAll(memories, "ada", TEXTS);
  await memories.add("ada", {
    text: "Answer in bullet points",
    type: "preference",
    importance: 0.9,
    source: {},
  });
  const texts = async () =>
    (await memories.recall("ada", "what food may my dog eat?")).map(({ text }) => text);
  expect(await texts()).toEqual([TEXTS[0], "Answer in bullet points"]);
  pass(2_000 * DAY);
  expect(await texts()).toEqual([TEXTS[0]]);
});

test("what one user told is never found for another", async () => {
  const { memories } = aMemoryWorld();
  await tellAll(memories, "ada", TEXTS);
  expect(await memories.search("bob", "which database do we use in production")).toEqual([]);
  expect(await memories.recall("bob", "which database do we use in production")).toEqual([]);
  const [{ id } = { id: "" }] = await memories.list("ada", { limit: 1 });
  expect(await memories.forget("bob", [id])).toEqual([]);
  expect((await memories.statistics("ada")).total).toBe(TEXTS.length);
});

test("what another process tells or forgets is seen at the next question", async () => {
  const world = aMemoryWorld();
  const other = world.elsewhere();
  await tellAll(world.memories, "ada", TEXTS);
  const [found] = await other.search("ada", "when is the report due");
  expect(found?.memory.text).toBe(TEXTS[5]);
  await other.forget("ada", [found?.memory.id ?? ""]);
  await tellAll(other, "ada", ["The monthly review is due on the 1st"]);
  const texts = (await world.memories.search("ada", "when is the report due")).map(
    ({ memory }) => memory.text,
  );
  expect(texts).not.toContain(TEXTS[5]);
  expect(texts).toContain("The monthly review is due on the 1st");
});

test("forget() leaves neither text nor vector", async () => {
  const { memories, store } = aMemoryWorld();
  await tellAll(memories, "ada", TEXTS.slice(0, 2));
  await memories.statistics("ada"); // a look makes the vectors
  const storage = "memories of ada";
  expect(await store.vectors.embedders(storage)).toMatchObject([{ count: 2 }]);
  const [{ id } = { id: "" }] = await memories.list("ada", { limit: 1 });
  expect(await memories.forget("ada", [id, "m-none"])).toEqual([id]);
  expect(await store.vectors.embedders(storage)).toMatchObject([{ count: 1 }]);
});

test("add() refuses nothing, too much and too many, and keeps no secret", async () => {
  const { memories } = aMemoryWorld({ limit: 2 });
  const add = (text: string) => memories.add("ada", { text, type: "fact", source: {} });
  await expect(add("  ")).rejects.toMatchObject({ code: "invalid_input" });
  await expect(add("x".repeat(2_001))).rejects.toMatchObject({ code: "too_large" });
  expect((await add("the password is hunter2")).memory.text).toBe("the password is [redacted]");
  const { memory: two } = await add("two");
  const corrected = { text: "two and a half", type: "fact", source: {}, replaces: two.id } as const;
  expect((await memories.add("ada", corrected)).status).toBe("added");
  await expect(add("three")).rejects.toMatchObject({
    code: "limit_exceeded",
    message: expect.stringContaining("forget_memory"),
  });
});
