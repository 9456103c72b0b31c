import { afterAll, beforeAll, expect, test } from "vitest";
import type { Search } from "../../src/wiring/tools/open-search.ts";
import { processorTime } from "../support/processor-time.ts";
import { aSearchWorld, aTool, type SearchWorld } from "./search-world.ts";

let world: SearchWorld;
let search: Search;
beforeAll(async () => {
  world = await aSearchWorld();
  world.registry.registerMany([
    aTool("get_weather", "Weather forecast of a city for the next days"),
    aTool("translate_text", "Translate a text into another language"),
    aTool("cha_hui_lv", "查询两种货币之间的汇率，并换算金额"),
    aTool("read_pdf", "Read the text of a PDF document page by page"),
    aTool("endless", "Endless things", `Endless things about turtles. ${"turtle 乌龟 ".repeat(120_000)}`),
  ]);
  search = await world.start();
});
afterAll(() => world.close());

const best = async (request: string) => (await search.tools(request)).hits[0]?.name;

test("a description of a million characters is indexed, found, and keeps others findable", async () => {
  expect(world.registry.require("endless").description.length).toBeGreaterThan(1_000_000);
  const started = processorTime();
  expect(await best("turtles")).toBe("endless");
  expect(processorTime() - started).toBeLessThan(3_000);
  expect(await best("what will the weather be tomorrow")).toBe("get_weather");
});

test.each(["", "   \n\t", "😀🎉🔥", "!!! ??? ...", "\u0000\u202e\u200b", "\ud800"])(
  "a request that says nothing, %j, finds nothing and is told what to do",
  async (request) => {
    const { hits, advice } = await search.tools(request);
    expect(hits).toEqual([]);
    expect(advice).toContain("No tool fits");
  },
);

test.each([
  ["mixed scripts", "帮我 translate 这段 text", "translate_text"],
  ["full-width letters", "ｒｅａｄ　ａ　ＰＤＦ", "read_pdf"],
  ["traditional characters", "查詢匯率", "cha_hui_lv"],
  ["traditional characters across languages", "明天的天氣預報", "get_weather"],
  ["a Chinese request for an English tool", "把这段话翻译成法语", "translate_text"],
  ["an English request for a Chinese tool", "currency exchange rate", "cha_hui_lv"],
  ["words among emoji", "☔️ weather ☀️ forecast 🌧", "get_weather"],
  ["combining accents", "tra\u0301nslate text", "translate_text"],
])("a request in %s finds its tool", async (_name, request, tool) => {
  expect(await best(request)).toBe(tool);
});

test("a request of a million characters is cut, and says so", async () => {
  const { hits, notices } = await search.tools("weather forecast of a city ".repeat(40_000));
  expect(notices.join()).toContain("Only the first");
  expect(hits[0]?.name).toBe("get_weather");
});
