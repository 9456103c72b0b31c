import { Agent, get as httpGet } from "node:http";
import { expect, test } from "vitest";
import { serve } from "../../src/doors/http/serve.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { aServer, type TestServer } from "./a-server.ts";
import { rawConnection, statusOf } from "./raw-request.ts";

test("floods of headers and bodies are cut off, and the server goes on", async () => {
  await using world = await aServer();
  const headers = rawConnection(world.url);
  headers.write(`GET /api/me HTTP/1.1\r\nhost: localhost\r\n${"x-flood: yes\r\n".repeat(3_000)}\r\n`);
  expect(statusOf(await headers.answer)).toBe(431);
  const declared = rawConnection(world.url);
  declared.write(
    "POST /api/chat HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n{",
  );
  expect(statusOf(await declared.answer)).toBe(413);
  const chunked = rawConnection(world.url);
  chunked.write(
    "POST /api/chat HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
  );
  const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
  for (let sent = 0; sent < 400 && !chunked.socket.destroyed; sent++) {
    chunked.write(chunk);
    await new Promise(setImmediate);
  }
  chunked.write("0\r\n\r\n");
  expect([413, 0]).toContain(statusOf(await chunked.answer));
  const smuggled = rawConnection(world.url);
  smuggled.write(
    "POST /api/chat HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /api/config HTTP/1.1\r\n\r\n",
  );
  expect(statusOf(await smuggled.answer)).toBe(400);
  const deep = await fetch(`${world.url}/api/policy/explain`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `{"tool": "shell", "input": ${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
  });
  expect(deep.status).toBe(400);
  expect((await world.get("/healthz")).status).toBe(200);
});

test("slow headers and slow bodies are given up, while others are served", async () => {
  await using world = await aRuntime();
  const patience = { headersMs: 300, requestMs: 600 };
  const server = await serve({
    runtime: world.runtime,
    host: "127.0.0.1",
    port: 0,
    patience,
    checkAnswers: true,
    onFault: () => {},
  });
  const headers = rawConnection(server.url);
  headers.write("GET /api/me HTTP/1.1\r\nhost: localhost\r\nx-slow:");
  const body = rawConnection(server.url);
  body.write(
    'POST /api/chat HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"mess',
  );
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect([statusOf(await headers.answer), statusOf(await body.answer)]).toEqual([408, 408]);
  await server.close();
});

test("of ten thousand requested event streams the limit is open, the rest are refused, and closing one makes room", async () => {
  const most = 300;
  await using world = await aServer({ config: { server: { maxStreams: most } } });
  const open = await Promise.all(Array.from({ length: most }, () => openStream(world)));
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const refused = await Promise.all(
    Array.from({ length: 10_000 - most }, () => streamStatus(`${world.url}/api/events`, agent)),
  );
  agent.destroy();
  expect(new Set(refused.map(({ status, retry }) => `${status} ${retry}`))).toEqual(new Set(["429 5"]));
  expect((await world.get("/api/me")).status).toBe(200);
  for (const stream of open) stream.abort();
  await expect.poll(async () => (await openStream(world)).abort(), { timeout: 10_000 }).toBeUndefined();
});

test("who asks for the headers of a stream alone leaves none open", async () => {
  await using world = await aServer({ config: { server: { maxStreams: 2 } } });
  for (let at = 0; at < 5; at++) {
    const { status, headers } = await fetch(`${world.url}/api/events`, { method: "HEAD" });
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  }
  (await openStream(world)).abort();
});

async function openStream({ url }: TestServer): Promise<AbortController> {
  const over = new AbortController();
  const answer = await fetch(`${url}/api/events`, { signal: over.signal });
  if (answer.status !== 200) throw new Error(`refused with ${answer.status}`);
  answer.body?.getReader().closed.catch(() => {});
  return over;
}

function streamStatus(
  url: string,
  agent: Agent,
): Promise<{ status: number | undefined; retry: string | undefined }> {
  return new Promise((resolve, reject) => {
    httpGet(url, { agent }, (response) => {
      response.resume();
      const { statusCode: status, headers } = response;
      response.on("end", () => resolve({ status, retry: headers["retry-after"] }));
    }).on("error", reject);
  });
}
