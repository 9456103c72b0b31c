import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { people } from "../http/a-server.ts";
import { readSse } from "../http/read-sse.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aRuntime, aTool, type TestRuntime } from "../support/a-runtime.ts";
import { ROUTES } from "../surface/route-pins.ts";

/** In everything that acme keeps, so that it is found wherever it comes out. */
const MARK = "ofacme";

describe.runIf(hasPostgres)("two tenants over HTTP", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  let acme: TestRuntime;
  let globex: TestRuntime;
  let ours: Awaited<ReturnType<typeof people>>;
  let theirs: Awaited<ReturnType<typeof people>>;
  /** Ids of acme, by the part of the path that they stand in. */
  let ids: Record<string, readonly string[]>;

  const aTenant = (tenant: string, store: string) =>
    aRuntime({
      config: { store, tenant },
      tools: [aTool({ name: "look", run: () => `seen ${MARK}` }), aTool({ name: "act", risk: "medium" })],
      model: new ScriptedModel(({ messages }) =>
        messages.some(({ role, text }) => role === "user" && text.includes("act"))
          ? { calls: [{ tool: "act", input: { what: MARK } }] }
          : { text: `Hello ${MARK}` },
      ),
    });

  beforeAll(async () => {
    server = await aPostgres();
    const address = await server.newDatabase();
    [acme, globex] = [await aTenant("acme", address), await aTenant("globex", address)];
    ours = await people(acme.runtime, { root: "admin" });
    theirs = await people(globex.runtime, { root: "admin" });
    const send = async (method: string, path: string, body?: unknown) => {
      const response = await ours.as("root", method, path, body);
      expect([200, 201], `${method} ${path}: ${await response.clone().text()}`).toContain(response.status);
      // Looked at below alone.
      return (await response.json()) as { id: string; runId: string; memory: { id: string } };
    };
    const chat = await ours.as("root", "POST", "/api/chat", { message: MARK, conversation: `c-${MARK}` });
    await Array.fromAsync(readSse(chat));
    const chatRun = chat.headers.get("x-run-id") ?? "";
    const { runId } = await send("POST", "/api/tools/look/call", {});
    const waiting = await ours.as("root", "POST", "/api/chat", { message: "act", conversation: `d-${MARK}` });
    let approval = "";
    for await (const { event, data } of readSse(waiting)) {
      if (event !== "approval-start") continue;
      approval = String((data as { id: unknown }).id);
      break;
    }
    const memory = await send("POST", "/api/memory", { content: `I live in ${MARK}`, type: "fact" });
    const schedule = await send("POST", "/api/schedules", { task: MARK, cron: "0 9 * * 1-5" });
    const runs = [chatRun, runId, waiting.headers.get("x-run-id") ?? ""];
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
    await ours?.as("root", "POST", `/api/runs/${ids?.runs?.[2]}/stop`);
    await Promise.all([acme?.[Symbol.asyncDispose](), globex?.[Symbol.asyncDispose]()]);
    await server[Symbol.asyncDispose]();
  });

  const BODIES: Readonly<Record<string, unknown>> = {
    "POST /api/approvals/{id}/answer": { answer: "approve" },
    "PATCH /api/conversations/{id}": { title: "mine now" },
    "PATCH /api/schedules/{id}": { status: "paused" },
    "POST /api/tools/{name}/call": {},
  };

  /** The answer to a request, with the ids that were asked for taken out. */
  async function answered(route: string, given: readonly string[]): Promise<string> {
    const [method = "", path = ""] = route.split(" ");
    let next = 0;
    const filled = path.replaceAll(/\{\w+\}/g, () =>
      encodeURIComponent(given[Math.min(next++, given.length - 1)] ?? ""),
    );
    const body = BODIES[route] ?? (method === "GET" || method === "DELETE" ? undefined : {});
    const response = await theirs.as("root", method, filled, body);
    let text = `${response.status} ${await response.text()}`;
    // The id of a call holds that of its run.
    for (const id of given) text = text.replaceAll(id, "ID").replaceAll(id.replace(/\.\d$/, ""), "ID");
    return text.replaceAll(/"(?:at|requestId|id)":"?[^",}]*"?/g, "");
  }

  // Before the requests below, some of which make things in this tenant under the names that were asked for.
  test("no list, count or metric of one tenant shows anything of another", async () => {
    const routes = ROUTES.filter(
      (route) => route.startsWith("GET ") && !/[{]|events|\/api\/chat$/.test(route),
    );
    for (const route of routes) {
      const response = await theirs.as("root", "GET", `${route.slice(4)}?q=${MARK}&query=${MARK}&limit=100`);
      const text = (await response.text()).replaceAll(`?q=${MARK}`, "").replaceAll(`"query":"${MARK}"`, "");
      expect(text, route).not.toContain(MARK);
      for (const id of Object.values(ids).flat()) expect(text, route).not.toContain(id);
    }
  });

  test("an id of another tenant is answered like one that never was, at every route that takes one", async () => {
    const routes = ROUTES.filter(
      (route) => /\{\w+\}/.test(route) && !/\/(?:mcp|skills|models|tools)\//.test(route),
    );
    expect(routes.length).toBeGreaterThan(40);
    let asked = 0;
    for (const route of routes) {
      const place = /\/api\/(?:policy\/)?(\w+)/.exec(route)?.[1] ?? "";
      const known = ids[place] ?? Object.values(ids).flat();
      for (const id of known) {
        const never = [...id]
          .map((sign) => (/[0-9]/.test(sign) ? "7" : /[a-z]/i.test(sign) ? "q" : sign))
          .join("");
        const found = await answered(route, [id]);
        expect(found, route).toBe(await answered(route, [never]));
        expect(found, route).not.toContain(MARK);
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(80);
  }, 180_000);

  test("the same ids are found by their own tenant", async () => {
    for (const [path, id] of [
      ["approvals", ids.approvals?.[0]],
      ["conversations", ids.conversations?.[0]],
      ["schedules", ids.schedules?.[0]],
      ["runs", ids.runs?.[0]],
    ]) {
      expect((await ours.as("root", "GET", `/api/${path}/${id}`)).status, path).toBe(200);
      expect((await theirs.as("root", "GET", `/api/${path}/${id}`)).status, path).toBe(404);
    }
  });

  test("a token of one tenant is unknown at another", async () => {
    const headers = { host: "localhost", authorization: `Bearer ${ours.tokenOf("root")}` };
    const response = await theirs.app.request("http://localhost/api/me", { headers });
    expect(response.status).toBe(401);
  });
});
