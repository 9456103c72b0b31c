import { expect, test } from "vitest";
import { z } from "zod";
import { openGroups } from "../../src/access/groups.ts";
import type { HarbourEvent } from "../../src/contract/event.ts";
import type { LanguageModel } from "../../src/model/language/language-model.ts";
import type { RuntimeOptions } from "../../src/runtime.ts";
import { aSpend } from "../conformance/spends.ts";
import { aRuntime, aTool, errorOf, type TestRuntimeOptions } from "../support/a-runtime.ts";

/** A tool that may cost half a dollar, and really costs what its input says. */
const lookUp = aTool({
  name: "look_up",
  input: z.object({ usd: z.number().optional(), page: z.number().optional() }),
  effects: () => [{ kind: "money.spend", target: "0.50 USD to atlas" }],
  run({ usd }, { spent }) {
    if (usd !== undefined) spent(usd);
    return "found";
  },
});

/** A model that is free and calls the tool in each of so many rounds. */
function aModel(rounds: number): LanguageModel {
  return {
    id: "offline:test",
    async *stream({ messages }) {
      const round = messages.filter(({ role }) => role === "tool").length;
      const input = JSON.stringify({ page: round });
      if (round >= rounds) yield { type: "text-delta", text: "Done." };
      else yield { type: "tool-call", call: { id: `t${round}`, tool: "look_up", input } };
      yield { type: "usage", usage: { inputTokens: 10, outputTokens: 1, cachedTokens: 0 } };
      yield { type: "end", reason: "stop" };
    },
  };
}

async function aWorld(options: TestRuntimeOptions = {}) {
  const config = { permissions: { safe: ["money.spend(<=0.50 USD)"] } };
  const world = await aRuntime({ config, ...options });
  world.runtime.registry.register(lookUp);
  return world;
}

async function endOf(events: AsyncIterable<HarbourEvent>) {
  const all = await Array.fromAsync(events);
  return {
    end: all.find((event) => event.type === "run-end"),
    notices: all.flatMap((event) => (event.type === "notice" ? [event.text] : [])),
    spent: all.flatMap((event) =>
      event.type === "call-end" && event.tool === "look_up" ? [event.spent] : [],
    ),
  };
}

const answering = (questions: string[], answer: "approve" | "deny"): Partial<RuntimeOptions> => ({
  async ask({ tool, consequence }) {
    questions.push(`${tool}: ${consequence?.en.split(" What")[0]}`);
    return { answer, by: "ann" };
  },
});

test("a call of a tool that costs is counted at what it declares or reports, in the log and by run, tool, user and purpose", async () => {
  await using world = await aWorld();
  const { money } = world.runtime;
  const run = await world.runtime.openRun({ title: "a", user: "ann" });
  await run.execute({ tool: "look_up", input: {} });
  await run.execute({ tool: "look_up", input: { usd: 0.07 } });
  await run.execute({ tool: "current_time" });
  const ends = world.events.flatMap((event) => (event.type === "call-end" ? [event.spent] : []));
  expect(ends).toEqual([{ cost: 500_000, price: "known" }, { cost: 70_000, price: "known" }, undefined]);
  const figures = { calls: 2, unpriced: 0, cost: 570_000 };
  for (const [by, key] of [
    ["model", ""],
    ["tool", "look_up"],
    ["purpose", "tool"],
    ["user", "ann"],
    ["runId", run.id],
    ["conversation", run.id],
  ] as const)
    expect(await money.sums(by, "")).toMatchObject([{ key, ...figures }]);
  expect(await money.toolSums("")).toMatchObject([{ key: "look_up", ...figures }]);
  expect((await money.forecast()).today).toBe(570_000);
});

test("what a tool reports is not believed where it cannot be true: then the most that it declares counts, as unknown", async () => {
  await using world = await aWorld();
  for (const usd of [-1, 0.51, 1e300, 1e9]) await world.runtime.execute("look_up", { usd });
  expect(await world.runtime.money.sums("tool", "")).toMatchObject([
    { key: "look_up", calls: 4, unpriced: 4, cost: 4 * 500_000 },
  ]);
  // NaN is no JSON, so a tool says it by itself.
  world.runtime.registry.register(
    aTool({
      name: "odd",
      effects: () => [{ kind: "money.spend", target: "0.10 USD" }],
      run: (_input, { spent }) => spent(Number.NaN),
    }),
  );
  await world.runtime.execute("odd");
  expect((await world.runtime.money.sums("tool", ""))[1]).toMatchObject({ unpriced: 1, cost: 100_000 });
});

