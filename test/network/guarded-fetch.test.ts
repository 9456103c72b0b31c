import { expect, test } from "vitest";
import { guardedFetch } from "../../src/network/guarded-fetch.ts";
import { aClient, codeOf } from "./a-client.ts";
import { aServer } from "./a-server.ts";

test("guardedFetch() sends what it is given and hands back what came", async () => {
  await using server = await aServer(async (request, response) => {
    const said = await Array.fromAsync(request);
    response.writeHead(201, {
      "x-method": request.method ?? "",
      "x-type": request.headers["content-type"] ?? "",
    });
    response.end(Buffer.concat(said));
  });
  const send = guardedFetch(aClient());
  const answer = await send(server.url, { method: "POST", body: new URLSearchParams({ a: "b c" }) });
  expect([answer.status, answer.headers.get("x-method"), await answer.text()]).toEqual([
    201,
    "POST",
    "a=b+c",
  ]);
  expect(answer.headers.get("x-type")).toBe("application/x-www-form-urlencoded");
});

test("guardedFetch() judges addresses like every other request", async () => {
  await using server = await aServer((_request, response) => response.end("reached"));
  expect(await codeOf(guardedFetch(aClient({ allowPrivate: [] }))(server.url))).toBe("host_blocked");
});

test("an endless answer is limited neither in time nor in size once its head is there", async () => {
  await using server = await aServer(async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("first".padEnd(2_000));
    setTimeout(() => response.end("last"), 400);
  });
  const client = aClient({ timeoutMs: 200, maxBytes: 100 });
  expect((await (await guardedFetch(client)(server.url)).text()).endsWith("last")).toBe(true);
  expect(await codeOf(client.request({ url: server.url }))).toBe("too_large");
});

test("an endless answer whose head does not come is given up in time", async () => {
  await using server = await aServer(() => {});
  expect(await codeOf(guardedFetch(aClient({ timeoutMs: 100 }))(server.url))).toBe("timeout");
});

test("guardedFetch() ends the connection when nobody reads on", async () => {
  let closed = false;
  await using server = await aServer((request, response) => {
    request.socket.once("close", () => {
      closed = true;
    });
    response.write("first");
  });
  const answer = await guardedFetch(aClient())(server.url);
  await answer.body?.cancel();
  await expect.poll(() => closed).toBe(true);
});
