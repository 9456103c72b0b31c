import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTokens, type Tokens } from "../../src/access/tokens.ts";
import { createApp } from "../../src/doors/http/app.ts";
import { type RunningServer, serve } from "../../src/doors/http/serve.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { aSpend } from "../conformance/spends.ts";
import { anEntrance } from "./an-entrance.ts";
import { firstGap } from "./read-sse.ts";
import { type SendOptions, sendRequest } from "./send-request.ts";

let workspace = "";
let runtime: Runtime;
let server: RunningServer;
let tokens: Tokens;

beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), "dejima-http-"));
  await writeFile(join(workspace, "a.txt"), "hello\n");
  runtime = createRuntime({ workspace });
  server = await serve({
    runtime,
    host: "127.0.0.1",
    port: 0,
    checkAnswers: true,
    onFault: (error) => expect.unreachable(String(error)),
  });
  tokens = openTokens(runtime.store.documents);
});

afterAll(async () => {
  await server.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const send = (path: string, options?: SendOptions) => sendRequest(`${server.url}${path}`, options);
const post = (path: string, value: unknown, headers: Record<string, string> = {}) =>
  send(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  });

test("the server describes run_program with signatures and runs it, each call recorded inside the program's", async () => {
  const info = JSON.parse((await send("/api/tools/run_program")).body);
  expect(info.description).toContain("read_file(input: { path: string;");
  const code = 'const { content } = await tools.read_file({ path: "a.txt" }); return content.trim();';
  const outcome = JSON.parse((await post("/api/tools/run_program/call", { input: { code } })).body);
  expect(outcome).toMatchObject({ type: "success", output: "hello" });
  const records = await Array.fromAsync(runtime.history.read(outcome.runId));
  const inner = records.filter((record) => record.type === "call-start" && record.parent === outcome.callId);
  expect(inner).toMatchObject([{ tool: "read_file" }]);
});

test("the server lists, describes, searches and calls tools, and shows the run that it made", async () => {
  expect(
    JSON.parse((await send("/api/tools?category=file")).body).map(({ name }: { name: string }) => name),
  ).toContain("read_file");
  expect(JSON.parse((await send("/api/tools/FileRead")).body)).toMatchObject({
    name: "read_file",
    inputSchema: { type: "object" },
  });
  const { hits } = JSON.parse((await send(`/api/tools/search?query=${encodeURIComponent("现在几点")}`)).body);
  expect(hits[0]).toMatchObject({ name: "current_time" });
  const outcome = JSON.parse((await post("/api/tools/read_file/call", { input: { path: "a.txt" } })).body);
  expect(outcome).toMatchObject({ type: "success", output: { content: "hello\n" } });
  expect(JSON.parse((await send(`/api/runs/${outcome.runId}/verify`)).body)).toMatchObject({
    ok: true,
    records: 4,
    proves: expect.stringContaining("Nobody changed"),
  });
  expect(
    JSON.parse((await send(`/api/runs/${outcome.runId}/events`)).body).map(
      ({ type }: { type: string }) => type,
    ),
  ).toEqual(["run-start", "call-start", "call-end", "run-end"]);
});

test("a failed call is an outcome, and a wrong request a problem with our code", async () => {
  const denied = await post("/api/tools/write_file/call", { input: { path: "b.txt", content: "x" } });
  expect([denied.status, JSON.parse(denied.body).error.code]).toEqual([200, "tool_not_allowed"]);
  const unknown = await send("/api/tools/no_such_tool");
  expect([unknown.status, unknown.type, JSON.parse(unknown.body).code]).toEqual([
    404,
    "application/problem+json",
    "tool_not_found",
  ]);
  expect((await send("/api/runs?limit=0")).status).toBe(400);
  expect((await send("/api/nothing")).status).toBe(404);
  expect(
    (
      await send("/api/tools/read_file/call", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{",
      })
    ).status,
  ).toBe(400);
});

test.each([
  ["a rebound name", { host: "evil.example" }],
  ["a rebound name with our port", { host: "evil.example:7788" }],
  ["a name that begins like ours", { host: "localhost.evil.example" }],
  ["a page of another site", { origin: "http://evil.example" }],
  ["a page without a name", { origin: "null" }],
  ["a page on another port of this machine", { origin: "http://127.0.0.1:1" }],
  ["a form of another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
  ["another site under the same registrable name", { "sec-fetch-site": "same-site" }],
])("the server turns %s away", async (_name, headers) => {
  const answer = await post("/api/tools/current_time/call", {}, headers);
  expect(answer.status).toBe(403);
  expect(answer.body).not.toContain("success");
});

test("a refusal names a few of very many wrong fields, in the body and in the input of a tool", async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, at]));
  const sent = {
    "/api/chat": { message: "hi", ...many },
    "/api/memory": { content: "x", ["k".repeat(50_000)]: 1 },
    "/api/tools/current_time/call": { input: many },
    "/api/approvals/answer": { answer: "approve", questions: Array.from({ length: 40 }, () => ({})) },
  };
  for (const [path, body] of Object.entries(sent)) {
    const { body: told } = await post(path, body);
    expect([path, told.length < 6_000, told]).toEqual([path, true, expect.stringContaining("invalid_input")]);
    expect(told.match(/"path":/g)?.length ?? 0, path).toBeLessThanOrEqual(21);
  }
});

