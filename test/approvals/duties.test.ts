import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { people } from "../http/a-server.ts";
import { anApp } from "../http/an-app.ts";
import { aRuntime, aTool, errorOf } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";
import { nextQuestion } from "./next-question.ts";

const asked = aTool({ name: "asked", risk: "medium" });

test("duties that are turned on while it runs hold for questions that are open already, and go off again", async () => {
  await using world = await aRuntime({ tools: [asked], park: "wait", yaml: "# mine\npersona: plain\n" });
  const { runtime } = world;
  const run = await runtime.openRun({ user: "ann" });
  const question = nextQuestion(runtime);
  const outcome = run.execute({ tool: "asked", input: {} });
  const { id } = await question;
  const yes = () => runtime.approvals.answer(id, { answer: "approve", by: "ann", door: "http" });
  expect(await runtime.rules.setDuties(["medium"], { why: "by the test" })).toMatchObject({
    byOthers: ["medium"],
  });
  expect(await readFile(join(world.workspace, "dejima.yaml"), "utf8")).toBe(
    "# mine\npersona: plain\napprovals:\n  byOthers: [ medium ] # by the test\n",
  );
  expect(await yes()).toMatchObject({ accepted: false, message: expect.stringContaining("somebody else") });
  expect(await runtime.rules.setDuties([])).toMatchObject({ byOthers: [] });
  expect(await yes()).toMatchObject({ approval: { status: "approved" } });
  expect((await outcome).type).toBe("success");
  // Rules that change afterwards leave them alone.
  await runtime.rules.setDuties(["high"]);
  await runtime.rules.set({ rule: "asked", verdict: "deny" });
  expect(await runtime.rules.duties()).toMatchObject({ byOthers: ["high"] });
  expect(errorOf(await run.execute({ tool: "asked", input: {} })).code).toBe("tool_not_allowed");
  await run.end("done");
});

test("`approvals duties` turns them on and off, and cannot turn off what the user's own config demands", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": "persona: plain\n" });
  const variables = { XDG_CONFIG_HOME: join(cli.folder, "own") };
  const duties = (...args: string[]) => cli.run(["approvals", "duties", ...args], { variables });
  expect((await duties("on")).stdout).toContain("Calls of high risk");
  expect((await duties("on", "medium")).stdout).toContain("Calls of medium and high risk");
  expect((await duties("--json")).json()).toMatchObject({ byOthers: ["medium", "high"], demanded: [] });
  expect((await duties("on", "high", "--user")).stdout).toContain(join(variables.XDG_CONFIG_HOME, "dejima"));
  const off = await duties("off");
  expect([off.stdout, off.stderr]).toEqual([
    expect.stringContaining("Calls of high risk"),
    expect.stringContaining("dejima approvals duties off high --user"),
  ]);
  expect(await duties("on", "huge")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("low, medium, high"),
  });
});

test("where somebody else has to agree, nobody approves a call of their own by its hash over HTTP", async () => {
  const yaml = "approvals:\n  byOthers: [high]\npermissions:\n  confirm: [write_file]\n";
  await using app = await anApp({ yaml });
  const send = app.as({ name: "ann", role: "approver" });
  const input = { path: "a.txt", content: "hello" };
  const { body } = await send("POST", "/api/tools/write_file/call", { input });
  const { hash } = (body as { error: { details: { hash: string } } }).error.details;
  expect(await send("POST", "/api/tools/write_file/call", { input, approve: hash })).toMatchObject({
    body: { code: "tool_not_allowed", detail: expect.stringContaining("somebody else has to agree") },
  });
});

test("nobody speaks for somebody else, to approve the call that follows", async () => {
  const yaml = "approvals:\n  byOthers: [medium]\n";
  const model = new ScriptedModel(() => ({ calls: [{ tool: "asked", input: {} }] }));
  await using world = await aRuntime({ tools: [asked], model, yaml });
  const { as } = await people(world.runtime, { ann: "user", root: "admin" });
  const question = nextQuestion(world.runtime);
  await as("ann", "POST", "/api/chat", { message: "begin", conversation: "c1" });
  const { id, runId } = await question;
  const refused = await as("root", "POST", "/api/chat", { message: "another", conversation: "c1" });
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("belongs to ann")]);
  // The command of the terminal, and a race for an id, come in behind the doors' own check.
  const spoken = world.runtime.agent.run("another", { conversation: "c1", user: "local" });
  await expect(Array.fromAsync(spoken)).rejects.toThrow("belongs to ann");
  expect(await world.runtime.store.conversations.turns("c1", { limit: 9 })).toHaveLength(1);
  const task = (await (await as("ann", "POST", "/api/schedules", { task: "mine", in: "1h" })).json()) as {
    id: string;
  };
  const patch = (change: object) => as("root", "PATCH", `/api/schedules/${task.id}?user=ann`, change);
  expect([(await patch({ task: "his" })).status, (await patch({ title: "his" })).status]).toEqual([403, 403]);
  expect((await patch({ status: "paused" })).status).toBe(200);
  // Who sees a conversation may still answer there.
  await as("root", "POST", "/api/chat", { message: `no ${id}`, conversation: "c1" });
  expect(await world.runtime.approvals.show(id)).toMatchObject({ status: "denied" });
  await as("root", "POST", `/api/runs/${runId}/stop`);
});
