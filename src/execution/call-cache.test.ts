import { rename, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf } from "../../test/support/a-runtime.ts";
import type { Tool } from "../contract/tool.ts";
import { createCallCache } from "./call-cache.ts";

/** A tool that counts how often it really runs. */
function counting(fields: Partial<Tool> = {}): { tool: Tool; runs: () => number } {
  let runs = 0;
  const tool = aTool({
    name: "counting",
    input: z.object({ path: z.string().default("a.txt"), other: z.unknown().optional() }),
    cache: { ttlMs: 60_000 },
    effects: ({ path }) => [{ kind: "file.read", target: path }],
    run: () => ({ runs: ++runs, list: [1] }),
  });
  return { tool: { ...tool, ...fields }, runs: () => runs };
}

test("a cached tool runs once for equal inputs, whatever the order of their fields, and the record says so", async () => {
  const { tool, runs } = counting();
  await using world = await aRuntime({ tools: [tool], files: { "a.txt": "", "b.txt": "" } });
  const call = async (input: unknown) => outputOf(await world.runtime.execute("counting", input));
  expect(await call({ path: "a.txt", other: { x: 1, y: 2 } })).toMatchObject({ runs: 1 });
  expect(await call({ other: { y: 2, x: 1 }, path: "a.txt" })).toMatchObject({ runs: 1 });
  expect(world.events.at(-1)).toMatchObject({ type: "call-end", result: { ok: true, cached: true } });
  expect(await call({ path: "b.txt" })).toMatchObject({ runs: 2 });
  expect(runs()).toBe(2);
});

test("a cached output goes when the file it was made from changes, moves or comes into being", async () => {
  const { tool } = counting();
  await using world = await aRuntime({ tools: [tool], files: { "a.txt": "one" } });
  const file = join(world.workspace, "a.txt");
  const runs = async () => (outputOf(await world.runtime.execute("counting")) as { runs: number }).runs;
  expect([await runs(), await runs()]).toEqual([1, 1]);
  await utimes(file, new Date(1), new Date(1));
  expect([await runs(), await runs()]).toEqual([2, 2]);
  // The same size and the old time: only ctime tells.
  await writeFile(file, "two");
  await utimes(file, new Date(1), new Date(1));
  expect(await runs()).toBe(3);
  await writeFile(file, "longer");
  expect(await runs()).toBe(4);
  await rename(file, `${file}.away`);
  expect([await runs(), await runs()]).toEqual([5, 5]);
  await writeFile(file, "back");
  expect(await runs()).toBe(6);
});

test("a cached output is a copy: what a caller does to it reaches nobody else", async () => {
  const { tool } = counting();
  await using world = await aRuntime({ tools: [tool], files: { "a.txt": "" } });
  for (let call = 0; call < 3; call++) {
    const output = outputOf(await world.runtime.execute("counting")) as { list: number[] };
    expect(output).toEqual({ runs: 1, list: [1] });
    output.list.push(2);
  }
});

test("a cached output is judged again each time, and failures are not cached", async () => {
  let fails = true;
  const { tool } = counting({
    run: () => {
      if (fails) throw new Error("not yet");
      return "ok";
    },
  });
  await using world = await aRuntime({ tools: [tool], files: { "a.txt": "" } });
  expect(errorOf(await world.runtime.execute("counting")).code).toBe("internal");
  fails = false;
  expect(outputOf(await world.runtime.execute("counting"))).toBe("ok");
  const strict = await world.runtime.openRun({
    layers: [{ name: "nothing", otherwise: "deny", covering: () => [] }],
  });
  expect(errorOf(await strict.execute({ tool: "counting" })).code).toBe("tool_not_allowed");
});

test("a run that may do less gets nothing that was cached for one that may do more", async () => {
  const walker = aTool({
    name: "walker",
    cache: { ttlMs: 60_000 },
    effects: () => [{ kind: "file.read", target: "." }],
    run: async (_input, { files }) =>
      (await files.list(".", { recursive: true, limit: 100 })).files.map(({ path }) => path),
  });
  await using world = await aRuntime({ tools: [walker], files: { "a.txt": "", "secret/b.txt": "" } });
  expect(outputOf(await world.runtime.execute("walker"))).toContain("secret/b.txt");
  const { parseRule } = await import("../policy/rule.ts");
  const { createLayer } = await import("../policy/layer.ts");
  const rule = parseRule("file.read(./secret/**)", "deny", { base: world.workspace });
  const layer = createLayer({ name: "run", otherwise: "allow", rules: [rule] });
  const strict = await world.runtime.openRun({ layers: [layer] });
  expect(outputOf(await strict.execute({ tool: "walker" }))).not.toContain("secret/b.txt");
});

test("an output that cannot be copied is handed over, and made again the next time", async () => {
  class Shape {
    readonly sides = 3;
    readonly area = () => 1;
    toJSON() {
      return { sides: this.sides };
    }
  }
  const { tool } = counting({ run: () => new Shape() });
  await using world = await aRuntime({ tools: [tool], files: { "a.txt": "" } });
  expect(outputOf(await world.runtime.execute("counting"))).toEqual({ sides: 3 });
  expect(outputOf(await world.runtime.execute("counting"))).toEqual({ sides: 3 });
});

test("createCallCache() limits the number and age of its entries, and drops the least used first", async () => {
  let time = 0;
  const cache = createCallCache(2, () => time);
  const tool = aTool({ name: "cached", cache: { ttlMs: 10 } });
  const held = async (id: number) => (await cache.begin(tool, { id }, []))?.hit?.output;
  const fill = async (id: number) => (await cache.begin(tool, { id }, []))?.fill(id, 10);
  await fill(1);
  await fill(2);
  expect(await held(1)).toBe(1);
  await fill(3);
  expect([await held(1), await held(2), await held(3)]).toEqual([1, undefined, 3]);
  time = 11;
  expect([await held(1), await held(3)]).toEqual([undefined, undefined]);
});

test("createCallCache() tells versions of a tool apart, and leaves tools without a cache alone", async () => {
  const cache = createCallCache(10, () => 0);
  const old = aTool({ name: "cached", version: "1.0.0", cache: { ttlMs: 10 } });
  (await cache.begin(old, {}, []))?.fill("old", 10);
  const newer = aTool({ name: "cached", version: "2.0.0", cache: { ttlMs: 10 } });
  expect((await cache.begin(newer, {}, []))?.hit).toBeUndefined();
  expect(await cache.begin(aTool({ name: "plain" }), {}, [])).toBeUndefined();
});

test("createCallCache() keeps no output that is too long, and never too many characters in all", async () => {
  const cache = createCallCache(1000, () => 0);
  const tool = aTool({ name: "cached", cache: { ttlMs: 10 } });
  const fill = async (input: number, characters: number) =>
    (await cache.begin(tool, input, []))?.fill(input, characters);
  const isKept = async (input: number) => (await cache.begin(tool, input, []))?.hit !== undefined;
  await fill(1, 2_000_000);
  expect(await isKept(1)).toBe(false);
  for (let input = 2; input < 50; input++) await fill(input, 1_000_000);
  expect(await isKept(2)).toBe(false);
  expect(await isKept(49)).toBe(true);
});