test("the server takes its own pages, and a person who follows a link to it", async () => {
  expect(
    (await post("/api/tools/current_time/call", {}, { origin: server.url, "sec-fetch-site": "same-origin" }))
      .status,
  ).toBe(200);
  expect(
    (await send("/healthz", { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" } }))
      .status,
  ).toBe(200);
});

test.each([
  "/api/runs/..%2f..%2fetc/events",
  "/api/runs/%2e%2e/verify",
  "/api/runs/20261115-104215-k3f9qa/verify",
  "/api/runs/a/observations/passwd",
])("the server finds nothing at %s", async (path) => {
  expect((await send(path)).status).toBeGreaterThanOrEqual(400);
});

test("the server refuses bodies that are too large", async () => {
  const answer = await post("/api/tools/json_parse/call", {
    input: { text: "x".repeat(13 * 1024 * 1024) },
  }).catch(() => ({ status: 413 }));
  expect(answer.status).toBe(413);
});

test("roles hold: a viewer cannot call, a user cannot see the config, an unknown token is nobody", async () => {
  const app = createApp({ runtime, entrance: anEntrance(tokens), checkAnswers: true, onFault: () => {} });
  const ask = async (path: string, token: string | undefined, init: RequestInit = {}) =>
    (
      await app.request(`http://localhost${path}`, {
        ...init,
        headers: {
          host: "localhost",
          "content-type": "application/json",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      })
    ).status;
  const viewer = await tokens.create("vera", "viewer");
  const user = await tokens.create("uwe", "user");
  const call = { method: "POST", body: "{}" };
  expect(await ask("/api/tools", undefined)).toBe(401);
  expect(await ask("/api/tools", "dj_wrong")).toBe(401);
  expect(await ask("/api/tools", viewer)).toBe(200);
  expect(await ask("/api/tools/current_time/call", viewer, call)).toBe(403);
  expect(await ask("/api/tools/current_time/call", user, call)).toBe(200);
  expect(await ask("/api/config", user)).toBe(403);
  expect(await ask("/healthz", undefined)).toBe(200);
  await tokens.revoke("uwe");
  expect(await ask("/api/tools", user)).toBe(401);
  const stored = JSON.stringify(await runtime.store.documents.list("http-tokens"));
  expect(stored).not.toContain(viewer);
});

test("wrong tokens are turned away for a while after too many", async () => {
  const app = createApp({ runtime, entrance: anEntrance(tokens), checkAnswers: true, onFault: () => {} });
  const statuses: number[] = [];
  for (let index = 0; index < 25; index++) {
    statuses.push(
      (
        await app.request("http://localhost/api/tools", {
          headers: { host: "localhost", authorization: `Bearer guess${index}` },
        })
      ).status,
    );
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
});

test("serve() refuses an address off this machine while there is no token", async () => {
  const bare = createRuntime({ workspace, home: join(workspace, "other-home") });
  await expect(serve({ runtime: bare, host: "0.0.0.0", port: 0, onFault: () => {} })).rejects.toThrow(
    /without a token/,
  );
  await bare.close();
});

test("/openapi.json describes every route and the shape of problems", async () => {
  const { openapi, paths, components } = JSON.parse((await send("/openapi.json")).body);
  expect(openapi).toBe("3.1.0");
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      "/api/tools",
      "/api/tools/{name}/call",
      "/api/runs/{run}/events",
      "/api/policy/explain",
    ]),
  );
  expect(components.schemas).toHaveProperty("Problem");
});

test("/metrics speaks Prometheus, /readyz says whether it can work", async () => {
  const paid = { id: "paid", model: "", purpose: "tool", tool: "look_up", cost: 250_000 } as const;
  await runtime.store.spends.reserve(aSpend(paid), () => true);
  const { body: figures } = await send("/metrics");
  expect(figures).toMatch(/^# TYPE dejima_calls_total counter$/m);
  expect(figures).toMatch(/^dejima_tool_cost_usd_total\{tool="look_up"\} 0\.25$/m);
  expect(figures).not.toContain('dejima_model_cost_usd_total{model=""}');
  expect(JSON.parse((await send("/readyz")).body)).toEqual({ status: "ready" });
});

test("/api/events tells what happens while it is open", async () => {
  const over = new AbortController();
  const response = await fetch(`${server.url}/api/events`, { signal: over.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (wanted: string) => {
    while (!text.includes(wanted))
      text += (await reader?.read())?.value ?? expect.unreachable("the stream ended");
  };
  await until("event: open");
  await post("/api/tools/current_time/call", {});
  await until("event: call-end");
  expect(text).toContain('"tool":"current_time"');
  over.abort();
});

test("/api/chat answers a message by the events of its run, with no key and no network", async () => {
  const response = await fetch(`${server.url}/api/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: "what time is it in Tokyo?" }),
  });
  const text = await response.text();
  const events = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = "{}"]) => JSON.parse(data));
  expect(events.at(-1)).toMatchObject({
    type: "run-end",
    status: "done",
    answer: expect.stringContaining("Asia/Tokyo"),
  });
  expect(events.some(({ type, tool }) => type === "call-end" && tool === "current_time")).toBe(true);
  const ids = [...text.matchAll(/^id: (.+)$/gm)].map(([, id = ""]) => id);
  expect(ids).toHaveLength(events.length);
  expect(firstGap(ids)).toBeUndefined();
  expect((await post("/api/chat", { text: "wrong field" })).status).toBe(400);
});

test("a parked call waits for a person, who answers through the API; only an approver can", async () => {
  const waiting = post("/api/tools/shell/call", { input: { command: "echo approved" }, park: true });
  let pending: { id: string; words: { en: string[] } } | undefined;
  while (pending === undefined) [pending] = JSON.parse((await send("/api/approvals?status=pending")).body);
  expect(pending.words.en.join(" ")).toContain("echo approved");
  const app = createApp({
    runtime,
    entrance: anEntrance(tokens, { name: "uwe", role: "user" }),
    checkAnswers: true,
    onFault: () => {},
  });
  const refused = await app.request(`http://localhost/api/approvals/${pending.id}/answer`, {
    method: "POST",
    headers: { host: "localhost", "content-type": "application/json" },
    body: JSON.stringify({ answer: "approve" }),
  });
  expect(refused.status).toBe(403);
  expect(
    JSON.parse((await post(`/api/approvals/${pending.id}/answer`, { answer: "deny" })).body),
  ).toMatchObject({ accepted: true });
  expect(
    JSON.parse((await post(`/api/approvals/${pending.id}/answer`, { answer: "approve" })).body),
  ).toMatchObject({ accepted: false });
  expect(JSON.parse((await waiting).body)).toMatchObject({
    type: "failure",
    error: { code: "approval_denied" },
  });
});
