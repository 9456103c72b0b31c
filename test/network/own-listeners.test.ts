import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configSchema } from "../../src/config/schema/config-schema.ts";
import { createHttpClient } from "../../src/network/create-http-client.ts";
import type { RuntimeOptions } from "../../src/runtime.ts";
import { judgeDial, parseHostRule } from "../../src/sandbox/network/dial.ts";
import { createListeners } from "../../src/support/network/listeners.ts";
import { openSandbox } from "../../src/wiring/containment/open-sandbox.ts";
import { createOutgoingRules } from "../../src/wiring/containment/outgoing-rules.ts";
import { aServer } from "../http/a-server.ts";
import { usable } from "../sandbox/engines.ts";
import { aRuntime } from "../support/a-runtime.ts";

const EVERYWHERE = ["*", "0.0.0.0/0", "::/0"];
const { works, why } = await usable("bubblewrap");

describe("a port on which Dejima listens", () => {
  test("is not reached by tools of its own runtime or of another, however it is written", async () => {
    const options: RuntimeOptions = {
      config: { network: { allowPrivate: EVERYWHERE } },
      ask: async () => ({ answer: "approve", by: "the test" }),
    };
    await using server = await aServer(options);
    await using stranger = await aRuntime(options);
    const { port } = new URL(server.url);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "127.1.2.3", "0.0.0.0", ...interfaceHosts()]) {
      for (const { runtime } of [server, stranger]) {
        const outcome = await runtime.execute("http_get", { url: `http://${host}:${port}/api/tools` });
        expect([host, outcome]).toEqual([
          host,
          expect.objectContaining({
            type: "failure",
            error: expect.objectContaining({ code: "host_blocked" }),
          }),
        ]);
      }
    }
  });

  test("is announced to other processes, and free again once it is closed", async () => {
    const source = `
      import { createListeners } from ${JSON.stringify(new URL("../../src/support/network/listeners.ts", import.meta.url).href)};
      console.log(createListeners().holds("127.0.0.1", Number(process.argv[1])));`;
    const seen = async (port: string) =>
      (
        await promisify(execFile)(process.execPath, ["--input-type=module", "-e", source, port])
      ).stdout.trim();
    const server = await aServer();
    const { port } = new URL(server.url);
    expect(await seen(port)).toBe("true");
    await server[Symbol.asyncDispose]();
    expect(await seen(port)).toBe("false");
  });
});

/** Asks the proxy for a tunnel, and through it what waits for an approval. */
const TUNNEL = `
const { connect } = require("node:net");
const [target] = process.argv.slice(1);
const socket = connect(3128, "127.0.0.1", () => socket.write("CONNECT " + target + " HTTP/1.1\\r\\nHost: " + target + "\\r\\n\\r\\n"));
let text = "", sent = false;
socket.on("data", (bytes) => {
  text += bytes;
  if (!sent && text.startsWith("HTTP/1.1 200")) {
    sent = true;
    socket.write("GET /api/approvals HTTP/1.1\\r\\nHost: " + target + "\\r\\nConnection: close\\r\\n\\r\\n");
  }
});
socket.on("close", () => console.log(text));
socket.on("error", () => {});`;

describe.runIf(works)(`a program in the sandbox that was granted this machine${why}`, () => {
  test("gets no tunnel to Dejima, and one to its neighbour", async () => {
    const neighbour = createServer((_request, response) => response.end("pong"));
    await new Promise<void>((resolve) => neighbour.listen(0, "127.0.0.1", resolve));
    await using server = await aServer();
    const { port } = new URL(server.url);
    const { port: other } = neighbour.address() as AddressInfo; // a TCP server has one
    const { network, sandbox: limits } = configSchema.parse({
      network: { allowPrivate: [port, other].flatMap((at) => [`127.0.0.1:${at}`, `localhost:${at}`]) },
    });
    const sandbox = await openSandbox(
      limits,
      createOutgoingRules(network, { listeners: createListeners(), layers: [] }),
    );
    const said = async (target: string) =>
      (await sandbox.start(["node", "-e", TUNNEL, target], { hosts: [target] }).result).stdout;
    expect(await said(`127.0.0.1:${port}`)).toMatch(/^HTTP\/1.1 403[\s\S]*Dejima itself listens there/);
    expect(await said(`localhost:${port}`)).toMatch(/^HTTP\/1.1 403/);
    expect(await said(`127.0.0.1:${other}`)).toMatch(/^HTTP\/1.1 200[\s\S]*pong/);
    await sandbox.close();
    await new Promise((resolve) => neighbour.close(resolve));
  });
});

