import { afterAll, beforeAll, expect, test } from "vitest";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aRuntime, aTool, type TestRuntime } from "../support/a-runtime.ts";
import { people } from "./a-server.ts";
import { expectNothingFound, expectNothingListed } from "./every-route.ts";
import { readSse } from "./read-sse.ts";

/** In everything that Ann keeps, so that it is found wherever it comes out. */
const MARK = "ofann";

let world: TestRuntime;
let team: Awaited<ReturnType<typeof people>>;
/** Ids of Ann, by the part of the path that they stand in. */
let ids: Record<string, readonly string[]>;

const save = aTool({
  name: "save",
  run(_input, { artifacts }) {
    artifacts.save({ name: `${MARK}.txt`, mediaType: "text/plain", content: Buffer.from(MARK) });
    return MARK.repeat(10_000);
  },
});

beforeAll(async () => {
  world = await aRuntime({
    tools: [save, aTool({ name: "act", risk: "medium" })],
    config: { permissions: { safe: ["save"], confirm: ["act"] } },
    model: new ScriptedModel(({ messages }) =>
      messages.some(({ role, text }) => role === "user" && text.includes("act"))
        ? { calls: [{ tool: "act", input: { what: MARK } }] }
        : { text: `Hello ${MARK}` },
    ),
  });
  team = await people(world.runtime, { ann: "user", bob: "user", root: "admin" });
  const sent = async (path: string, body: unknown) => {
    const response = await team.as("ann", "POST", path, body);
    expect([200, 201], `${path}: ${await response.clone().text()}`).toContain(response.status);
    // Looked at below alone.
    return (await response.json()) as { id: string; runId: string; memory: { id: string } };
  };
  const chat = await team.as("ann", "POST", "/api/chat", { message: MARK, conversation: `c-${MARK}` });
  await Array.fromAsync(readSse(chat));
  const { runId } = await sent("/api/tools/save/call", {});
  const waiting = await team.as("ann", "POST", "/api/chat", { message: "act", conversation: `d-${MARK}` });
  let approval = "";
  for await (const { event, data } of readSse(waiting)) {
    if (event !== "approval-start") continue;
    approval = String((data as { id: unknown }).id);
    break;
  }
  const memory = await sent("/api/memory", { content: `I live in ${MARK}`, type: "fact" });
  const schedule = await sent("/api/schedules", { task: MARK, cron: "0 9 * * 1-5" });
  const runs = [chat.headers.get("x-run-id") ?? "", runId, waiting.headers.get("x-run-id") ?? ""];
  ids = {
    approvals: [approval],
    conversations: [`c-${MARK}`, `d-${MARK}`],
    memory: [memory.memory.id],
    schedules: [schedule.id],
    runs,
    calls: runs.map((run) => `${run}.1`),
  };
});
afterAll(async () => {
  await team?.as("root", "POST", `/api/runs/${ids?.runs?.[2]}/stop`);
  await world?.[Symbol.asyncDispose]();
});

test("no list, count or search of one user shows anything of another", () =>
  expectNothingListed((...request) => team.as("bob", ...request), { mark: MARK, ids }));

test("an id of another user is answered like one that never was, at every route that takes one", async () => {
  await expectNothingFound((...request) => team.as("bob", ...request), { mark: MARK, ids });
  // Nothing of Ann's was changed.
  for (const [path, id] of Object.entries({
    conversations: `c-${MARK}`,
    schedules: ids.schedules?.[0],
    runs: ids.runs?.[0],
  }))
    expect((await team.as("ann", "GET", `/api/${path}/${id}`)).status, path).toBe(200);
  expect((await world.runtime.approvals.show(ids.approvals?.[0] ?? "")).status).toBe("pending");
});

test("a user follows no run of another by a cursor, and hears of none in the stream of all runs", async () => {
  for (const run of ids.runs ?? [])
    expect((await team.as("bob", "GET", `/api/chat?after=${run}:0.0`)).status).toBe(404);
  const stream = await team.as("bob", "GET", "/api/events");
  const reader = (stream.body as NonNullable<typeof stream.body>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let heard = "";
  while (!heard.includes("event: open")) heard += (await reader.read()).value ?? "";
  await Array.fromAsync(readSse(await team.as("ann", "POST", "/api/chat", { message: `again ${MARK}` })));
  const own = await team.as("bob", "POST", "/api/tools/save/call", {});
  const { runId } = (await own.json()) as { runId: string };
  while (!heard.includes("event: run-end")) heard += (await reader.read()).value ?? "";
  await reader.cancel();
  const runs = [...heard.matchAll(/"runId":"([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(runs)).toEqual(new Set([runId]));
});

test("settings, team history, secrets and budgets are for admins", async () => {
  for (const path of [
    "/api/config",
    "/api/config/settings",
    "/api/config/team",
    "/api/config/team/versions",
    "/api/secrets",
  ])
    expect([(await team.as("bob", "GET", path)).status, path]).toEqual([403, path]);
  const put = await team.as("bob", "PUT", "/api/config/settings/persona", { value: "plain" });
  expect(put.status).toBe(403);
});
