import { expect, test } from "vitest";
import { configSchema } from "../../src/config/schema/config-schema.ts";
import { globalLayer } from "../../src/policy/rule-layers.ts";
import { createListeners } from "../../src/support/network/listeners.ts";
import { openSandbox } from "../../src/wiring/containment/open-sandbox.ts";
import { createOutgoingRules } from "../../src/wiring/containment/outgoing-rules.ts";
import { usable } from "../sandbox/engines.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { aServer } from "./a-server.ts";

const { works } = await usable("bubblewrap");

test("a redirect on the same host into a denied path ends the call before anybody is asked for it", async () => {
  await using server = await aServer((request, response) => {
    if (request.url === "/private/x") expect.unreachable("a denied page was asked for");
    response
      .writeHead(302, { location: request.url === "/start" ? "/%70rivate/x" : "/private/../private/x" })
      .end();
  });
  for (const rule of [
    `host.read(${server.url}/private/**)`,
    `fetch(${server.url}/private/**)`,
    `http_get(${server.url}/private/**)`,
  ]) {
    await using world = await aRuntime({
      config: { network: { allowPrivate: [`127.0.0.1:${server.port}`] }, permissions: { deny: [rule] } },
    });
    for (const tool of rule.startsWith("host") ? ["fetch", "http_get"] : [rule.split("(")[0] ?? ""]) {
      const run = await world.runtime.openRun();
      const outcome = await run.execute({ tool, input: { url: `${server.url}/start` } });
      expect([rule, tool, outcome]).toEqual([
        rule,
        tool,
        expect.objectContaining({
          type: "failure",
          error: expect.objectContaining({ code: "host_blocked" }),
        }),
      ]);
    }
  }
  expect(server.requests.every(({ url }) => url === "/start")).toBe(true);
});

test("a redirect to what a person would be asked about is handed back unfollowed", async () => {
  await using server = await aServer((request, response) => {
    if (request.url !== "/start") expect.unreachable("the redirect was followed");
    response.writeHead(302, { location: "/careful/x" }).end();
  });
  await using world = await aRuntime({
    config: {
      network: { allowPrivate: [`127.0.0.1:${server.port}`] },
      permissions: { confirm: [`host.read(${server.url}/careful/**)`] },
    },
  });
  const outcome = await world.runtime.execute("http_get", { url: `${server.url}/start` });
  expect(outcome).toMatchObject({ type: "success", output: { status: 302 } });
});

test("a redirect that no rule speaks of is followed", async () => {
  await using server = await aServer((request, response) =>
    request.url === "/start" ? response.writeHead(302, { location: "/next" }).end() : response.end("here"),
  );
  await using world = await aRuntime({
    config: {
      network: { allowPrivate: [`127.0.0.1:${server.port}`] },
      permissions: { deny: [`host.read(${server.url}/private/**)`] },
    },
  });
  const outcome = await world.runtime.execute("http_get", { url: `${server.url}/start` });
  expect(outcome).toMatchObject({ type: "success", output: { status: 200, body: "here" } });
});

/** Asks the proxy for a tunnel to each target, and for a page of it. */
const CONNECT = `
const { connect } = require("node:net");
(async () => {
  for (const line of process.argv.slice(1))
    await new Promise((done) => {
      const socket = connect(3128, "127.0.0.1", () => socket.write(line + " HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n"));
      let text = "";
      socket.on("data", (bytes) => { text += bytes; if (/^HTTP.1.1 200 Conn/.test(text)) socket.end(); });
      socket.on("close", () => { console.log(text.split(" ")[1] ?? "none"); done(); });
      socket.on("error", () => {});
    });
})();`;

test.runIf(works)(
  "the proxy of the sandbox connects to no host that a rule denies, whatever was granted",
  async () => {
    await using server = await aServer((_request, response) => response.end("pong"));
    const { port } = server;
    const { network, sandbox: limits } = configSchema.parse({
      network: { allowPrivate: [`127.0.0.1:${port}`, `localhost:${port}`] },
    });
    const layerOf = (...deny: string[]) =>
      globalLayer({ safe: ["*"], confirm: [], deny }, { base: "/w", lineOf: () => undefined });
    const said = async (deny: string, lines: string[]) => {
      const outside = createOutgoingRules(network, { listeners: createListeners(), layers: [layerOf(deny)] });
      const sandbox = await openSandbox(limits, outside);
      const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
      const { stdout } = await sandbox.start(["node", "-e", CONNECT, ...lines], { hosts }).result;
      await sandbox.close();
      return stdout.trim().split("\n");
    };
    const tunnel = [`CONNECT 127.0.0.1:${port}`, `CONNECT LOCALHOST:${port}`];
    expect(await said("host.read(https://other.example/**)", tunnel)).toEqual(["200", "200"]);
    expect(await said(`host.read(https://127.0.0.1:${port}/**)`, tunnel)).toEqual(["403", "403"]); // by its address, too
    expect(await said(`host.send(http://localhost:${port}/private/**)`, tunnel)).toEqual(["200", "403"]);
    const pages = [
      `GET http://127.0.0.1:${port}/a`,
      `GET http://127.0.0.1:${port}/%70rivate/x`,
      `GET http://localhost:${port}/private`,
    ];
    expect(await said(`host.read(http://127.0.0.1:${port}/private/**)`, pages)).toEqual([
      "200",
      "403",
      "403",
    ]);
  },
);
