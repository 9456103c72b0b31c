import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf } from "../../test/support/a-runtime.ts";

const give = aTool({ name: "give", input: z.object({ value: z.unknown() }), run: ({ value }) => value });
const from = ($from: string, pointer?: string) => (pointer === undefined ? { $from } : { $from, pointer });

test("runChain() feeds outputs forward, whole or in part, at any depth of the input", async () => {
  await using world = await aRuntime({ tools: [give] });
  const { ok, outcomes } = await world.runtime.executeChain([
    { id: "a", tool: "give", input: { value: { list: ["x", { "a/b": "y" }], n: 0 } } },
    { id: "b", tool: "give", input: { value: [from("a", "/list/0"), { deep: from("a", "/list/1/a~1b") }] } },
    { id: "c", tool: "give", input: { value: { all: from("b"), n: from("a", "/n"), same: from("a", "") } } },
  ]);
  expect(ok).toBe(true);
  expect(outcomes.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(outcomes.map(({ outcome }) => outputOf(outcome))).toEqual([
    { list: ["x", { "a/b": "y" }], n: 0 },
    ["x", { deep: "y" }],
    { all: ["x", { deep: "y" }], n: 0, same: { list: ["x", { "a/b": "y" }], n: 0 } },
  ]);
});

test("runChain() judges each call with the input that it really gets", async () => {
  await using world = await aRuntime({
    tools: [give],
    files: { "open.txt": "open", "secret/a.txt": "secret" },
    config: { permissions: { deny: ["file.read(./secret/**)"] } },
  });
  const read = (value: string) =>
    world.runtime.executeChain([
      { id: "path", tool: "give", input: { value } },
      { id: "text", tool: "read_file", input: { path: from("path") } },
      { id: "never", tool: "give", input: { value: from("text", "/content") } },
    ]);
  expect((await read("open.txt")).outcomes.map(({ outcome }) => outcome.type)).toEqual(
    Array(3).fill("success"),
  );
  const refused = await read("secret/a.txt");
  expect(refused.ok).toBe(false);
  expect(refused.outcomes).toHaveLength(2);
  expect(errorOf(refused.outcomes[1]?.outcome ?? assert.fail()).code).toBe("tool_not_allowed");
});

test("runChain() gives a later step all of a large output, not the excerpt", async () => {
  const text = "0123456789".repeat(10_000);
  await using world = await aRuntime({ tools: [give] });
  const { ok, outcomes } = await world.runtime.executeChain([
    { id: "large", tool: "give", input: { value: { text } } },
    { id: "next", tool: "base64_encode", input: { text: from("large", "/text") } },
    { id: "last", tool: "base64_decode", input: { encoded: from("next", "/encoded") } },
    { id: "found", tool: "json_query", input: { query: "$[?length(@) == 100000]", data: from("last") } },
    { id: "paths", tool: "give", input: { value: from("found", "/paths") } },
  ]);
  expect(outcomes.map(({ outcome }) => outcome.type)).toEqual(Array(5).fill("success"));
  expect(ok).toBe(true);
  expect(outputOf(outcomes[4]?.outcome ?? assert.fail())).toEqual(["$['decoded']"]);
});

test("runChain() ends with an outcome for a dangling reference, and keeps the earlier results", async () => {
  await using world = await aRuntime({ tools: [give] });
  for (const pointer of ["/missing", "/list/9", "/list/-1", "no slash", "/__proto__", "/constructor/name"]) {
    const { ok, outcomes } = await world.runtime.executeChain([
      { id: "first", tool: "give", input: { value: { list: [1] } } },
      { id: "second", tool: "give", input: { value: { deep: [from("first", pointer)] } } },
      { id: "third", tool: "give", input: { value: 1 } },
    ]);
    expect(ok).toBe(false);
    expect(outcomes.map(({ id }) => id)).toEqual(["first", "second"]);
    const error = errorOf(outcomes[1]?.outcome ?? assert.fail());
    expect(error.code).toBe("invalid_input");
    expect(error.message).toBe(
      `Cannot call "give": "value.deep[0]" points to "${pointer}" of step "first", which does not exist`,
    );
  }
  expect(world.events.filter(({ type }) => type === "call-end")).toHaveLength(12);
});

test("runChain() refuses a chain that cannot work before anything runs", async () => {
  const run = aTool({ name: "run", run: () => assert.fail("ran") });
  await using world = await aRuntime({ tools: [run] });
  const step = (id: string, value: unknown = 1) => ({ id, tool: "run", input: { value } });
  const refused = async (...steps: ReturnType<typeof step>[]) => {
    await expect(world.runtime.executeChain(steps)).rejects.toMatchObject({ code: "invalid_input" });
    return world.runtime.executeChain(steps).catch((error) => error.message);
  };
  expect(await refused(step("a"), step("a"))).toBe('Cannot run the chain: two steps have the id "a"');
  expect(await refused(step("a"), step("b", from("c")))).toBe(
    'Cannot run the chain: step "b" takes from "c", which is not an earlier step (known: a)',
  );
  expect(await refused(step("a", [{ x: from("a") }]))).toMatch(/step "a" takes from "a"/);
  expect(await refused(step("a"), step("b", { $from: 7 }))).toMatch(/step "b" takes from "7"/);
  expect(await refused(step("a"), step("b", { $from: "a", pointer: 7 }))).toMatch(/"pointer" must be a text/);
  expect(await refused(step("a"), step("b", { $from: "a", other: 1 }))).toMatch(/"other"/);
});

test("runChain() takes inputs that are no data for what they are", async () => {
  await using world = await aRuntime({ tools: [give] });
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  for (const value of [cyclic, deep, 7n]) {
    const { outcomes } = await world.runtime.executeChain([{ id: "a", tool: "give", input: { value } }]);
    expect(errorOf(outcomes[0]?.outcome ?? assert.fail()).code).toBe("invalid_input");
  }
  expect(await world.runtime.executeChain([])).toEqual({ ok: true, outcomes: [] });
});

test("runChain() stops between and within steps when it is cancelled", async () => {
  const stop = new AbortController();
  const stopper = aTool({ name: "stopper", run: () => stop.abort() });
  await using world = await aRuntime({ tools: [give, stopper] });
  const { ok, outcomes } = await world.runtime.executeChain(
    [
      { id: "a", tool: "stopper", input: {} },
      { id: "b", tool: "give", input: { value: 1 } },
      { id: "c", tool: "give", input: { value: 1 } },
    ],
    { signal: stop.signal },
  );
  expect(ok).toBe(false);
  expect(outcomes.map(({ outcome }) => (outcome.type === "failure" ? outcome.error.code : "ok"))).toEqual([
    "ok",
    "cancelled",
  ]);
});

test("runChain() runs the tools that others depend on first, by any of their names, and keeps the rest in order", async () => {
  const ran: string[] = [];
  const noting = (name: string, dependsOn: string[] = [], aliases: string[] = []) =>
    aTool({ name, dependsOn, aliases, run: () => void ran.push(name) });
  const tools = [
    give,
    noting("log_in", [], ["sign_in"]),
    noting("open_book", ["sign_in"]),
    noting("add_line", ["open_book"]),
  ];
  await using world = await aRuntime({ tools });
  const steps = ["give", "add_line", "open_book", "sign_in"].map((tool, at) => ({
    id: `s${at}`,
    tool,
    input: tool === "give" ? { value: 1 } : {},
  }));
  const { ok, outcomes } = await world.runtime.executeChain(steps);
  expect({ ok, ran }).toEqual({ ok: true, ran: ["log_in", "open_book", "add_line"] });
  expect(outcomes.map(({ id }) => id)).toEqual(["s0", "s3", "s2", "s1"]);
  const circle = world.runtime.executeChain([
    { id: "line", tool: "add_line", input: {} },
    { id: "login", tool: "log_in", input: { who: from("line") } },
  ]);
  await expect(circle).rejects.toThrow(/the steps "line", "login" wait for each other/);
});
