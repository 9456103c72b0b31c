import { expect, test } from "vitest";
import { openGroups } from "../../src/access/groups.ts";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import type { HarbourEvent } from "../../src/contract/event.ts";
import type { LanguageModel } from "../../src/model/language/language-model.ts";
import type { RuntimeOptions } from "../../src/runtime.ts";
import { aRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";

const ROUNDS = 4;

/** A model that asks for the time in each of four rounds, each for 1,000 tokens of input and 100 of output, then answers. */
function aModel(): LanguageModel {
  return {
    id: "test:model",
    async *stream({ messages }) {
      const round = messages.filter(({ role }) => role === "tool").length;
      yield { type: "usage", usage: { inputTokens: 1_000, outputTokens: 100, cachedTokens: 400 } };
      if (round === ROUNDS) yield { type: "text-delta", text: "Done." };
      else yield { type: "tool-call", call: { id: `t${round}`, tool: "current_time", input: "{}" } };
      yield { type: "end", reason: "stop" };
    },
  };
}

async function aWorld(options: TestRuntimeOptions = {}) {
  const questions: ApprovalRequest[] = [];
  const world = await aRuntime({ model: aModel(), ...options });
  return { ...world, questions, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

async function endOf(events: AsyncIterable<HarbourEvent>) {
  const all = await Array.fromAsync(events);
  const end = all.find((event) => event.type === "run-end");
  const notices = all.flatMap((event) => (event.type === "notice" ? [event.text] : []));
  const models = all.filter((event) => event.type === "model-end").length;
  return { status: end?.status, answer: String(end?.answer), runId: String(end?.runId), notices, models };
}

const agreeing = (questions: string[], answer: "approve" | "deny"): Partial<RuntimeOptions> => ({
  async ask({ tool, consequence }) {
    questions.push(`${tool}: ${consequence?.en.split(" What")[0]}`);
    return { answer, by: "ann" };
  },
});

test("every call of the model is counted with its price, and a model without one is said to be unknown", async () => {
  await using world = await aWorld();
  const { money } = world.runtime;
  await money.setPrice("test:model", { input: 2, output: 10, cached: 0.5, asOf: "2026-11-16" });
  const events = await Array.fromAsync(world.runtime.agent.run("What time is it?"));
  const costs = events.flatMap((event) => (event.type === "model-end" ? [event.usage.cost] : []));
  expect(costs).toEqual([2_400, 2_400, 2_400, 2_400, 2_400]);
  // 600 * 2 + 400 * 0.5 + 100 * 10 millionths for each of five calls.
  expect(await money.sums("model", "2020-01-01")).toEqual([
    {
      key: "test:model",
      calls: 5,
      unpriced: 0,
      inputTokens: 5_000,
      outputTokens: 500,
      // Without caching, 400 tokens of each would have cost 2 instead of 0.5.
      cachedTokens: 2_000,
      cost: 5 * 2_400,
      saved: 5 * 600,
    },
  ]);
  expect((await money.sums("tool", "2020-01-01")).map(({ key, calls }) => [key, calls])).toEqual([
    ["current_time", 4],
    ["", 1],
  ]);
  const [{ runId = "" } = {}] = events;
  expect((await money.sums("model", "", runId))[0]).toMatchObject({ calls: 5, cost: 12_000 });
  expect(await money.sums("model", "", "another run")).toEqual([]);
  await money.removePrice("test:model");
  await endOf(world.runtime.agent.run("And now?"));
  expect((await money.sums("model", "2020-01-01"))[0]).toMatchObject({
    calls: 10,
    unpriced: 5,
    cost: 12_000,
  });
  await money.setBudget("run", { cost: 1 });
  const { notices } = await endOf(world.runtime.agent.run("And now?"));
  expect(notices.filter((text) => text.includes("price of test:model is not known"))).toHaveLength(1);
});

test("costs are counted by the tools that were offered: a name that the model made up is not kept", async () => {
  const model: LanguageModel = {
    id: "test:model",
    async *stream({ messages }) {
      const isFirst = messages.every(({ role }) => role !== "tool");
      yield { type: "usage", usage: { inputTokens: 10, outputTokens: 1, cachedTokens: 0 } };
      if (!isFirst) yield { type: "text-delta", text: "Done." };
      else
        for (const tool of ["made_up_with_a_secret", "current_time", "current_time"])
          yield { type: "tool-call", call: { id: `${tool}-${Math.random()}`, tool, input: "{}" } };
      yield { type: "end", reason: "stop" };
    },
  };
  await using world = await aWorld({ model });
  await endOf(world.runtime.agent.run("What time is it?"));
  const keys = (await world.runtime.money.sums("tool", "")).map(({ key }) => key);
  expect(keys).toContain("current_time");
  expect(keys.join()).not.toContain("made_up");
});

test("at the limit a person is asked through the gate, and a yes adds as much again", async () => {
  const questions: string[] = [];
  await using world = await aWorld(agreeing(questions, "approve"));
  await world.runtime.money.setPrice("test:model", { input: 1_000, output: 0, asOf: "2026-11-16" });
  await world.runtime.money.setBudget("run", { cost: 2_000_000 });
  const { status, answer, notices } = await endOf(world.runtime.agent.run("What time is it?"));
  expect([status, answer]).toEqual(["done", "Done."]);
  expect(questions).toEqual([
    "raise_budget: Spent $2.00 of $2.00 for this run. Go on with $2.00 more?",
    "raise_budget: Spent $4.00 of $4.00 for this run. Go on with $4.00 more?",
  ]);
  expect(notices.some((text) => text.includes("$2.00 of $2.00"))).toBe(true);
});

test("after a no, or where nobody can be asked, the run stops and goes on when the budget was raised", async () => {
  for (const options of [agreeing([], "deny"), {}]) {
    await using world = await aWorld(options);
    await world.runtime.money.setBudget("conversation", { tokens: 2_000 });
    const stopped = await endOf(world.runtime.agent.run("What time is it?"));
    expect(stopped).toMatchObject({ status: "parked", models: 2 });
    expect(stopped.answer).toContain("2,200 of 2,000 tokens are spent");
    await world.runtime.money.setBudget("conversation", { tokens: 100_000 });
    expect(await endOf(world.runtime.agent.resume(stopped.runId))).toMatchObject({
      status: "done",
      answer: "Done.",
    });
  }
});

test("a parked question about a budget is answered later, and the run goes on", async () => {
  await using world = await aWorld({ park: "leave" });
  const { agent, approvals, money } = world.runtime;
  await money.setBudget("day", { tokens: 4_000 });
  const parked = await endOf(agent.run("What time is it?"));
  expect(parked.status).toBe("parked");
  const [question] = await approvals.list({ status: "pending" });
  expect(question?.consequence?.en).toContain("4,400 of 4,000 tokens");
  expect(question?.preview).toBeUndefined();
  expect(question?.consequence?.zh).toContain("今天的预算 4,000 个 token 已用 4,400 个 token。再用");
  // Each raise is asked about by itself.
  expect(question?.offers).toEqual([]);
  await approvals.answer(String(question?.id), { answer: "approve", by: "local", door: "test" });
  expect(await endOf(agent.resume(parked.runId))).toMatchObject({ status: "done", answer: "Done." });
});

test("no rule of the config raises a budget without a person", async () => {
  await using world = await aWorld({ config: { permissions: { safe: ["raise_budget", "*"] } } });
  await world.runtime.money.setBudget("run", { tokens: 1_000 });
  expect(await endOf(world.runtime.agent.run("What time is it?"))).toMatchObject({
    status: "parked",
    models: 1,
  });
});

test("a scheduled run that has used up its budget counts as failed, and is not begun again and again", async () => {
  for (const unattended of ["deny", "park"] as const) {
    await using world = await aWorld();
    const { schedules, scheduler, money, approvals, store } = world.runtime;
    await money.setBudget("schedule", { tokens: 2_000 });
    const { id } = await schedules.add(
      { user: "ada", conversation: "c" },
      { task: "What time is it?", at: "2099-01-01T09:00:00Z", unattended },
    );
    await schedules.trigger("ada", id);
    const work = async () => {
      await scheduler.tick();
      await scheduler.idle();
    };
    await work();
    const [question] = await approvals.list({ status: "pending" });
    expect(question === undefined).toBe(unattended === "deny");
    if (question !== undefined)
      await approvals.answer(String(question.id), { answer: "deny", by: "local", door: "test" });
    for (let look = 0; look < 4; look++) await work();
    expect(await schedules.get("ada", id)).toMatchObject({ runs: 1, past: [{ status: "failed" }] });
    const [turn] = await store.conversations.turns("c", { limit: 9 });
    expect(turn).toMatchObject({ status: "open", answer: expect.stringContaining("2,200 of 2,000 tokens") });
    expect((await money.sums("runId", ""))[0]).toMatchObject({ calls: 2 });
  }
});

test("a quarantined read is counted for its run, and refused when a budget is used up", async () => {
  await using world = await aWorld({ files: { "a.txt": "open on Sunday" } });
  const { money } = world.runtime;
  const run = await world.runtime.openRun({ title: "apart", user: "ann" });
  const ask = () =>
    run.execute({
      tool: "read_quarantined",
      input: { tool: "read_file", input: { path: "a.txt" }, question: "Open?", answer: { type: "boolean" } },
    });
  await ask();
  expect(await money.sums("purpose", "")).toMatchObject([
    { key: "quarantine", calls: 1, inputTokens: 1_000 },
  ]);
  expect((await money.sums("user", ""))[0]?.key).toBe("ann");
  await money.setBudget("user", { tokens: 1_000 });
  expect(await ask()).toMatchObject({ type: "failure", error: { code: "limit_exceeded" } });
  expect((await money.sums("runId", ""))[0]).toMatchObject({ key: run.id, calls: 1 });
  await run.end("done");
});

test("the model without a provider counts by length and costs nothing unless a price is set, so budgets can be tried with it", async () => {
  await using world = await aRuntime();
  const { agent, money } = world.runtime;
  const events = await Array.fromAsync(agent.run("What time is it?"));
  const usages = events.flatMap((event) => (event.type === "model-end" ? [event.usage] : []));
  for (const usage of usages) {
    expect(usage).toMatchObject({ cost: 0 });
    expect(usage.inputTokens).toBeGreaterThan(500);
    expect(usage.outputTokens).toBeGreaterThan(0);
  }
  const [sum] = await money.sums("model", "");
  expect(sum).toMatchObject({ key: "offline:rules", calls: usages.length, unpriced: 0, cost: 0 });
  await money.setPrice("offline:rules", { input: 1_000, output: 0, asOf: "2026-11-17" });
  await money.setBudget("run", { tokens: 1 });
  const stopped = await endOf(agent.run("What time is it?"));
  expect(stopped).toMatchObject({ status: "parked", models: 1 });
  expect((await money.sums("model", ""))[0]?.cost).toBeGreaterThan(500_000);
});

test("a team's budget counts what its members spend together, and one for a team by name holds instead", async () => {
  await using world = await aWorld();
  const { agent, money, store } = world.runtime;
  const groups = openGroups(store.documents);
  for (const member of ["ann", "bob"]) await groups.add("design", member);
  await money.setBudget("team", { tokens: 6_000 });
  expect(await endOf(agent.run("What time is it?", { user: "ann" }))).toMatchObject({ status: "done" });
  const stopped = await endOf(agent.run("What time is it?", { user: "bob" }));
  expect(stopped).toMatchObject({ status: "parked", models: 1 });
  expect(stopped.answer).toContain("6,600 of 6,000 tokens are spent for the team design today");
  expect(await endOf(agent.run("What time is it?", { user: "cem" }))).toMatchObject({ status: "done" });
  expect((await money.sums("team", "")).map(({ key, calls }) => [key, calls])).toEqual([
    ["", 5],
    ["design", 6],
  ]);
  await money.setBudget("team", { tokens: 100_000 }, "design");
  expect(await endOf(agent.resume(stopped.runId))).toMatchObject({ status: "done" });
});

test("a child of a scheduled run spends from the budget of its schedule", async () => {
  await using world = await aWorld();
  await world.runtime.money.setBudget("schedule", { tokens: 2_000 });
  const spent = async (schedule: { readonly schedule?: string }) => {
    const run = await world.runtime.openRun({ mode: "unattended", ...schedule });
    await run.execute("run_child_task", { task: "What time is it?", answer: { type: "boolean" } });
    await run.end("done");
    return world.events.filter(({ type }) => type === "model-end").length;
  };
  const free = await spent({});
  expect(free).toBe(ROUNDS + 1);
  // The second call goes above the budget, and there is no third.
  expect(await spent({ schedule: "s1" })).toBe(free + 2);
});

test("a budget that is used up is stated with enough digits and the right plural, in both languages", async () => {
  await using world = await aWorld();
  const { agent, money } = world.runtime;
  await money.setPrice("test:model", { input: 11, output: 0, asOf: "2026-11-16" });
  const answers = async (budget: { cost?: number; tokens?: number }) => {
    await money.setBudget("run", budget);
    const [english, chinese] = [
      await endOf(agent.run("What time is it?")),
      await endOf(agent.run("现在几点？")),
    ];
    return [english.answer.split(". ")[0], chinese.answer.split("。")[0]];
  };
  expect(await answers({ cost: 100 })).toEqual([
    "Stopped: $0.011 of $0.0001 is spent for this run",
    "已停止：本次运行的预算 $0.0001 已用 $0.011",
  ]);
  expect(await answers({ tokens: 1 })).toEqual([
    "Stopped: 1,100 of 1 token are spent for this run",
    "已停止：本次运行的预算 1 个 token 已用 1,100 个 token",
  ]);
});
