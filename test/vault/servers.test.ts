import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aServerScript } from "../mcp/fixtures/an-npm-registry.ts";
import type { TestServer } from "../network/a-server.ts";
import { usable } from "../sandbox/engines.ts";
import { aRuntime, type TestRuntime } from "../support/a-runtime.ts";
import { aTrustedServer } from "./a-bound-host.ts";
import { ANN, aBinding } from "./a-vault.ts";

const { works, why } = await usable("bubblewrap");

const VALUE = "s3cr3t-Value/with+odd=signs-0123456789";

/** A server whose tool asks the host with the placeholder. The variables for proxies leave loopback out. */
const script = (url: string) =>
  aServerScript(`
  const { execFileSync } = require("node:child_process");
  const header = "Authorization: " + process.env.API_TOKEN;
  return execFileSync("curl", ["-sS", "--noproxy", "", "-H", header, "${url}/x"]).toString() + " " + process.env.API_TOKEN;
`);

describe.runIf(works)(`secrets of MCP servers${why}`, () => {
  let server: TestServer;
  let world: TestRuntime;
  let host: string;
  beforeAll(async () => {
    server = await aTrustedServer(["localhost"], (request, response) => {
      response.writeHead(404).end(`you said ${request.headers.authorization}`);
    });
    host = `localhost:${server.port}`;
    const local = { command: "node", args: ["server.cjs"], cwd: ".", folders: ["."], hosts: [host] };
    world = await aRuntime({
      ask: async () => ({ answer: "approve", by: "ann" }),
      variables: { DEJIMA_VAULT_KEY: randomBytes(32).toString("base64") },
      files: { "server.cjs": script(`https://${host}`) },
      config: {
        network: { allowPrivate: [host] },
        mcpServers: {
          made: local,
          other: local,
          far: { url: `https://${host}/mcp`, headers: { Authorization: "${secret:API_TOKEN}" } },
        },
      },
    });
    const binding = aBinding({ hosts: [host], tools: ["mcp:made", "mcp:far"] });
    await world.runtime.secrets.set("API_TOKEN", { source: "stored", value: VALUE, binding }, ANN);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const called = async (name: string) => {
    const { mcp } = world.runtime;
    await mcp.discover([name]);
    const [tool] = (await mcp.toolsOf(name)).keys();
    return JSON.stringify(await world.runtime.execute(tool ?? "", {}));
  };

  test("a contained server that the binding names uses the value and sees the placeholder", async () => {
    expect(await called("made")).toMatch(/you said dejima-secret-\w+ dejima-secret-\w+/);
    expect(server.requests.at(-1)?.headers.authorization).toBe(VALUE);
    expect((await world.runtime.secrets.show("API_TOKEN")).lastUse).toMatchObject({ by: "mcp:made", host });
  });

  test("a contained server that the binding does not name gets nothing", async () => {
    const before = server.requests.length;
    // Nobody stands in between, so that it does not trust the host of this test either.
    expect(await called("other")).toContain("Authorization: undefined");
    expect(server.requests.length).toBe(before);
  });

  test("a remote server gets the value in the header that the config names it in", async () => {
    const before = server.requests.length;
    await world.runtime.mcp.discover(["far"]);
    const sent = server.requests.slice(before).map(({ headers }) => headers.authorization);
    expect(new Set(sent)).toEqual(new Set([VALUE]));
    expect(JSON.stringify(await world.runtime.mcp.reports())).not.toContain("s3cr3t");
  });
});
