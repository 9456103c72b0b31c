import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";
import { processorTime } from "../support/processor-time.ts";
import { aWorkspace } from "./a-workspace.ts";

test("startingNames() looks only at folders that exist, however deep a path is", async () => {
  await using world = await aWorkspace({ "a/b/x": "x", ".git/config": "[core]\n\thooksPath = a/hooks\n" });
  const deep = `a/b/${"c/".repeat(250)}x`;
  await world.guard.startingNames(deep);
  const start = processorTime();
  expect(await world.guard.startingNames(deep)).toEqual([]);
  expect(processorTime() - start).toBeLessThan(1_000);
  expect(await world.guard.startingNames(`a/hooks/${"c/".repeat(100)}x`)).toHaveLength(1);
});

test("2,000 nested folders slow down neither a preview nor a listing, and a path through them is refused with a reason", async () => {
  await using world = await aRuntime({ files: { "near.txt": "x" } });
  // Made step by step: the whole path is as long as a path may be.
  const made: string[] = [];
  for (let at = world.workspace; made.length < 10; at = made.at(-1) ?? "")
    made.push(join(at, "c/".repeat(200)));
  for (const path of made) await mkdir(path, { recursive: true });
  const path = `${"c/".repeat(2_000)}x`;
  const calls: [tool: string, input: object][] = [
    ["write_file", { path, content: "x" }],
    ["read_file", { path }],
    ["move_file", { from: "near.txt", to: path }],
    ["delete_file", { path: path.slice(0, 2_400) }],
    ["list_files", { path }],
    ["grep", { pattern: "x", path }],
  ];
  for (const [tool, input] of calls)
    expect(errorOf(await world.runtime.execute(tool, input)).message).toMatch(/more than 256 folders/);
  const start = processorTime();
  expect(outputOf(await world.runtime.execute("list_files", { path: ".", recursive: true }))).toBeDefined();
  expect(processorTime() - start).toBeLessThan(5_000);
  for (const folder of made.toReversed()) await rm(folder, { recursive: true });
});

test("folders nested deep in many places do not delay a program: skipped ones are named", {
  timeout: 120_000,
}, async () => {
  await using world = await aRuntime({
    files: { "near.txt": "x" },
    ask: async () => ({ answer: "approve", by: "test" }),
    config: { permissions: { confirm: ["shell"] } },
  });
  const chains = ["a", "b", "c"].map((name) => {
    const made: string[] = [];
    for (let at = join(world.workspace, name); made.length < 9; at = made.at(-1) ?? "")
      made.push(join(at, "c/".repeat(200)));
    return made;
  });
  for (const path of chains.flat()) await mkdir(path, { recursive: true });
  const start = processorTime();
  const outcome = await world.runtime.execute("shell", { command: "echo x > out.txt; ls a/c", write: true });
  expect(processorTime() - start).toBeLessThan(20_000);
  expect(outputOf(outcome)).toMatchObject({ exitCode: 0, stdout: "c\n" });
  expect(JSON.stringify(outcome)).toContain("nested too deep, to look for self-starting ones");
  for (const path of chains.flat().toReversed()) await rm(path, { recursive: true });
});
