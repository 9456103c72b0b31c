import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { people } from "../http/a-server.ts";
import { expectNothingFound, expectNothingListed } from "../http/every-route.ts";
import { readSse } from "../http/read-sse.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aRuntime, aTool, type TestRuntime } from "../support/a-runtime.ts";

/** In everything that acme keeps, so that it is found wherever it comes out. */
const MARK = "ofacme";

describe.runIf(hasPostgres).each(["here", "workers"] as const)("two tenants over HTTP, runs: %s", (where) => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  let address: string;
  let acme: TestRuntime;
  let globex: TestRuntime;
  let ours: Awaited<ReturnType<typeof people>>;
  let theirs: Awaited<ReturnType<typeof people>>;
  /** Ids of acme, by the part of the path that they stand in. */
  let ids: Record<string, readonly string[]>;
  const over = new AbortController();
  const working: Promise<void>[] = [];
  /** What the stream of all runs said to an admin of globex while acme worked. */
  const overheard: string[] = [];

  const aTenant = (tenant: string, store: string) =>
    aRuntime({
      config: { store, tenant, runs: where },
      variables: { DEJIMA_VAULT_KEY: Buffer.alloc(32, tenant).toString("base64") },
      tools: [aTool({ name: "look", run: () => `seen ${MARK}` }), aTool({ name: "act", risk: "medium" })],
      model: new ScriptedModel(({ messages }) =>
        messages.some(({ role, text }) => role === "user" && text.includes("act"))
          ? { calls: [{ tool: "act", input: { what: MARK } }] }
          : { text: `Hello ${MARK}` },
      ),
    });

  beforeAll(async () => {
    server = await aPostgres();
    address = await server.newDatabase();
    [acme, globex] = [await aTenant("acme", address), await aTenant("globex", address)];
    ours = await people(acme.runtime, { root: "admin", service: "user" });
    theirs = await people(globex.runtime, { root: "admin" });
    if (where === "workers")
      for (const { runtime } of [acme, globex])
        working.push(runtime.worker.run({ signal: over.signal, runs: 4, drainMs: 0 }));
    const stream = await theirs.as("root", "GET", "/api/events");
    void (async () => {
      for await (const { event, data } of readSse(stream)) overheard.push(`${event} ${JSON.stringify(data)}`);
    })().catch(() => {});
    await vi.waitFor(() => expect(overheard).toHaveLength(1), { timeout: 20_000 });
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
    await send("PUT", `/api/secrets/KEY_${MARK}`, {
      value: `sesame-${MARK}`,
      binding: { hosts: ["api.test"], tools: ["mcp:github"] },
    });
    const terms = { tool: "act", definition: "", allows: [], scripts: {}, folder: "/", sources: [] };
    const grant = { id: `g-${MARK}`, runId, approvalId: approval, by: "root", door: "http", createdAt: 1 };
    await acme.runtime.store.grants.create({
      ...grant,
      seal: "",
      status: "active",
      uses: 0,
      terms: { ...terms, expiresAt: Date.now() + 600_000, maxUses: 1 },
    });
    ids = {
      secrets: [`KEY_${MARK}`],
      grants: [grant.id],
      approvals: [approval],
      conversations: [`c-${MARK}`, `d-${MARK}`],
      memory: [memory.memory.id],
      schedules: [schedule.id],
      runs,
      calls: runs.map((run) => `${run}.1`),
    };
  });
  afterAll(async () => {
    await ours?.as("root", "POST", `/api/runs/${ids?.runs?.[2]}/stop`);
    over.abort();
    await Promise.all(working);
    await Promise.all([acme?.[Symbol.asyncDispose](), globex?.[Symbol.asyncDispose]()]);
    await server[Symbol.asyncDispose]();
  });

  // Before the requests below, some of which make things in this tenant under the names that were asked for.
  test("no list, count or metric of one tenant shows anything of another", () =>
    expectNothingListed((...request) => theirs.as("root", ...request), { mark: MARK, ids }));

  test("an id of another tenant is answered like one that never was, at every route that takes one", async () => {
    await expectNothingFound((...request) => theirs.as("root", ...request), { mark: MARK, ids });
  });

  test("no cursor leads to the events of another tenant, and the stream of all runs tells nothing of it", async () => {
    for (const run of ids.runs ?? []) {
      const after = encodeURIComponent(`${run}:0.0`);
      for (const path of [`/api/chat?after=${after}`, `/api/runs/${run}/events`])
        expect((await theirs.as("root", "GET", path)).status, path).toBe(404);
    }
    // A notification that somebody made up names runs of acme, and much that is no run.
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    for (const payload of [
      (ids.runs ?? []).map((run) => `run:${run}`).join(" "),
      "run: run:../x stops x",
      "",
    ])
      await client.query("SELECT pg_notify('dejima/globex_changes', $1)", [payload]);
    await client.end();
    // Its own run comes after everything that acme did: nothing of that was heard before.
    const chat = await theirs.as("root", "POST", "/api/chat", { message: "ours" });
    await Array.fromAsync(readSse(chat));
    const runId = chat.headers.get("x-run-id") ?? "none";
    await expect.poll(() => overheard.join("\n"), { timeout: 20_000 }).toContain(runId);
    for (const id of Object.values(ids).flat()) expect(overheard.join("\n")).not.toContain(id);
  }, 60_000);

  test("a conversation of the same name is another one: it answers no question of the first, and hears nothing of it", async () => {
    const conversation = ids.conversations?.[1] ?? "";
    const said = { message: `yes ${ids.approvals?.[0]}`, conversation };
    await Array.fromAsync(readSse(await theirs.as("root", "POST", "/api/chat", said)));
    const question = await (await ours.as("root", "GET", `/api/approvals/${ids.approvals?.[0]}`)).json();
    expect(question).toMatchObject({ status: "pending" });
    const turns = await (await theirs.as("root", "GET", `/api/conversations/${conversation}`)).text();
    expect(turns).toContain(said.message);
    for (const run of ids.runs ?? []) expect(turns).not.toContain(run);
  }, 60_000);

  test("the same ids are found by their own tenant", async () => {
    const revoked = async (as: typeof ours) =>
      (await as.as("root", "DELETE", `/api/grants/${ids.grants?.[0]}`)).status;
    expect([await revoked(theirs), await revoked(ours)]).toEqual([400, 200]);
    const listed = await (await ours.as("root", "GET", "/api/secrets")).text();
    expect(listed).toContain(ids.secrets?.[0]);
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

  test("a service whose token ends at one process is unknown at every other, also in a stream that is open there", async () => {
    // Another process of acme: it shares nothing with the first but the database.
    await using other = await aTenant("acme", address);
    const { runtime } = other;
    const web = await serve({ runtime, host: "127.0.0.1", port: 0, console: false, onFault: () => {} });
    onTestFinished(() => web.close());
    const headers = { authorization: `Bearer ${ours.tokenOf("service")}` };
    const ask = (path: string) => fetch(`${web.url}${path}`, { headers });
    expect((await ask("/api/me")).status).toBe(200);
    const open = await ask("/api/events");
    expect(open.status).toBe(200);
    expect(await openTokens(acme.runtime.store.documents).revoke("service")).toBe(true);
    expect((await ask("/api/me")).status).toBe(401);
    // A connection that is cut reads as an end or as a fault.
    await Array.fromAsync(readSse(open)).catch(() => undefined);
  }, 60_000);
});
