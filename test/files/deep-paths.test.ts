import { expect, test } from "vitest";
import { processorTime } from "../support/processor-time.ts";
import { aWorkspace } from "./a-workspace.ts";

test("startingNames() looks only at folders that exist, however deep a path is", async () => {
  await using world = await aWorkspace({ "a/b/x": "x", ".git/config": "[core]\n\thooksPath = a/hooks\n" });
  const deep = `a/b/${"c/".repeat(1_900)}x`;
  await world.guard.startingNames(deep);
  const start = processorTime();
  expect(await world.guard.startingNames(deep)).toEqual([]);
  expect(processorTime() - start).toBeLessThan(1_000);
  expect(await world.guard.startingNames(`a/hooks/${"c/".repeat(100)}x`)).toHaveLength(1);
});
