import { expect, test } from "vitest";
import { DejimaError } from "../../src/contract/error.ts";
import type { HarbourEvent } from "../../src/contract/event.ts";
import type { LanguageModel } from "../../src/model/language/language-model.ts";
import { fallingBack } from "../../src/model/language/retrying-model.ts";
import type { RuntimeOptions } from "../../src/runtime.ts";
import { aRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";

type Ask = NonNullable<RuntimeOptions["ask"]>;

const model: LanguageModel = {
  id: "test:model",
  async *stream() {
    yield { type: "text-delta", text: "Done." };
    yield { type: "usage", usage: { inputTokens: 1_000, outputTokens: 100, cachedTokens: 0 } };
    yield { type: "end", reason: "stop" };
  },
};

/** A runtime with these rules, in which an answer may cost 3.20 US dollars at most. */
async function aWorld(permissions: Record<string, string[]>, options: TestRuntimeOptions = {}) {
  const world = await aRuntime({ model, config: { permissions }, ...options });
  await world.runtime.money.setPrice("test:model", { input: 0, output: 100, asOf: "2026-11-17" });
  return world;
}

async function play(events: AsyncIterable<HarbourEvent>) {
  const all = await Array.fromAsync(events);
  return {
    end: all.find((event) => event.type === "run-end"),
    gate: all.find((event) => event.type === "call-start" && event.tool === "spend_on_model"),
    reply: all.find((event) => event.type === "model-end"),
  };
}

test("a call of the model declares what it may spend, and goes through no gate where no rule speaks of it", async () => {
  for (const permissions of [
    {},
    { deny: ["spending"], confirm: ["money.spend"] },
    { deny: ["money.spend(>3.20)"] },
  ]) {
    await using world = await aWorld(permissions);
    const { end, gate, reply } = await play(world.runtime.agent.run("Hello"));
    expect([end?.status, gate]).toEqual(["done", undefined]);
    expect(reply).toMatchObject({
      effects: [{ kind: "money.spend", target: "3.20 USD test:model" }],
      usage: { cost: 10_000, reserved: 3_200_000 },
    });
  }
});

test("a rule that denies the amount stops the run before the model is called, and the run continues without the rule", async () => {
  await using world = await aWorld({ deny: ["money.spend(>1.00)"] });
  const { agent, money, explain } = world.runtime;
  const { end, gate, reply } = await play(agent.run("Hello"));
  expect(gate).toMatchObject({
    verdict: "deny",
    effects: [{ kind: "money.spend", target: "3.20 USD test:model" }],
    reasons: [{ rule: "money.spend(>1.00)", effect: "deny" }],
  });
  expect([end?.status, reply, await money.sums("model", "")]).toEqual(["parked", undefined, []]);
  expect(end?.answer).toContain("do not let this run spend up to $3.20 on test:model");
  const explained = async (cost: number) => (await explain("spend_on_model", { model: "m:x", cost })).verdict;
  expect([await explained(1_000_000), await explained(1_000_001)]).toEqual(["allow", "deny"]);
  await money.setPrice("test:model", { input: 0, output: 10, asOf: "2026-11-17" });
  expect(await play(agent.resume(String(end?.runId)))).toMatchObject({
    end: { status: "done", answer: "Done." },
  });
});

test("a rule that asks puts one question, and the answer decides; an unknown price is asked about, too", async () => {
  const asked: string[] = [];
  const ask: Ask = async ({ title }) => {
    asked.push(String(title?.en));
    return { answer: asked.length === 1 ? ("approve" as const) : ("deny" as const), by: "ann" };
  };
  await using world = await aWorld({ confirm: ["money.spend(>1.00 USD test:*)"] }, { ask });
  expect((await play(world.runtime.agent.run("Hello"))).end).toMatchObject({
    status: "done",
    answer: "Done.",
  });
  await world.runtime.money.removePrice("test:model");
  const refused = await play(world.runtime.agent.run("Hello"));
  expect([refused.end?.status, refused.reply]).toEqual(["parked", undefined]);
  expect(asked).toEqual(["Spend up to $3.20 on test:model?", "Call test:model, whose price is not known?"]);
});

test("a question of a quarantined read is refused where a rule covers what it may spend", async () => {
  await using world = await aWorld({ deny: ["money.spend(>0.001)"] }, { files: { "a.txt": "open" } });
  const outcome = await world.runtime.execute("read_quarantined", {
    tool: "read_file",
    input: { path: "a.txt" },
    question: "Open?",
    answer: { type: "boolean" },
  });
  expect(outcome).toMatchObject({ type: "failure", error: { code: "tool_not_allowed" } });
  expect(await world.runtime.money.sums("model", "")).toEqual([]);
});

/** A model that cannot answer, with another one behind it whose answer may cost 32 US dollars. */
function aFallback(calls: string[]): LanguageModel {
  const broken: LanguageModel = {
    id: "test:model",
    // biome-ignore lint/correctness/useYield: it fails before it says anything
    async *stream() {
      calls.push("test:model");
      throw new DejimaError("server_unavailable", "overloaded");
    },
  };
  const other: LanguageModel = {
    id: "dear:model",
    async *stream(...args) {
      calls.push("dear:model");
      yield* model.stream(...args);
    },
  };
  return fallingBack([broken, other]);
}

test("a model that answers instead of another is judged by its own price and name, before it is called", async () => {
  for (const rule of ["money.spend(>5.00)", "money.spend(>0.10 USD dear:*)"]) {
    const calls: string[] = [];
    await using world = await aWorld({ deny: [rule] }, { model: aFallback(calls) });
    await world.runtime.money.setPrice("dear:model", { input: 0, output: 1_000, asOf: "2026-11-17" });
    const { end, gate } = await play(world.runtime.agent.run("Hello"));
    expect(gate).toMatchObject({
      verdict: "deny",
      effects: [{ target: "32.00 USD dear:model" }],
      reasons: [{ rule }],
    });
    expect([end?.status, calls]).toEqual(["parked", ["test:model"]]);
    expect(end?.answer).toContain("spend up to $32.00 on dear:model");
  }
});

test("a question about the other model is answered by a person, and its own price is counted", async () => {
  const asked: string[] = [];
  const calls: string[] = [];
  const ask: Ask = async ({ title }) => {
    asked.push(String(title?.en));
    return { answer: "approve", by: "ann" };
  };
  const options = { model: aFallback(calls), ask };
  await using world = await aWorld({ confirm: ["money.spend(>5.00)"] }, options);
  const { agent, money } = world.runtime;
  await money.setPrice("dear:model", { input: 0, output: 1_000, asOf: "2026-11-17" });
  await money.setBudget("run", { cost: 10_000_000 });
  const { end, reply } = await play(agent.run("Hello"));
  expect([end?.status, asked]).toEqual(["done", ["Spend up to $32.00 on dear:model?"]]);
  expect(reply).toMatchObject({
    model: "dear:model",
    effects: [{ kind: "money.spend", target: "32.00 USD dear:model" }],
    usage: { cost: 100_000, reserved: 32_000_000 },
  });
  // The first one used nothing; its reservation is gone.
  expect(await money.sums("model", "")).toMatchObject([
    { key: "dear:model", cost: 100_000 },
    { key: "test:model", cost: 0 },
  ]);
  await money.setBudget("call", { cost: 4_000_000 });
  expect((await play(agent.run("Hello again"))).end?.status).toBe("done");
  // It is also too dear for a single call, which is a question of its own.
  expect(asked.slice(1)).toHaveLength(2);
});
