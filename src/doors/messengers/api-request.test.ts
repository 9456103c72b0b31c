import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { apiRequest } from "./api-request.ts";

/** Closes the connection of the first requests without an answer, and answers the others. */
async function aServer({ breaksOff }: { readonly breaksOff: number }) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join("");
    bodies.push(body);
    if (bodies.length <= breaksOff) return void request.socket.destroy();
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    bodies,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("apiRequest() sends a request again whose connection was lost", async () => {
  await using server = await aServer({ breaksOff: 1 });
  const response = await apiRequest({ url: server.url, what: "send a message", body: { text: "done" } });
  expect(await response.text()).toBe("{}");
  expect(server.bodies).toEqual(['{"text":"done"}', '{"text":"done"}']);
});

test("apiRequest() gives up when the connection is lost twice", async () => {
  await using server = await aServer({ breaksOff: 2 });
  await expect(apiRequest({ url: server.url, what: "send a message", body: {} })).rejects.toMatchObject({
    code: "server_unavailable",
    message: expect.stringMatching(/^Cannot send a message: /),
  });
  expect(server.bodies).toHaveLength(2);
});
