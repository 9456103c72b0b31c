import { join } from "node:path";
import { expect, test } from "vitest";
import { openGroups } from "../../src/access/groups.ts";
import { BUDGET_SCOPES, type BudgetScope } from "../../src/contract/figures/spend.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import type { LanguageModel } from "../../src/model/language/language-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { nextQuestion } from "../approvals/next-question.ts";
import { anApp } from "../http/an-app.ts";
import { aSchedule } from "../schedule/a-schedule.ts";
import { aTool, errorOf } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";

const lookUp = aTool({
  name: "look_up",
  effects: () => [{ kind: "money.spend", target: "0.50 USD to atlas" }],
  run: () => "found",
});
const safe = { permissions: { safe: ["money.spend(<=0.50 USD)"] } };

/** A model that is free and looks something up. */
const lookingUp: LanguageModel = {
  id: "offline:test",
  async *stream({ messages }) {
    if (messages.some(({ role }) => role === "tool")) yield { type: "text-delta", text: "Done." };
    else yield { type: "tool-call", call: { id: "t", tool: "look_up", input: "{}" } };
    yield { type: "end", reason: "stop" };
  },
};

const ann = { name: "ann", role: "approver" } as const;
const bob = { name: "bob", role: "approver" } as const;
const root = { name: "root", role: "admin" } as const;

/** A server on which a call of ann has used up a budget, and waits for an answer. */
async function aReachedBudget(scope: BudgetScope) {
  const app = await anApp({ park: "leave", config: safe });
  const { money, store, registry } = app.runtime;
  registry.register(lookUp);
  await openGroups(store.documents).add("design", "ann");
  await store.schedules.create(aSchedule({ id: "weekly", user: "ann" }));
  await money.setBudget(scope, { cost: 0 });
  const run = await app.runtime.openRun({ title: "a", user: "ann", schedule: "weekly" });
  const { details } = errorOf(await run.execute({ tool: "look_up", input: {} }));
  const id = String(details.id);
  const { hash } = await app.runtime.approvals.show(id);
  return { ...app, id, hash, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test.each(BUDGET_SCOPES)(
  "a question about the budget of a %s is answered by its owner or an admin, over HTTP",
  async (scope) => {
    await using app = await aReachedBudget(scope);
    const { id, hash } = app;
    const path = `/api/approvals/${id}/answer`;
    const isShared = scope === "team" || scope === "day";
    const refusal = {
      accepted: false,
      message: expect.stringContaining(isShared ? "an admin has to" : "ann or an admin"),
    };
    for (const other of isShared ? [bob, ann] : [bob]) {
      const send = app.as(other);
      for (const answer of ["approve", "deny"])
        expect((await send("POST", path, { answer })).body).toMatchObject(refusal);
      const all = { answer: "approve", questions: [{ id, callHash: hash }] };
      expect((await send("POST", "/api/approvals/answer", all)).body).toMatchObject({
        results: [{ id, ...refusal }],
      });
    }
    expect(await app.runtime.approvals.show(id)).toMatchObject({ status: "pending", answers: [] });
    const allowed = await app.as(isShared ? root : ann)("POST", path, { answer: "approve" });
    expect(allowed.body).toMatchObject({ accepted: true, approval: { status: "approved" } });
  },
);

test("nobody raises the budget of another by calling the tool themselves and approving its hash", async () => {
  await using app = await anApp({ park: "leave" });
  const account = `ann ${new Date().toISOString().slice(0, 10)}`;
  const input = { scope: "user", account, unit: "cost", spent: 0, most: 0, more: 5_000_000 };
  const call = async (caller: typeof bob | typeof root, approve?: string) =>
    (await app.as(caller)("POST", "/api/tools/raise_budget/call", { input, ...(approve && { approve }) }))
      .body as Outcome;
  for (const [caller, code] of [
    [bob, "forbidden"],
    [root, undefined],
  ] as const) {
    const asked = errorOf(await call(caller));
    const outcome = await call(caller, String(asked.details.hash));
    expect(outcome.type === "failure" ? outcome.error.code : undefined).toBe(code);
  }
  expect(await app.runtime.money.raised("user", account)).toMatchObject({ cost: 5_000_000 });
});

test("an approver raises no budget of another with a plan that contains the call", async () => {
  await using app = await anApp({ park: "wait" });
  const account = new Date().toISOString().slice(0, 10);
  const input = { scope: "day", account, unit: "cost", spent: 0, most: 0, more: 1 };
  const run = await app.runtime.openRun({ title: "a", user: "ann" });
  const question = nextQuestion(app.runtime);
  const plan = run.submitPlan([
    { tool: "raise_budget", input },
    { tool: "raise_budget", input: { ...input, more: 2 } },
  ]);
  const { id } = await question;
  const send = (caller: typeof ann | typeof root) =>
    app.as(caller)("POST", `/api/approvals/${id}/answer`, { answer: "approve" });
  expect((await send(ann)).body).toMatchObject({ accepted: false });
  expect((await send(root)).body).toMatchObject({ accepted: true });
  await plan;
  await run.end("done");
});

test("in a conversation an approver who is not an admin raises no budget of everybody by saying yes", async () => {
  await using app = await anApp({ park: "wait", config: safe, model: lookingUp });
  app.runtime.registry.register(lookUp);
  await app.runtime.money.setBudget("day", { cost: 0 });
  const question = nextQuestion(app.runtime);
  const { conversations } = app.runtime;
  const from = { user: "ann", door: "http", mayApprove: true, mayChangeBudgets: false };
  const said = await conversations.say("Look it up", from, { conversation: "c" });
  const { id } = await question;
  const yes = (who: typeof from) => conversations.say(`yes ${id}`, who, { conversation: "c" });
  expect(await yes(from)).toMatchObject({ type: "answered", result: { accepted: false } });
  expect(await yes({ ...from, mayChangeBudgets: true })).toMatchObject({ result: { accepted: true } });
  expect(said.type).toBe("run");
});

test("the person at this machine answers for everybody on the command line, as they may set every budget there", async () => {
  await using cli = await aCliFolder({ ".dejima/kept": "" });
  const home = join(cli.folder, ".dejima");
  const account = "design 2026-11-17";
  const input = { scope: "team", account, unit: "cost", spent: 4_900_000, most: 5_000_000, more: 5_000_000 };
  let id = "";
  {
    await using runtime = await createRuntime({ workspace: cli.folder, home, park: "leave" });
    const run = await runtime.openRun({ title: "a", user: "ann" });
    const { details } = errorOf(await run.execute({ tool: "raise_budget", input }));
    id = String(details.id);
    const { approvals } = runtime;
    const from = (by: string, door: string) => approvals.answer(id, { answer: "approve", by, door });
    for (const [by, door] of [
      ["bob", "http"],
      ["telegram:4711", "telegram"],
    ] as const)
      expect(await from(by, door)).toMatchObject({
        accepted: false,
        message: expect.stringContaining("an admin"),
      });
    await run.end("parked");
  }
  const shown = await cli.run(["approvals", "show", id]);
  expect(shown.stdout).toContain("Spent $4.90 of $5.00 for the team design today. Go on with $5.00 more?");
  expect(await cli.run(["approvals", "approve", id])).toMatchObject({ code: 0 });
  await using runtime = await createRuntime({ workspace: cli.folder, home });
  expect(await runtime.money.raised("team", account)).toMatchObject({ cost: 5_000_000 });
});
