import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { connect, createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createQuickDoor } from "./quick-door.ts";
import { StandIn } from "./stand-in.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A door behind which a server answers every request as `answer` does. */
async function aDoor(restMs: number, answer: (response: ServerResponse) => void) {
  const http = createHttpServer(({ socket }, response) => {
    if (socket instanceof StandIn) {
      socket.begun();
      response.once("finish", () => socket.answered());
    }
    answer(response);
  });
  const [serve] = http.listeners("connection");
  const door = createQuickDoor({
    restMs,
    admit: () => ({ status: 403, message: "nobody" }),
    quick: { read: () => undefined, begin: () => expect.unreachable() },
    know: () => expect.unreachable(),
    serve: (standIn) => serve?.call(http, standIn),
  });
  const server = createServer({ allowHalfOpen: true }, door.take);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  ends.push(() => {
    door.close();
    server.close();
  });
  const socket = connect({ port, host: "127.0.0.1" });
  let heard = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    heard += piece;
  });
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(heard)));
  return { socket, closed, door };
}

const GET = "GET /mcp HTTP/1.1\r\nhost: a\r\n\r\n";

test("createQuickDoor() closes a connection that rests, whether it has asked anything or not", async () => {
  const silent = await aDoor(40, () => {});
  expect(await silent.closed).toBe("");
  const served = await aDoor(40, (response) => response.end("hello"));
  served.socket.write(GET);
  expect(await served.closed).toContain("hello");
  const halfSaid = await aDoor(40, () => {});
  halfSaid.socket.write(GET.slice(0, 20));
  expect(await halfSaid.closed).toBe("");
});

test("createQuickDoor() leaves a connection alone while it is served, however long that takes", async () => {
  const { socket, closed } = await aDoor(20, (response) => {
    response.write("one");
    setTimeout(() => response.end("two"), 150);
  });
  socket.write(GET);
  expect(await closed).toMatch(/one[\s\S]*two/);
});

test("createQuickDoor() closes what is open when it closes", async () => {
  const { socket, closed, door } = await aDoor(60_000, (response) => response.write("never ends"));
  socket.write(GET);
  socket.once("data", () => door.close());
  expect(await closed).toContain("never ends");
});

test("createQuickDoor() passes on more than anybody reads at once, in both directions", async () => {
  const size = 3_000_000;
  const { socket } = await aDoor(60_000, (response) => {
    let received = 0;
    response.req.on("data", (piece: Buffer) => {
      received += piece.length;
    });
    response.req.on("end", () => response.end(`${received} ${"x".repeat(size)}`));
  });
  socket.write(`POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-length: ${size}\r\n\r\n`);
  socket.write("y".repeat(size));
  let heard = 0;
  await new Promise<void>((resolve) =>
    socket.on("data", (piece: string) => {
      if (heard === 0) expect(piece).toContain(`${size} `);
      heard += piece.length;
      if (heard > size) resolve();
    }),
  );
  socket.destroy();
});