describe("10,000 made addresses of a port of ours", () => {
  const contacts: string[] = [];
  const armed = createServer().on("connection", () => contacts.push("contact"));
  const listeners = createListeners();
  let port = 0;
  let withdraw = () => {};
  beforeAll(async () => {
    await new Promise<void>((resolve) => armed.listen(0, "::", resolve));
    port = (armed.address() as AddressInfo).port; // a TCP server has one
    withdraw = createListeners().announce(port);
  });
  afterAll(async () => {
    withdraw();
    await new Promise((resolve) => armed.close(resolve));
  });

  test("are refused by the client and by the proxy, and nobody knocks", async () => {
    const { network } = configSchema.parse({ network: { allowPrivate: EVERYWHERE } });
    const outside = createOutgoingRules(network, { listeners, layers: [] });
    const { timeout: _unused, ...limits } = network;
    let leads: readonly string[] = [];
    const lookup = async () => leads;
    const client = createHttpClient({ ...limits, veto: outside.veto, timeoutMs: 5_000, lookup });
    const dial = (host: string) =>
      judgeDial(host, port, {
        granted: [parseHostRule(`${host}:${port}`)],
        privateAllowed: [parseHostRule(`${host}:${port}`)],
        veto: outside.veto,
        lookup,
      });
    await fc.assert(
      fc.asyncProperty(
        madeHost,
        fc.array(ownAddress, { minLength: 1, maxLength: 3 }),
        scheme,
        async (host, addresses, start) => {
          leads = addresses;
          const answer = await client.request({ url: `${start}${host}:${port}/api/approvals` }).then(
            () => "reached",
            ({ code }) => code,
          );
          expect(["host_blocked", "invalid_input"]).toContain(answer);
          const bare = URL.parse(`http://${host}/`)?.hostname ?? host;
          const judged = await dial(bare).catch(() => ({ refused: "no host" }));
          expect(judged).toHaveProperty("refused");
        },
      ),
      { numRuns: 10_000, seed: 12 },
    );
    expect(contacts).toEqual([]);
  }, 240_000);
});

const byte = fc.integer({ min: 0, max: 255 });
const loopback = fc.tuple(byte, byte, byte).map((rest) => [127, ...rest] as const);
const hex = (number: number) => number.toString(16);
const dotted = (parts: readonly number[]) => parts.join(".");
const pairs = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;

/** Any address of this machine, as a resolver would give it. */
const ownAddress = fc.oneof(
  loopback.map(dotted),
  loopback.map((parts) => `::ffff:${dotted(parts)}`),
  loopback.map((parts) => `64:ff9b::${pairs(parts)}`),
  loopback.map((parts) => `2002:${pairs(parts)}::`),
  fc.constantFrom("::1", "::", "0.0.0.0", "0:0:0:0:0:0:0:1", ...interfaces()),
);

const name = fc
  .array(fc.constantFrom("a", "B", "x1", "internal", "xn--80ak6aa92e", "localhost", "münchen"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((labels) => labels.join("."));

/** A host that leads to this machine, in any spelling: by name, or by an address however it is written. */
const madeHost = fc.oneof(
  name,
  name.map((text) => `${text}.`),
  fc.constantFrom(
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "0",
    "127.1",
    "[::]",
    "[::1]",
    "0.0.0.0",
  ),
  loopback.map(dotted),
  loopback.map(([a, b, c, d]) => String(((a * 256 + b) * 256 + c) * 256 + d)),
  loopback.map((parts) => `0x${parts.map((part) => hex(part).padStart(2, "0")).join("")}`),
  loopback.map((parts) => parts.map((part) => `0${part.toString(8)}`).join(".")),
  loopback.map(([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`),
  loopback.map((parts) => `[::ffff:${dotted(parts)}]`),
  loopback.map((parts) => `[::ffff:${pairs(parts)}]`),
  loopback.map((parts) => `[64:ff9b::${pairs(parts)}]`),
  loopback.map((parts) => `[64:ff9b:1::${pairs(parts)}]`),
  loopback.map((parts) => `[2002:${pairs(parts)}::1]`),
  loopback.map((parts) => `[::${pairs(parts)}]`),
  loopback.map((parts) => dotted(parts).replaceAll(".", "%2e")),
  loopback.map((parts) => dotted(parts).replaceAll("1", "１")),
  loopback.map((parts) => dotted(parts).replaceAll(".", "。")),
  fc.constantFrom(...interfaceHosts()),
);
const scheme = fc.constantFrom(
  "http://",
  "https://",
  "HTTP://",
  "http:\\\\",
  "http:////",
  "http://user@",
  "http:",
  "ws://",
);

function interfaces(): string[] {
  return Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
}

function interfaceHosts(): string[] {
  return interfaces().map((address) => (address.includes(":") ? `[${address}]` : address));
}
