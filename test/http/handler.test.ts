import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Caller } from "../../src/access/tokens.ts";
import { openTokens } from "../../src/access/tokens.ts";
import { toFetchHandler, toNodeHandler } from "../../src/http.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { readSse } from "./read-sse.ts";
import { sendRequest } from "./send-request.ts";

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.dispose]: () => void server.close().closeAllConnections(),
  };
}

const anna = (request: Request): Caller | undefined =>
  request.headers.get("cookie") === "user=anna" ? { name: "anna", role: "user" } : undefined;

test("toNodeHandler() lets in whom the program knows, and nobody else, though they come from this machine", async () => {
  await using world = await aRuntime();
  const handler = toNodeHandler(world.runtime, { caller: anna, path: "/dejima" });
  using server = await listening(handler);
  const me = (cookie: string) => fetch(`${server.url}/dejima/api/me`, { headers: { cookie } });
  expect(await (await me("user=anna")).json()).toMatchObject({ name: "anna", role: "user" });
  expect((await me("user=eve")).status).toBe(401);
  // A role that is too low stays too low.
  expect((await fetch(`${server.url}/dejima/api/config`, { headers: { cookie: "user=anna" } })).status).toBe(
    403,
  );
  expect((await fetch(`${server.url}/api/me`, { headers: { cookie: "user=anna" } })).status).toBe(404);
  await handler.close();
});

test("toNodeHandler() refuses pages of other sites and other host names, for every logged in user", async () => {
  await using world = await aRuntime();
  const handler = toNodeHandler(world.runtime, { caller: anna, names: ["app.example.com"] });
  using server = await listening(handler);
  const status = async (headers: Record<string, string>) =>
    (await sendRequest(`${server.url}/api/me`, { headers: { cookie: "user=anna", ...headers } })).status;
  expect(await status({ host: "app.example.com" })).toBe(200);
  expect(await status({ host: "evil.example" })).toBe(403);
  expect(await status({ origin: "https://evil.example" })).toBe(403);
  expect(await status({ "sec-fetch-site": "cross-site" })).toBe(403);
  await handler.close();
});

test("without a function that says who calls, a token is needed, on loopback too", async () => {
  await using world = await aRuntime();
  const token = await openTokens(world.runtime.store.documents).create("anna", "viewer");
  const handle = toFetchHandler(world.runtime);
  const me = (headers: Record<string, string>) =>
    handle(new Request("http://localhost/api/me", { headers: { host: "localhost", ...headers } }));
  expect((await me({})).status).toBe(401);
  expect(await (await me({ authorization: `Bearer ${token}` })).json()).toMatchObject({ name: "anna" });
  await handle.close();
});

test("the same handler serves Hono with a prefix, and streams a chat", async () => {
  await using world = await aRuntime();
  const handle = toFetchHandler(world.runtime, { caller: anna });
  const app = new Hono().mount("/dejima", handle);
  const headers = { cookie: "user=anna", "content-type": "application/json", host: "localhost" };
  const body = JSON.stringify({ message: "hello" });
  const answer = await app.request("http://localhost/dejima/api/chat", { method: "POST", headers, body });
  const types = (await Array.fromAsync(readSse(answer))).map(({ event }) => event);
  expect(types).toContain("run-end");
  await handle.close();
});

test("a stream ends when the program no longer vouches for its caller", async () => {
  await using world = await aRuntime();
  let loggedIn = true;
  const caller = () => (loggedIn ? ({ name: "anna", role: "approver" } as const) : undefined);
  const handler = toNodeHandler(world.runtime, { caller });
  using server = await listening(handler);
  const answer = await fetch(`${server.url}/api/events`);
  expect(answer.status).toBe(200);
  loggedIn = false;
  await expect(answer.text()).rejects.toThrow();
  await handler.close();
});

test("no tool can reach the port of a server that Dejima is mounted in", async () => {
  await using world = await aRuntime({
    yaml: "network:\n  allowPrivate: [127.0.0.1]\npermissions:\n  safe: [http_get]\n",
  });
  const handler = toNodeHandler(world.runtime, { caller: anna });
  using server = await listening(handler);
  await fetch(`${server.url}/healthz`);
  const outcome = await world.runtime.execute("http_get", { url: `${server.url}/api/me` });
  expect(outcome).toMatchObject({ type: "failure", error: { code: "host_blocked" } });
  await handler.close();
});
