import { expect, test } from "vitest";
import { aClient, codeOf } from "./a-client.ts";
import { aResolver } from "./a-resolver.ts";
import { aServer } from "./a-server.ts";

test("request() connects to the address that it checked, and asks the resolver once", async () => {
  await using server = await aServer((_request, response) => response.end("first"));
  await using resolver = await aResolver(["127.0.0.1", "127.0.0.9"]);
  const client = aClient({ lookup: resolver.lookup, allowPrivate: ["rebind.test"] });
  const { body } = await client.request({ url: `http://rebind.test:${server.port}/` });
  expect([body.toString(), resolver.questions]).toEqual(["first", 1]);
  expect(client.records[0]).toMatchObject({
    host: "rebind.test",
    address: "127.0.0.1",
    status: 200,
    bytes: 5,
  });
  expect(server.requests[0]?.headers.host).toBe(`rebind.test:${server.port}`);
});

test("request() never connects to what a name says only after the check", async () => {
  await using server = await aServer((_request, response) => response.end("second"));
  // 127.0.0.9 stands for the harmless answer; nothing listens there. The server is at the second answer.
  await using resolver = await aResolver(["127.0.0.9", "127.0.0.1"]);
  const client = aClient({ lookup: resolver.lookup, allowPrivate: ["rebind.test"] });
  expect(await codeOf(client.request({ url: `http://rebind.test:${server.port}/` }))).toBe(
    "server_unavailable",
  );
  expect([server.connections, resolver.questions]).toEqual([0, 1]);
});

test("request() checks a name again with each redirect", async () => {
  await using server = await aServer((_request, response) =>
    response.writeHead(302, { location: "/again" }).end(),
  );
  await using resolver = await aResolver(["127.0.0.1", "169.254.169.254"]);
  const client = aClient({ lookup: resolver.lookup, allowPrivate: ["rebind.test"] });
  expect(await codeOf(client.request({ url: `http://rebind.test:${server.port}/` }))).toBe("host_blocked");
  expect(server.requests).toHaveLength(1);
});
