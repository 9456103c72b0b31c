import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import {
  createMemoryStore,
  createRuntime,
  DejimaError,
  defineTool,
  type Outcome,
  ScriptedModel,
} from "../../src/index.ts";
import { rulesLayer } from "../../src/policy/rule-layers.ts";
import { aRuntime } from "../support/a-runtime.ts";

const double = defineTool({
  name: "double",
  summary: "Double a number that the caller passes in",
  description: "Returns twice the number.",
  category: "custom",
  risk: "low",
  input: z.object({ n: z.number(), unit: z.string().default("m") }),
  run: async ({ n, unit }) => ({ twice: n * 2, unit }),
});

test("execute() takes a tool made with defineTool, registers it, and types its input and output", async () => {
  await using world = await aRuntime();
  const { runtime } = world;
  const outcome = await runtime.execute(double, { n: 21 });
  expectTypeOf(outcome).toEqualTypeOf<Outcome<{ twice: number; unit: string }>>();
  expect(outcome).toMatchObject({ type: "success", output: { twice: 42, unit: "m" } });
  // @ts-expect-error n is a number
  expect(await runtime.execute(double, { n: "21" })).toMatchObject({ error: { code: "invalid_input" } });
  expect(await runtime.execute("double", { n: 1 })).toMatchObject({ type: "success" });
});

test("execute() types a tool by its registered name, and leaves other names open", async () => {
  await using runtime = createRuntime({ tools: [double], store: createMemoryStore() });
  const outcome = await runtime.execute("double", { n: 21 });
  expectTypeOf(outcome).toEqualTypeOf<Outcome<{ twice: number; unit: string }>>();
  // @ts-expect-error n is missing
  expect(await runtime.execute("double", {})).toMatchObject({ error: { code: "invalid_input" } });
  expectTypeOf(await runtime.execute("current_time")).toEqualTypeOf<Outcome>();
});

test("a run's execute() has the same shape, besides whole requests", async () => {
  await using world = await aRuntime();
  const run = await world.runtime.openRun();
  expect(await run.execute(double, { n: 2 })).toMatchObject({ output: { twice: 4 } });
  expect(await run.execute("double", { n: 3 })).toMatchObject({ output: { twice: 6 } });
  expect(await run.execute({ tool: "double", input: { n: 4 } })).toMatchObject({ output: { twice: 8 } });
});

test("execute() refuses a tool whose name another one has", async () => {
  await using world = await aRuntime({ tools: [double] });
  const other = defineTool({ ...double, input: z.object({}), run: () => "another" });
  await expect(world.runtime.execute(other, {})).rejects.toMatchObject({ code: "conflict" });
});

test("agent.ask() returns the answer, and throws if there is none", async () => {
  await using world = await aRuntime({ model: new ScriptedModel([{ text: "Four." }]) });
  expect(await world.runtime.agent.ask("two and two?")).toBe("Four.");
  await using silent = await aRuntime({ model: "anthropic:claude" });
  await expect(silent.runtime.agent.ask("hello")).rejects.toThrow(/no key for Anthropic/);
  await expect(silent.runtime.agent.ask("hello")).rejects.toBeInstanceOf(DejimaError);
});

test("a tool of one's own needs a name, a summary, a risk, an input and the work", async () => {
  const shout = defineTool({
    name: "shout",
    summary: "Write a text in capital letters",
    risk: "low",
    input: z.object({ text: z.string() }),
    run: ({ text }) => text.toUpperCase(),
  });
  expect(shout).toMatchObject({ description: "Write a text in capital letters", category: "custom" });
  const model = new ScriptedModel(({ messages }) => {
    const last = messages.findLast(({ role }) => role !== "note");
    if (last?.role === "tool") return { text: `It says ${last.text}` };
    return { calls: [{ tool: "shout", input: { text: "ahoy" } }] };
  });
  await using runtime = createRuntime({ tools: [shout], store: createMemoryStore(), model });
  expect(await runtime.agent.ask("shout ahoy")).toContain("AHOY");
});

test("a layer of one's own tightens every run, and an embedder of one's own makes the vectors", async () => {
  let embedded = 0;
  const embedder = {
    id: "own-2",
    dimensions: 2,
    embed: async (texts: readonly string[]) => {
      embedded += texts.length;
      return texts.map(() => Float32Array.from([1, 0]));
    },
  };
  const rules = { name: "ours", confirm: [], deny: ["current_time"] };
  const layer = rulesLayer(rules, { base: "/", truePath: (path) => path });
  await using world = await aRuntime({ layers: [layer], embedder });
  expect(await world.runtime.execute("current_time")).toMatchObject({ error: { code: "tool_not_allowed" } });
  await world.runtime.search.tools("what time is it");
  await world.runtime.search.settled();
  expect(embedded).toBeGreaterThan(0);
});

test("programs run in a sandbox driver of one's own", async () => {
  const launched: (readonly string[])[] = [];
  const driver = {
    name: "process" as const,
    boundary: "security boundary" as const,
    async launch(request: { readonly argv: readonly string[] }): Promise<never> {
      launched.push(request.argv);
      throw new DejimaError("spawn_failed", "Cannot start: this driver only takes notes");
    },
    close: async () => {},
  };
  await using world = await aRuntime({ sandbox: driver, config: { permissions: { safe: ["shell"] } } });
  const outcome = await world.runtime.execute("shell", { command: "echo hello" });
  expect(outcome).toMatchObject({ type: "failure", error: { code: "spawn_failed" } });
  expect(launched.length).toBeGreaterThan(0);
});
