import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** PostgreSQL's message ReadyForQuery, outside a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const FIELDS = ["SFATAL", "VFATAL", "C57P01", "Mterminating connection due to administrator command", ""];
const FATAL = message("E", FIELDS.map((field) => `${field}\0`).join(""));

/** Stands between a client and PostgreSQL. After `endNext`, the next login is accepted and ended in one packet. */
export async function aProxyThatEnds(port: number) {
  let ends = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(port, "127.0.0.1");
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
    client.on("data", (data) => server.write(data));
    let accepted = false;
    server.on("data", (data) => {
      const accepts = !accepted && data.subarray(-READY.length).equals(READY);
      accepted ||= accepts;
      if (!accepts || !ends) return client.write(data);
      ends = false;
      return client.end(Buffer.concat([data, FATAL]));
    });
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    endNext: () => {
      ends = true;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}
