// What it costs that a secret is put in on the way out: requests through the proxy of a sandbox, against the same straight to the host.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createPlainServer } from "node:http";
import { Agent, createServer, request } from "node:https";
import { type AddressInfo, connect, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect as connectSecurely, createSecureContext, TLSSocket } from "node:tls";
import { createInterceptor } from "../src/network/egress/intercept.ts";
import { parseHostRule } from "../src/sandbox/network/dial.ts";
import { startProxy } from "../src/sandbox/network/proxy.ts";
import { aCertificate } from "../test/network/a-certificate.ts";
import { ANN, aBinding, aVault } from "../test/vault/a-vault.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { type Contender, interleave } from "./interleave.ts";

const SIZES = [1_000, 100_000];

/** The response times of the host in milliseconds: instant, as on loopback, and as long as a quick API takes. */
const TAKES_MS = [0, 20];

const VALUE = "a secret value of forty characters, 012345";

const run: Benchmark = async ({ json }) => {
  const { key, certificate } = aCertificate(["api.test"]);
  const server = createServer({ key, cert: certificate }, async ({ url = "", headers }, response) => {
    const [, size, takes] = url.split("/");
    if (headers.authorization !== VALUE) response.statusCode = 401;
    if (takes !== "0") await delay(Number(takes));
    response.end(Buffer.alloc(Number(size), "x"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const host = `api.test:${port}`;
  const vault = aVault();
  const binding = aBinding({ hosts: [host] });
  await vault.set("API_TOKEN", { source: "stored", value: VALUE, binding }, ANN);
  const secrets = await vault.boundTo({ user: "shell" });
  const interceptor = createInterceptor({ secrets, certificates: certificate, now: Date.now });
  const granted = [parseHostRule(host)];
  const lookup = async () => ["127.0.0.1"];
  const proxy = await startProxy({ granted, privateAllowed: granted, lookup, connections: [], interceptor });
  const placeholder = interceptor.environment.API_TOKEN ?? "";
  const line = await tunnel(proxy.socket, host, await interceptor.certificate());
  const bare = await aBareProxy({ key, certificate, port });
  const bareLine = await tunnel(bare.socket, host, certificate);
  const ending = new Agent({ keepAlive: true, maxSockets: 1 });
  ending.createConnection = () => bareLine;
  const direct = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate, servername: "api.test" });
  const through = new Agent({ keepAlive: true, maxSockets: 1 });
  through.createConnection = () => line;
  try {
    for (const takes of TAKES_MS) {
      for (const size of SIZES) {
        const path = `/${size}/${takes}`;
        const contenders: Contender[] = [
          {
            name: "direct",
            once: () =>
              fetched({ agent: direct, host: "127.0.0.1", port, path }, { host, token: VALUE, size }),
          },
          {
            name: "through",
            once: () => fetched({ agent: through, path }, { host, token: placeholder, size }),
          },
          {
            name: "ending",
            once: () => fetched({ agent: ending, path }, { host, token: VALUE, size }),
          },
        ];
        const times = await interleave(contenders, { rounds: 15, batch: takes === 0 ? 40 : 5 });
        const name = `egress ${size / 1000} kB, a host that takes ${takes} ms`;
        const ours = times.get("through") ?? 0;
        report({ name, ours, peer: times.get("direct") ?? 0, unit: "us", aim: 1.3 }, json);
        // What any proxy costs that ends TLS in Node, without rules, secrets and redaction: no code of ours can go below it.
        const only = `${name}, against a proxy that only ends TLS`;
        report({ name: only, ours, peer: times.get("ending") ?? 0, unit: "us", aim: 1.3 }, json);
      }
    }
  } finally {
    for (const agent of [direct, through, ending]) agent.destroy();
    await bare.close();
    await proxy.close();
    server.closeAllConnections();
    server.close();
  }
};

export default run;

/** A forward proxy on a Unix socket that ends TLS and passes every request on unchanged. */
async function aBareProxy({ key, certificate, port }: { key: string; certificate: string; port: number }) {
  const folder = await mkdtemp(join(tmpdir(), "dejima-bare-"));
  const socket = join(folder, "socket");
  const agent = new Agent({ keepAlive: true, maxSockets: 64, ca: certificate, servername: "api.test" });
  const inner = createPlainServer(({ url, method, headers }, response) => {
    request({ agent, host: "127.0.0.1", port, path: url, method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    }).end();
  });
  const secureContext = createSecureContext({ key, cert: certificate });
  const outer = createSocketServer((client) => {
    client.once("data", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      inner.emit("connection", new TLSSocket(client, { isServer: true, secureContext }));
    });
  });
  await new Promise<void>((resolve) => outer.listen(socket, resolve));
  return {
    socket,
    async close() {
      agent.destroy();
      outer.close();
      inner.closeAllConnections();
      await rm(folder, { recursive: true });
    },
  };
}

/** A connection as a program has it: a tunnel of the proxy, with TLS inside. */
async function tunnel(socket: string, host: string, ca: string): Promise<TLSSocket> {
  const plain = connect(socket);
  plain.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await new Promise((resolve) => plain.once("data", resolve));
  return connectSecurely({ socket: plain, ca, servername: "api.test" });
}

function fetched(
  way: { agent: Agent; host?: string; port?: number; path: string },
  { host, token, size }: { host: string; token: string; size: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ ...way, headers: { host, authorization: token } }, async (reply) => {
      let bytes = 0;
      for await (const piece of reply) bytes += piece.length;
      if (reply.statusCode === 200 && bytes === size) resolve();
      else reject(new Error(`The host answered ${reply.statusCode} with ${bytes} bytes`));
    })
      .on("error", reject)
      .end();
  });
}
