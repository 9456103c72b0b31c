import { expect, test } from "vitest";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { aServer, people } from "./a-server.ts";
import { readSse } from "./read-sse.ts";

interface Told {
  readonly type: string;
  readonly error?: { readonly details: { readonly request: { readonly hash: string } } };
}

test("the hash of a call is an approval only from somebody who may approve", async () => {
  await using world = await aRuntime();
  const { as } = await people(world.runtime, { bob: "user", olga: "approver" });
  const input = { command: "echo hello" };
  const call = async (who: string, more = {}) => as(who, "POST", "/api/tools/shell/call", { input, ...more });
  const asked = (await (await call("bob")).json()) as Told;
  const approve = asked.error?.details.request.hash ?? "";
  expect(approve).toHaveLength(64);
  expect((await call("bob", { approve })).status).toBe(403);
  const done = (await (await call("olga", { approve })).json()) as { type: string; runId: string };
  expect(done.type).toBe("success");
  const records = await Array.fromAsync(world.runtime.history.read(done.runId));
  const agreed = records.find(({ type }) => type === "approval-end");
  expect(agreed).toMatchObject({ answer: "approve", by: "olga", door: "http" });
});

test("where two people must agree, a hash from one of them is not enough", async () => {
  await using world = await aRuntime({ config: { approvals: { quorum: { low: 2, medium: 2, high: 2 } } } });
  const { as } = await people(world.runtime, { olga: "approver" });
  const input = { command: "echo hello" };
  const call = async (more = {}) => as("olga", "POST", "/api/tools/shell/call", { input, ...more });
  const asked = (await (await call()).json()) as Told;
  const approve = asked.error?.details.request.hash ?? "";
  expect((await call({ approve })).status).toBe(403);
});

test("nobody takes the place of a person at a messenger, nor of one whose conversation was deleted", async () => {
  await using world = await aRuntime({ model: new ScriptedModel(() => ({ text: "Hello." })) });
  const { as } = await people(world.runtime, { ann: "user", bob: "user" });
  const say = async (who: string, conversation: string) => {
    const answer = await as(who, "POST", "/api/chat", { message: "hello", conversation });
    if (answer.status === 200) await Array.fromAsync(readSse(answer));
    return answer.status;
  };
  expect([await say("bob", "telegram-4711"), await say("bob", "qq-4711")]).toEqual([400, 400]);
  expect(await say("ann", "notes")).toBe(200);
  await as("ann", "DELETE", "/api/conversations/notes");
  expect(await say("bob", "notes")).not.toBe(200);
  expect(await say("ann", "notes")).toBe(200);
});

test("nobody can choose a file of the server as a model, and learn which files exist", async () => {
  await using world = await aServer();
  for (const model of ["local:/etc/passwd", "LOCAL:/x", "/home/x.gguf"]) {
    const chat = await world.post("/api/chat", { message: "hi", model });
    expect([chat.status, await chat.json()]).toMatchObject([403, { code: "tool_not_allowed" }]);
  }
  expect(await world.json("/api/policy")).toEqual({ safe: [], confirm: [], deny: [] });
});
