import { expect, test } from "vitest";
import { aRuntime, outputOf } from "../support/a-runtime.ts";

test("search_memory without a query gives the latest memories, of one type where that is asked for", async () => {
  await using world = await aRuntime();
  const { runtime } = world;
  outputOf(await runtime.execute("add_memory", { content: "The quay is dry at six", type: "fact" }));
  outputOf(await runtime.execute("add_memory", { content: "Prefers tea", type: "preference" }));
  expect(outputOf(await runtime.execute("search_memory"))).toMatchObject({
    memories: [{ content: "Prefers tea" }, { content: "The quay is dry at six" }],
  });
  expect(outputOf(await runtime.execute("search_memory", { type: "fact" }))).toMatchObject({
    memories: [{ content: "The quay is dry at six", type: "fact" }],
  });
});
