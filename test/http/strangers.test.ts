import { afterAll, beforeAll, expect, test } from "vitest";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aRuntime, aTool, type TestRuntime } from "../support/a-runtime.ts";
import { ROUTES } from "../surface/route-pins.ts";
import { people } from "./a-server.ts";
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
}, 180_000);
afterAll(async () => {
  await team?.as("root", "POST", `/api/runs/${ids?.runs?.[2]}/stop`);
  await world?.[Symbol.asyncDispose]();
});

const BODIES: Readonly<Record<string, unknown>> = {
  "POST /api/approvals/{id}/answer": { answer: "approve" },
  "PATCH /api/conversations/{id}": { title: "mine now" },
  "PATCH /api/schedules/{id}": { status: "paused" },
};

/** What Bob gets, with the id that was asked for taken out. */
async function answered(route: string, id: string): Promise<string> {
  const [method = "", path = ""] = route.split(" ");
  let first = true;
  const filled = path.replaceAll(/\{\w+\}/g, () => {
    const part = first ? id : `${MARK}.txt`;
    first = false;
    return encodeURIComponent(part);
  });
  const body = BODIES[route] ?? (method === "GET" || method === "DELETE" ? undefined : {});
  const response = await team.as("bob", method, filled, body);
  const text = `${response.status} ${await response.text()}`
    .replaceAll(`${MARK}.txt`, "FILE")
    .replaceAll(id, "ID")
    .replaceAll(id.replace(/\.\d$/, ""), "ID");
  return text.replaceAll(/"(?:at|requestId|id)":"?[^",}]*"?/g, "");
}

test("no list, count or search of one user shows anything of another", async () => {
  const routes = ROUTES.filter((route) => route.startsWith("GET ") && !/[{]|events|\/api\/chat$/.test(route));
  expect(routes.length).toBeGreaterThan(30);
  for (const route of routes) {
    const response = await team.as("bob", "GET", `${route.slice(4)}?q=${MARK}&query=${MARK}&limit=100`);
    const text = (await response.text()).replaceAll(`?q=${MARK}`, "").replaceAll(`"query":"${MARK}"`, "");
    expect(text, route).not.toContain(MARK);
    for (const id of Object.values(ids).flat()) expect(text, route).not.toContain(id);
  }
});

test("an id of another user is answered like one that never was, at every route that takes one", async () => {
  const routes = ROUTES.filter(
    (route) => /\{\w+\}/.test(route) && !/\/(?:mcp|skills|models|tools)\//.test(route),
  );
  expect(routes.length).toBeGreaterThan(40);
  const differ: string[] = [];
  for (const route of routes) {
    const place = /\/api\/(?:policy\/)?(\w+)/.exec(route)?.[1] ?? "";
    for (const id of ids[place] ?? Object.values(ids).flat()) {
      const never = [...id]
        .map((sign) => (/[0-9]/.test(sign) ? "7" : /[a-z]/i.test(sign) ? "q" : sign))
        .join("");
      const found = await answered(route, id);
      const other = await answered(route, never);
      if (found !== other) differ.push(`${route} ${id}: ${found} | ${other}`);
      expect(found, route).not.toContain(MARK);
    }
  }
  expect(differ).toEqual([]);
  // Nothing of Ann's was changed.
  for (const [path, id] of Object.entries({
    conversations: `c-${MARK}`,
    schedules: ids.schedules?.[0],
    runs: ids.runs?.[0],
  }))
    expect((await team.as("ann", "GET", `/api/${path}/${id}`)).status, path).toBe(200);
  expect((await world.runtime.approvals.show(ids.approvals?.[0] ?? "")).status).toBe("pending");
}, 180_000);

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
