// The HTTP API as a part of a server of yours: your paths, your logins. The same handler serves Express, Hono and Next.js.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "dejima";
import { type Caller, toFetchHandler, toNodeHandler } from "dejima/http";
import { Hono } from "hono";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));

// region: in-your-server
const runtime = createRuntime({ workspace });

/** Your own login: here, a cookie that names the user. */
function caller(request: Request): Caller | undefined {
  const name = /(?:^|; )user=(\w+)/.exec(request.headers.get("cookie") ?? "")?.[1];
  return name === undefined ? undefined : { name, role: "user" };
}

// Express: app.use("/dejima", toNodeHandler(runtime, { caller })), before anything that reads bodies.
const listener = toNodeHandler(runtime, { caller, path: "/dejima" });
const server = createServer(listener).listen(0, "127.0.0.1");

// Hono. For Next.js see docs/embedding.md.
const handle = toFetchHandler(runtime, { caller });
const app = new Hono().mount("/dejima", handle);
// endregion

await once(server, "listening");
const { port } = server.address() as AddressInfo; // it listens on a port
const tools = (cookie: string) => fetch(`http://127.0.0.1:${port}/dejima/api/tools`, { headers: { cookie } });
assert.equal((await tools("")).status, 401);
const listed = (await (await tools("user=anna")).json()) as { name: string }[];
assert.ok(listed.some(({ name }) => name === "read_file"));

const me = await app.request("http://localhost/dejima/api/me", { headers: { cookie: "user=anna" } });
assert.deepEqual(((await me.json()) as { name: string; role: string }).name, "anna");

await Promise.all([listener.close(), handle.close()]);
server.close().closeAllConnections();
await runtime.close();
await rm(workspace, { recursive: true });
console.log("the API answers inside two servers, each caller by their own login");
