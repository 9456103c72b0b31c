import { once } from "node:events";
import { expect, test } from "vitest";
import { aClient, codeOf } from "./a-client.ts";
import { aServer } from "./a-server.ts";

test("request() gives status, headers and body, and tells the log without the query", async () => {
  await using server = await aServer((_request, response) =>
    response.writeHead(404, { "x-two": ["a", "b"], "content-type": "text/plain" }).end("gone"),
  );
  const client = aClient();
  const answer = await client.request({ url: `${server.url}/path?key=secret#part`, callId: "r.1" });
  expect(answer).toMatchObject({ status: 404, url: `${server.url}/path?key=secret` });
  expect([answer.body.toString(), answer.headers["x-two"]]).toEqual(["gone", "a, b"]);
  expect(client.records).toEqual([
    {
      at: expect.any(String),
      callId: "r.1",
      method: "GET",
      url: `${server.url}/path`,
      host: "127.0.0.1",
      port: server.port,
      step: 0,
      address: "127.0.0.1",
      status: 404,
      bytes: 4,
      durationMs: expect.any(Number),
    },
  ]);
});

test("request() sends method, headers and body as they are, and nothing that it was not given", async () => {
  let received = "";
  await using server = await aServer(async (request, response) => {
    for await (const chunk of request) received += chunk;
    response.end();
  });
  await aClient().request({ url: server.url, method: "patch", headers: { "X-A": "1" }, body: "süß" });
  const [request] = server.requests;
  expect([request?.method, received]).toEqual(["PATCH", "süß"]);
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "content-length",
    "host",
    "user-agent",
    "via", // it is a private address: the server may know that no person speaks
    "x-a",
  ]);
});

test("request() keeps no cookies", async () => {
  await using server = await aServer((_request, response) =>
    response.writeHead(200, { "set-cookie": "id=1; Path=/" }).end(),
  );
  const client = aClient();
  await client.request({ url: server.url });
  await client.request({ url: server.url });
  expect(server.requests[1]?.headers.cookie).toBeUndefined();
});

test("request() knows no proxy, whatever the environment says", async () => {
  await using server = await aServer((_request, response) => response.end("direct"));
  await using proxy = await aServer(() => expect.unreachable("the proxy was asked"));
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = name.startsWith("NODE") ? "1" : proxy.url;
  try {
    expect((await aClient().request({ url: server.url })).body.toString()).toBe("direct");
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

test.each([
  ["Host", "other.com"],
  ["Content-Length", "5"],
  ["Transfer-Encoding", "chunked"],
  ["Connection", "upgrade"],
  ["Upgrade", "h2c"],
  ["Proxy-Authorization", "Basic x"],
  ["X-A", "one\r\nX-Injected: two"],
  ["X-A\r\nX-B", "one"],
  ["X A", "one"],
  ["X-A", "emoji 😀"],
  ["", "one"],
])("request() refuses the header %j: %j", async (name, value) => {
  await using server = await aServer(() => expect.unreachable("asked"));
  expect(await codeOf(aClient().request({ url: server.url, headers: { [name]: value } }))).toBe(
    "invalid_input",
  );
});

test.each(["CONNECT", "TRACE", "GET / HTTP/1.1\r\nX: y", "", "get post"])(
  "request() refuses the method %j",
  async (method) => {
    expect(await codeOf(aClient().request({ url: "http://127.0.0.1/", method }))).toBe("invalid_input");
  },
);

test("request() stops when its caller does, before, while connecting and in the middle of the body", async () => {
  const controller = new AbortController();
  const client = aClient();
  await using server = await aServer((_request, response) => {
    response.write("a part");
    setImmediate(() => controller.abort());
  });
  const { signal } = controller;
  expect(await codeOf(client.request({ url: server.url, signal }))).toBe("cancelled");
  expect(await codeOf(client.request({ url: server.url, signal }))).toBe("cancelled");
  expect(server.requests).toHaveLength(1);
  const resolving = new AbortController();
  const lookup = () => {
    resolving.abort();
    return new Promise<string[]>(() => {});
  };
  const stuck = aClient({ lookup }).request({ url: "http://slow.test/", signal: resolving.signal });
  expect(await codeOf(stuck)).toBe("cancelled");
});

test("open() ends the connection when its reader leaves early", async () => {
  let closed: Promise<unknown> | undefined;
  await using server = await aServer((_request, response) => {
    closed = once(response, "close");
    response.write("a part");
  });
  const client = aClient();
  const { body } = await client.open({ url: server.url });
  for await (const chunk of body) {
    expect(chunk.length).toBe(6);
    break;
  }
  await closed;
  expect(client.records).toHaveLength(1);
});

test("request() says what could not be reached and why", async () => {
  const server = await aServer(() => {});
  await server[Symbol.asyncDispose]();
  await expect(aClient().request({ url: `${server.url}/a?b` })).rejects.toMatchObject({
    code: "server_unavailable",
    message: `Cannot read "${server.url}/a": nothing answers there`,
  });
  await expect(aClient().request({ url: "http://nowhere.test/" })).rejects.toMatchObject({
    code: "server_unavailable",
    message: 'Cannot reach "http://nowhere.test/": the name "nowhere.test" could not be resolved',
  });
});
