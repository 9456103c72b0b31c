import { once } from "node:events";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { aClient, codeOf } from "./a-client.ts";
import { aRawServer, aServer } from "./a-server.ts";

const megabyte = Buffer.alloc(1 << 20);

test("request() refuses a body over the limit, announced or not", async () => {
  await using server = await aServer((request, response) => {
    if (request.url === "/announced") response.setHeader("content-length", 100_001);
    response.end(Buffer.alloc(100_001));
  });
  const client = aClient();
  for (const path of ["/announced", "/chunked"]) {
    expect(await codeOf(client.request({ url: `${server.url}${path}` }))).toBe("too_large");
  }
  expect(await codeOf(client.request({ url: server.url, maxBytes: 10 }))).toBe("too_large");
  const exact = aClient({ maxBytes: 100_001 });
  expect((await exact.request({ url: server.url })).body.length).toBe(100_001);
});

test("request() ends a body without end at the limit", async () => {
  await using server = await aServer((_request, response) => {
    const pour = () => {
      while (response.write(megabyte.subarray(0, 10_000)));
    };
    response.on("drain", pour);
    pour();
  });
  const client = aClient();
  expect(await codeOf(client.request({ url: server.url }))).toBe("too_large");
  expect(client.records[0]?.bytes).toBeLessThan(200_000);
});

test.each([
  ["gzip", gzipSync(megabyte)],
  ["br", brotliCompressSync(megabyte)],
  ["deflate", deflateSync(megabyte)],
  ["gzip, gzip", gzipSync(gzipSync(megabyte))],
])("request() lets a %s bomb grow to the limit only", async (encoding, bomb) => {
  await using server = await aServer((_request, response) =>
    response.writeHead(200, { "content-encoding": encoding }).end(bomb),
  );
  expect(bomb.length).toBeLessThan(5_000);
  expect(await codeOf(aClient().request({ url: server.url }))).toBe("too_large");
  const enough = aClient({ maxBytes: megabyte.length });
  expect((await enough.request({ url: server.url })).body.length).toBe(megabyte.length);
});

test("request() refuses a bomb of a hundred gigabytes without unpacking it", async () => {
  // Gzip members one after another are one stream: 100 kB of them say 100 MB, again and again.
  const member = gzipSync(megabyte);
  await using server = await aServer((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    const pour = () => {
      while (response.write(member));
    };
    response.on("drain", pour);
    pour();
  });
  expect(await codeOf(aClient().request({ url: server.url }))).toBe("too_large");
});

test("request() ends a stream that is decompressed to nothing, for ever", async () => {
  const nothing = gzipSync("");
  await using server = await aServer((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    const pour = () => {
      while (response.write(nothing));
    };
    response.on("drain", pour);
    pour();
  });
  expect(await codeOf(aClient().request({ url: server.url }))).toBe("too_large");
});

test.each(["zstd", "gzip, gzip, gzip", "constructor", "compress", "br2"])(
  "request() refuses the encoding %s, which it did not ask for",
  async (encoding) => {
    await using server = await aServer((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(gzipSync(gzipSync(gzipSync("x")))),
    );
    expect(await codeOf(aClient().request({ url: server.url }))).toBe("server_unavailable");
  },
);

test("request() leaves the connection when it refuses an answer", async () => {
  let closed: Promise<unknown> | undefined;
  await using server = await aServer((_request, response) => {
    closed = once(response, "close");
    response.writeHead(200, { "content-encoding": "zstd" }).write("and more to come");
  });
  expect(await codeOf(aClient({ timeoutMs: 60_000 }).request({ url: server.url }))).toBe(
    "server_unavailable",
  );
  await closed;
});

test.each([
  ["a gzip body that breaks off", gzipSync(Buffer.from("hello".repeat(100))).subarray(0, 20)],
  ["a gzip body that is none", Buffer.from("not gzip")],
])("request() fails on %s", async (_what, body) => {
  await using server = await aServer((_request, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(body),
  );
  expect(await codeOf(aClient().request({ url: server.url }))).toBe("server_unavailable");
});

test.each([
  ["a body shorter than announced", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"],
  ["chunks that break off", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"],
  ["two lengths that disagree", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\nhalf"],
  ["a length that is no number", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx"],
  [
    "length and chunks at once",
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["a head that breaks off", "HTTP/1.1 200 OK\r\nConte"],
  ["no HTTP at all", "SSH-2.0-OpenSSH_9.9\r\n"],
  ["nothing", ""],
])("request() fails on %s", async (_what, text) => {
  await using server = await aRawServer((socket) => socket.end(text));
  expect(await codeOf(aClient().request({ url: server.url }))).toBe("server_unavailable");
});

test.each(["gzip", "br", "deflate"])(
  "request() takes an empty body that calls itself %s",
  async (encoding) => {
    await using server = await aServer((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(),
    );
    expect((await aClient().request({ url: server.url })).body.length).toBe(0);
  },
);

test("request() accepts an empty body, and ignores bytes after an announced one", async () => {
  await using empty = await aRawServer((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
  expect((await aClient().request({ url: empty.url })).body.length).toBe(0);
  await using longer = await aRawServer((socket) =>
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK"),
  );
  expect((await aClient().request({ url: longer.url })).body.toString()).toBe("ok");
});

test.each([
  ["one huge header", (): string => `X-A: ${"a".repeat(20_000)}\r\n`],
  ["a flood of small ones", (): string => "X-A: a\r\n".repeat(5_000)],
])("request() refuses %s", async (_what, lines) => {
  await using server = await aRawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\n${lines()}\r\nx`));
  expect(await codeOf(aClient().request({ url: server.url }))).toBe("too_large");
});

test.each([
  ["never answers", ""],
  ["sends half a head", "HTTP/1.1 200 OK\r\nX-A:"],
  ["sends half a body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"],
])("request() gives up on a server that %s", async (_what, text) => {
  await using server = await aRawServer((socket) => socket.write(text));
  const client = aClient({ timeoutMs: 80 });
  expect(await codeOf(client.request({ url: server.url }))).toBe("timeout");
  expect(client.records[0]?.error?.code).toBe("timeout");
});

test("request() gives up on a server that sends byte after byte", async () => {
  await using server = await aRawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    const timer = setInterval(() => socket.write("x"), 5);
    socket.once("close", () => clearInterval(timer));
  });
  expect(await codeOf(aClient({ timeoutMs: 100 }).request({ url: server.url }))).toBe("timeout");
});

test("request() counts redirects that crawl into its time", async () => {
  await using server = await aServer((_request, response) => {
    setTimeout(() => response.writeHead(302, { location: "/" }).end(), 40);
  });
  const client = aClient({ timeoutMs: 100, maxRedirects: 50 });
  expect(await codeOf(client.request({ url: server.url }))).toBe("timeout");
});
