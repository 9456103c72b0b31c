import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { mountMcp } from "../../src/doors/mcp/serve-http.ts";
import { aRuntime } from "../support/a-runtime.ts";

const TASKS = "io.modelcontextprotocol/tasks";
const VERSION = "2026-07-28";

let world: Awaited<ReturnType<typeof aRuntime>>;
let door: Awaited<ReturnType<typeof serve>>;
let tokens: Record<string, string>;

beforeEach(async () => {
  world = await aRuntime({ config: { permissions: { confirm: ["write_file"] } } });
  const { runtime } = world;
  const people = openTokens(runtime.store.documents);
  tokens = { ann: await people.create("ann", "user"), bob: await people.create("bob", "user") };
  const onFault = (error: unknown) => expect.unreachable(String(error));
  const mcp = mountMcp({ runtime, mode: "auto", onFault });
  const how = { host: "127.0.0.1", port: 0, requireToken: true };
  door = await serve({ ...{ runtime, mcp, onFault, ...how }, routes: "mcp" });
});
afterEach(async () => {
  await door.close();
  await world[Symbol.asyncDispose]();
});

/** Sends a request as a client of the newer protocol, with the Tasks extension unless told otherwise. */
async function send(
  method: string,
  params: Record<string, unknown>,
  { who = "ann", extensions = { [TASKS]: {} } as object } = {},
) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": { name: "tasker", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { extensions },
  };
  const name = params.name ?? params.taskId;
  const answer = await fetch(`${door.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": VERSION,
      "mcp-method": method,
      ...(name === undefined ? {} : { "mcp-name": String(name) }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  });
  const text = await answer.text();
  return JSON.parse(/^data: (\{.*\})$/m.exec(text)?.[1] ?? text);
}

const write = { name: "write_file", arguments: { path: "a.txt", content: "a" } };

/** Asks how a task stands until it has ended. */
async function ended(taskId: string) {
  for (;;) {
    const { result } = await send("tasks/get", { taskId });
    if (result.status !== "working") return result;
    await delay(20); // a client that asks all the time is refused
  }
}

test("a call that waits for a person is a task, which has its result once they have agreed", async () => {
  const { result: task } = await send("tools/call", write);
  expect(task).toMatchObject({ resultType: "task", status: "working", ttlMs: expect.any(Number) });
  expect(task.statusMessage).toContain(`dejima approvals approve ${task.taskId}`);
  const { result: waits } = await send("tasks/get", { taskId: task.taskId });
  expect(waits).toMatchObject({ taskId: task.taskId, status: "working" });
  expect(waits.result).toBeUndefined();
  await world.runtime.approvals.answer(task.taskId, { answer: "approve", by: "olga", door: "test" });
  const end = await ended(task.taskId);
  expect(end).toMatchObject({ status: "completed", result: { content: expect.any(Array) } });
  expect(end.result.isError ?? false).toBe(false);
  expect(existsSync(join(world.workspace, "a.txt"))).toBe(true);
  expect(await ended(task.taskId)).toMatchObject({ status: "completed", result: end.result });
});

test("a task that a person has said no to ends with an error of the tool, and one that is cancelled does nothing", async () => {
  const { result: denied } = await send("tools/call", write);
  await world.runtime.approvals.answer(denied.taskId, { answer: "deny", by: "olga", door: "test" });
  expect(await ended(denied.taskId)).toMatchObject({ status: "completed", result: { isError: true } });
  const { result: task } = await send("tools/call", write);
  expect((await send("tasks/cancel", { taskId: task.taskId })).error).toBeUndefined();
  expect(await ended(task.taskId)).toMatchObject({ status: "cancelled" });
  expect(existsSync(join(world.workspace, "a.txt"))).toBe(false);
});

test("a task is its caller's alone, and a client without tasks gets none", async () => {
  const { result: task } = await send("tools/call", write);
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
    expect((await send(method, { taskId: task.taskId }, { who: "bob" })).error, method).toMatchObject({
      code: -32602,
    });
    expect((await send(method, { taskId: "nothing" })).error, method).toMatchObject({ code: -32602 });
    expect((await send(method, { taskId: task.taskId }, { extensions: {} })).error, method).toBeDefined();
  }
  const { result } = await send("tools/call", write, { extensions: {} });
  expect(result).toMatchObject({ resultType: "complete", isError: true });
});