test("a tool that names no amount, or one in another currency, is counted as unknown and never as an invented sum", async () => {
  await using world = await aWorld({ config: { permissions: { safe: ["plan(*)", "abroad(*)"] } } });
  for (const [name, target] of [
    ["plan", "a yearly plan"],
    ["abroad", "5.00 EUR to bob"],
  ] as const)
    world.runtime.registry.register(aTool({ name, effects: () => [{ kind: "money.spend", target }] }));
  for (const name of ["plan", "abroad"]) expect((await world.runtime.execute(name)).type).toBe("success");
  expect((await world.runtime.money.sums("tool", "")).map(({ unpriced, cost }) => [unpriced, cost])).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

test("at the limit a person is asked through the gate before the call begins, and a yes lets it run", async () => {
  const questions: string[] = [];
  await using world = await aWorld({ model: aModel(4), ...answering(questions, "approve") });
  await world.runtime.money.setBudget("run", { cost: 1_000_000 });
  const { end, notices, spent } = await endOf(world.runtime.agent.run("Look it up"));
  expect([end?.status, end?.answer, spent.length]).toEqual(["done", "Done.", 4]);
  expect(questions).toEqual([
    "raise_budget: Spent $1.00 of $1.00 for this run. Go on with $1.00 more?",
    "raise_budget: Spent $2.00 of $2.00 for this run. Go on with $2.00 more?",
  ]);
  expect(notices.some((text) => text.includes("$1.00 of $1.00"))).toBe(true);
});

test("where nobody can be asked the call is refused and the run stops; it goes on when the budget was raised", async () => {
  for (const options of [answering([], "deny"), {}]) {
    await using world = await aWorld({ model: aModel(3), ...options });
    await world.runtime.money.setBudget("conversation", { cost: 900_000 });
    const stopped = await endOf(world.runtime.agent.run("Look it up"));
    expect(stopped.end?.status).toBe("parked");
    expect(stopped.end?.answer).toContain("$1.00 of $0.90");
    await world.runtime.money.setBudget("conversation", { cost: 9_000_000 });
    expect((await endOf(world.runtime.agent.resume(String(stopped.end?.runId)))).end).toMatchObject({
      status: "done",
      answer: "Done.",
    });
  }
});

test("a parked question about a tool's budget is answered later, and the call is made once", async () => {
  let ran = 0;
  await using world = await aRuntime({
    model: aModel(2),
    park: "leave",
    config: { permissions: { safe: ["money.spend(<=0.50 USD)"] } },
  });
  world.runtime.registry.register({
    ...lookUp,
    run: () => {
      ran++;
      return "found";
    },
  });
  const { agent, approvals, money } = world.runtime;
  await money.setPrice("offline:test", { input: 0, output: 0, asOf: "2026-11-17" });
  await money.setBudget("call", { cost: 400_000 });
  const parked = await endOf(agent.run("Look it up"));
  expect([parked.end?.status, ran]).toEqual(["parked", 0]);
  const [question] = await approvals.list({ status: "pending" });
  expect(question).toMatchObject({ tool: "raise_budget" });
  expect(question?.consequence?.en).toContain("Spent $0.50 of $0.40 for this call");
  await approvals.answer(String(question?.id), { answer: "approve", by: "local", door: "test" });
  expect((await endOf(agent.resume(parked.end?.runId ?? ""))).end).toMatchObject({ status: "done" });
  expect([ran, (await money.toolSums(""))[0]]).toMatchObject([2, { calls: 2, cost: 1_000_000 }]);
});

/** A runtime in which each call of the tool is asked about, and 0.50 is left of the budget of the day. */
async function anAskingWorld(options: TestRuntimeOptions) {
  const ran: string[] = [];
  const world = await aRuntime({ config: { permissions: { confirm: ["look_up"] } }, ...options });
  const { money, registry, store } = world.runtime;
  registry.register({
    ...lookUp,
    run: (_input, { callId, spent }) => {
      ran.push(callId);
      spent(0.1);
      return "found";
    },
  });
  await money.setBudget("day", { cost: 500_000 });
  /** Another person's call uses up the budget. */
  const useUp = () =>
    store.spends.reserve(
      aSpend({ id: "other", day: new Date().toISOString().slice(0, 10), cost: 500_000, status: "settled" }),
      () => true,
      [],
    );
  const open = async () => {
    const [question] = await world.runtime.approvals.list({ status: "pending" });
    return {
      id: String(question?.id),
      tool: question?.tool,
      text: question?.consequence?.en.split(" What")[0],
    };
  };
  const yes = async (id: string) => {
    const answer = { answer: "approve", by: "local", door: "test" } as const;
    expect(await world.runtime.approvals.answer(id, answer)).toMatchObject({ accepted: true });
  };
  return { ...world, ran, useUp, open, yes, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const USED_UP = {
  tool: "raise_budget",
  text: "Spent $0.50 of $0.50 for today. Go on with $0.50 more?",
};

test("a budget that runs out while a call waits for a person is asked about like any other, and the call runs once", async () => {
  await using world = await anAskingWorld({ park: "wait" });
  const run = await world.runtime.openRun({ title: "a" });
  const outcome = run.execute({ tool: "look_up", input: {} });
  await expect.poll(async () => (await world.open()).tool, { timeout: 20_000 }).toBe("look_up");
  await world.useUp();
  await world.yes((await world.open()).id);
  await expect.poll(world.open, { timeout: 20_000 }).toMatchObject(USED_UP);
  expect(world.ran).toEqual([]);
  await world.yes((await world.open()).id);
  expect((await outcome).type).toBe("success");
  expect(world.ran).toHaveLength(1);
});

test("where nobody waits for the answer, the run is parked at both questions in turn, and goes on after each", async () => {
  await using world = await anAskingWorld({ park: "leave", model: aModel(1) });
  const { agent, money } = world.runtime;
  const parked = await endOf(agent.run("Look it up"));
  const runId = String(parked.end?.runId);
  const resumed = async () => (await endOf(agent.resume(runId))).end;
  expect([parked.end?.status, (await world.open()).tool]).toEqual(["parked", "look_up"]);
  await world.useUp();
  await world.yes((await world.open()).id);
  expect(await resumed()).toMatchObject({ status: "parked" });
  expect(await world.open()).toMatchObject(USED_UP);
  expect(world.ran).toEqual([]);
  await world.yes((await world.open()).id);
  expect(await resumed()).toMatchObject({ status: "done", answer: "Done." });
  expect(world.ran).toHaveLength(1);
  expect(await money.toolSums("")).toMatchObject([{ key: "look_up", calls: 1, cost: 100_000 }]);
});

test("after a no to the budget of an approved call the run stops, and goes on when the budget was raised", async () => {
  const asked: (string | undefined)[] = [];
  await using world = await anAskingWorld({
    model: aModel(1),
    async ask({ tool }) {
      asked.push(tool);
      if (tool === "look_up") await world.useUp();
      return { answer: tool === "look_up" ? "approve" : "deny", by: "local" };
    },
  });
  const { agent, money } = world.runtime;
  const { end } = await endOf(agent.run("Look it up"));
  expect([end?.status, asked, world.ran]).toEqual(["parked", ["look_up", "raise_budget"], []]);
  expect(end?.answer).toContain("$0.50 of $0.50");
  await money.setBudget("day", { cost: 9_000_000 });
  expect((await endOf(agent.resume(String(end?.runId)))).end).toMatchObject({ status: "done" });
});

test("every budget counts tools that cost: call, run, conversation, day, user, team and schedule", async () => {
  for (const scope of ["call", "run", "conversation", "day", "user", "team", "schedule"] as const) {
    await using world = await aWorld();
    const { money, store } = world.runtime;
    await openGroups(store.documents).add("design", "ann");
    await money.setBudget(scope, { cost: scope === "call" ? 400_000 : 500_000 });
    const run = await world.runtime.openRun({ title: "a", user: "ann", schedule: "s1" });
    const ends = await Promise.all([1, 2, 3].map(() => run.execute({ tool: "look_up", input: {} })));
    const refused = ends.filter(({ type }) => type === "failure");
    expect([scope, refused.length]).toEqual([scope, scope === "call" ? 3 : 2]);
    for (const end of refused) expect(errorOf(end)).toMatchObject({ code: "limit_exceeded" });
    // A budget in tokens does not stop a tool, which uses none.
    await money.removeBudget(scope);
    await money.setBudget(scope, { tokens: 0 });
    expect((await run.execute({ tool: "look_up", input: {} })).type).toBe("success");
  }
});

test("a process that dies in a call has spent what it reserved, and a call that reached nobody nothing", async () => {
  await using world = await aWorld();
  const { money, store, registry } = world.runtime;
  await money.setBudget("day", { cost: 1_000_000 });
  const hanging = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  registry.register({
    ...lookUp,
    name: "hang",
    run: () => {
      begun.resolve();
      return hanging.promise;
    },
  });
  const call = world.runtime.execute("hang", {});
  await begun.promise;
  // Another process sees the reservation while the call runs; it stays if nobody settles it.
  expect(await store.spends.sums("tool", "")).toMatchObject([{ key: "hang", cost: 500_000 }]);
  hanging.resolve("found");
  await call;
  registry.register({
    ...lookUp,
    name: "offline",
    run: async () => {
      const { Unreached } = await import("../../src/contract/error.ts");
      throw new Unreached("server_unavailable", "no connection");
    },
  });
  await world.runtime.execute("offline", {});
  expect((await money.sums("tool", "")).find(({ key }) => key === "offline")).toMatchObject({ cost: 0 });
});

test("a call that waits for a budget ends when it is cancelled, and one that declares a fortune is counted", async () => {
  await using world = await aWorld({
    config: { permissions: { safe: ["money.spend(<=0.50 USD)", "buy(*)"] } },
  });
  const { money, registry } = world.runtime;
  await money.setBudget("run", { cost: 600_000 });
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<string>();
  registry.register({
    ...lookUp,
    name: "slow",
    run: () => {
      begun.resolve();
      return done.promise;
    },
  });
  const run = await world.runtime.openRun({ title: "a" });
  const first = run.execute({ tool: "slow", input: {} });
  await begun.promise;
  const controller = new AbortController();
  const second = run.execute({ tool: "look_up", input: {}, signal: controller.signal });
  controller.abort();
  expect(errorOf(await second)).toMatchObject({ code: "cancelled" });
  done.resolve("found");
  expect((await first).type).toBe("success");
  const target = "9999999999999999999999 USD to bob";
  registry.register(aTool({ name: "buy", effects: () => [{ kind: "money.spend", target }] }));
  expect((await run.execute({ tool: "buy" })).type).toBe("success");
  // It is the one call above the budget.
  expect(errorOf(await run.execute({ tool: "buy" }))).toMatchObject({ code: "limit_exceeded" });
  expect(await money.toolSums("")).toMatchObject([{ key: "buy", calls: 1, unpriced: 0 }, { key: "slow" }]);
});

test("the question about a budget costs nothing, whatever a config says", async () => {
  const prices = { raise_budget: { amount: 1 }, WebSearch: { amount: 2 }, look_up: { amount: 0.1 } };
  await using world = await aRuntime({
    config: { permissions: { safe: ["money.spend(<=1.00 USD)"] }, tools: { prices } },
    ask: async () => ({ answer: "approve", by: "ann" }),
  });
  world.runtime.registry.register(lookUp);
  // A price by another name of the tool holds, too; the tool's own effect and its price add up.
  expect(world.runtime.registry.get("web_search")?.price?.amount).toBe(2);
  await world.runtime.money.setBudget("run", { cost: 600_000 });
  for (const page of [1, 2]) expect((await world.runtime.execute("look_up", { page })).type).toBe("success");
  expect(await world.runtime.money.toolSums("")).toMatchObject([
    { key: "look_up", calls: 2, cost: 1_200_000 },
  ]);
});
