import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { openLongConnection } from "./long-connection.ts";

test("openLongConnection() waits longer each time when it is closed right after it opened, as with a wrong token", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const at: number[] = [];
  server.on("connection", (socket) => {
    at.push(performance.now());
    socket.close(4004);
  });
  const connection = openLongConnection({
    address: async () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onMessage: () => {},
    onFault: () => {},
  });
  await expect.poll(() => at.length).toBe(4);
  await connection.close();
  server.close();
  const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect(waits.map((wait, index) => wait >= 450 * 2 ** index)).toEqual([true, true, true]);
});
