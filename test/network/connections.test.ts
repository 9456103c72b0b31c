import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { guardedFetch } from "../../src/network/guarded-fetch.ts";
import { aClient, codeOf } from "./a-client.ts";
import { aServer } from "./a-server.ts";

const KEPT = { reusesConnections: true, maxBytes: 1_000_000 } as const;

test("createHttpClient() ends each connection with its request, unless it is to keep them", async () => {
  await using server = await aServer((_request, response) => response.end("hello"));
  const client = aClient();
  for (let time = 0; time < 3; time++) await client.request({ url: server.url });
  expect(server.connections).toBe(3);
});

test("a client that keeps connections uses one for all that it asks one after another, and records the address each time", async () => {
  await using server = await aServer((_request, response) => response.end("hello"));
  const client = aClient(KEPT);
  for (let time = 0; time < 5; time++)
    expect((await client.request({ url: server.url, method: "POST", body: "x" })).body.toString()).toBe(
      "hello",
    );
  expect(server.connections).toBe(1);
  expect(client.records.map(({ address }) => address)).toEqual(Array(5).fill("127.0.0.1"));
});

test("requests at the same time get connections of their own, and those are used again", async () => {
  let waiting: (() => void)[] = [];
  await using server = await aServer((_request, response) => {
    waiting.push(() => response.end("hello"));
    if (waiting.length === 3) for (const answer of waiting.splice(0)) answer();
  });
  const client = aClient(KEPT);
  for (let time = 0; time < 3; time++) {
    await Promise.all([1, 2, 3].map(() => client.request({ url: server.url })));
    waiting = [];
  }
  expect(server.connections).toBe(3);
});

test("a connection whose answer was not read to its end is not used again", async () => {
  await using server = await aServer((request, response) => {
    if (request.url === "/endless") response.write("first");
    else response.end("hello");
  });
  const client = aClient(KEPT);
  const send = guardedFetch(client);
  const endless = await send(`${server.url}/endless`);
  await endless.body?.cancel();
  expect(await (await send(server.url)).text()).toBe("hello");
  const controller = new AbortController();
  const aborted = send(`${server.url}/endless`, { signal: controller.signal }).then((answer) => {
    controller.abort();
    return answer.text();
  });
  expect(await codeOf(aborted)).not.toBe("no error");
  expect(await (await send(server.url)).text()).toBe("hello");
});

test("answers without a body give their connection back", async () => {
  await using server = await aServer(
    (_request, response) => void response.writeHead(202, { "content-length": 0 }).end(),
  );
  const send = guardedFetch(aClient(KEPT));
  for (let time = 0; time < 3; time++)
    expect((await send(server.url, { method: "POST", body: "x" })).status).toBe(202);
  expect(server.connections).toBe(1);
});

test("a name with a new address gets a new connection; a forbidden address gets none", async () => {
  await using server = await aServer((_request, response) => response.end("hello"));
  let address = "127.0.0.1";
  const client = aClient({ ...KEPT, allowPrivate: ["moving.test"], lookup: async () => [address] });
  const url = `http://moving.test:${server.port}/`;
  await client.request({ url });
  await client.request({ url });
  expect(server.connections).toBe(1);
  address = "127.0.0.2"; // the same machine, where nobody listens for it
  await codeOf(client.request({ url }));
  expect(server.connections).toBe(1);
  address = "169.254.169.254";
  expect(await codeOf(client.request({ url }))).toBe("host_blocked");
});

test("a connection that the server closed while idle is opened again", async () => {
  await using server = await aServer((request, response) => {
    response.end("hello");
    response.once("finish", () => setImmediate(() => request.socket.destroy()));
  });
  const client = aClient(KEPT);
  for (let time = 0; time < 3; time++) {
    expect((await client.request({ url: server.url })).body.toString()).toBe("hello");
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(server.connections).toBe(3);
});

/** A server that says nothing of its timeout, and closes each connection a little after its answer. */
const HASTY_SERVER = `
  const { createServer } = require("node:net");
  const { parentPort } = require("node:worker_threads");
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", () => {
      socket.write("HTTP/1.1 200 OK\\r\\ncontent-length: 5\\r\\n\\r\\nhello");
      setTimeout(() => socket.destroy(), 50);
    });
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

test("a connection that its server closed while this process stood still is not used again", async () => {
  // A thread of its own: it goes on while this one stands still.
  const server = new Worker(HASTY_SERVER, { eval: true });
  onTestFinished(async () => void (await server.terminate()));
  const [port] = await once(server, "message");
  const client = aClient(KEPT);
  const ask = async () => (await client.request({ url: `http://127.0.0.1:${port}/` })).body.toString();
  expect(await ask()).toBe("hello");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
  expect(await ask()).toBe("hello");
});
