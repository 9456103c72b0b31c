import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from "node:net";

/** A server on loopback, gone when disposed of. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** What it was asked, in order. */
  readonly requests: readonly IncomingMessage[];
  /** How often somebody connected. */
  readonly connections: number;
}

/** Serves what the listener answers. */
export async function aServer(listener: RequestListener): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  return started(server, requests);
}

/** The same over TLS. */
export async function aSecureServer(
  { key, certificate }: { key: string; certificate: string },
  listener: RequestListener,
): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createSecureServer({ key, cert: certificate }, (request, response) => {
    requests.push(request);
    listener(request, response);
  });
  const plain = await started(server, requests);
  return Object.assign(plain, { url: plain.url.replace("http:", "https:") });
}

/** Speaks bytes instead of HTTP: for answers that no honest server gives. */
export async function aRawServer(onRequest: (socket: Socket) => void): Promise<TestServer> {
  const server = createRawServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => onRequest(socket));
  });
  return started(server, []);
}

async function started(server: Server, requests: IncomingMessage[]): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
