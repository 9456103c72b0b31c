import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { people } from "../http/a-server.ts";
import { expectNothingFound, expectNothingListed } from "../http/every-route.ts";
import { readSse } from "../http/read-sse.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aRuntime, aTool, type TestRuntime } from "../support/a-runtime.ts";

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

  // Before the requests below, some of which make things in this tenant under the names that were asked for.
  test("no list, count or metric of one tenant shows anything of another", () =>
    expectNothingListed((...request) => theirs.as("root", ...request), { mark: MARK, ids }));

  test("an id of another tenant is answered like one that never was, at every route that takes one", async () => {
    await expectNothingFound((...request) => theirs.as("root", ...request), { mark: MARK, ids });
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
