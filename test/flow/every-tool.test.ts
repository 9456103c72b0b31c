import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverEffects } from "../../src/sources/mcp/tool/server-effects.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { REACHES_OUT, STAYS_HERE } from "../surface/pins.ts";
import { aRemoteServer } from "./a-remote-server.ts";

/** Deliver to the person of the run alone, who is the one that everything is for. */
const TO_THE_USER = new Set(["deliver_artifacts"]);

/** The built-in tools of `REACHES_OUT`, and those of the servers and the API of this test. */
const LEAVES: Readonly<Record<string, object>> = {
  ...REACHES_OUT,
  lookup: { word: "SECRET" },
  pets_find: { name: "SECRET" },
  pets_add: { name: "SECRET" },
};

const OUTWARD = /^(?:host\.|message\.|command\.)/;

const parameters = [{ name: "name", in: "query", schema: { type: "string" } }];
const API = {
  openapi: "3.1.0",
  info: { title: "pets", version: "1" },
  servers: [{ url: "https://pets.example.com" }],
  paths: {
    "/pets": {
      get: { operationId: "find", summary: "Finds pets by their name", parameters, responses: {} },
      post: { operationId: "add", summary: "Adds a pet with a name", parameters, responses: {} },
    },
  },
};

test("every registered tool that can reach another machine says so, with the part that the caller chose", async () => {
  await using server = await aRemoteServer();
  await using world = await aRuntime({ files: { "pets.json": JSON.stringify(API) } });
  await writeFile(join(world.workspace, "x"), "");
  await using full = await aRuntime({
    config: {
      mcpServers: { remote: { url: server.url } },
      openapi: { pets: { document: join(world.workspace, "pets.json") } },
    },
    toolFolders: [],
  });
  await full.runtime.ready();
  // Before the server was ever asked: afterwards its instructions are kept here, and reading them reaches nobody.
  const instructions = full.runtime.registry.get("get_mcp_instructions");
  expect(await instructions?.effects({ server: "remote" })).not.toEqual([]);
  await full.runtime.mcp.discover();
  expect(await instructions?.effects({ server: "remote" })).toEqual([]);
  const tools = full.runtime.registry.list();
  expect(tools.length).toBeGreaterThan(60);
  const names = tools.map(({ name }) => name);
  expect(Object.keys(LEAVES).filter((name) => !names.includes(name))).toEqual([]);
  for (const tool of tools) {
    const { name, redirect, flow } = tool;
    if (redirect !== undefined || TO_THE_USER.has(name) || tool === instructions) continue;
    const input = LEAVES[name];
    if (input === undefined) {
      expect(
        [...STAYS_HERE],
        `say in test/surface/pins.ts whether ${name} can reach another machine`,
      ).toContain(name);
      continue;
    }
    expect([...STAYS_HERE], name).not.toContain(name);
    const effects = (await tool.effects(input)).filter(({ kind }) => OUTWARD.test(kind));
    expect(effects.length, `${name} declares no effect`).toBeGreaterThan(0);
    expect(flow.sends, name).not.toBe("nothing");
    if (JSON.stringify(input).includes("SECRET"))
      expect(decodeURIComponent(JSON.stringify(effects)), name).toContain("SECRET");
  }
});

test("tools of every source, and none of risk low, count as sending nothing without somebody's word for it", async () => {
  await using server = await aRemoteServer();
  await using world = await aRuntime({
    config: { mcpServers: { remote: { url: server.url, risk: "low" } } },
  });
  await world.runtime.mcp.discover();
  const quiet = world.runtime.registry.list().filter(({ flow }) => flow.sends === "nothing");
  expect(quiet.map(({ name }) => name)).toEqual([]);
});

const local = { type: "stdio", command: "x", args: [], environment: {}, folders: [] } as const;
const rest = {
  timeoutMs: 1,
  startTimeoutMs: 1,
  idleMs: 1,
  maxMessageBytes: 1,
  exposure: "auto",
  prefix: false,
} as const;

test("serverEffects() names the hosts that a server is or may reach, and never its keys", () => {
  const targets = (place: Parameters<typeof serverEffects>[0]["place"]) =>
    serverEffects({ name: "s", place, ...rest }, { tool: "t", input: { a: 1 } }).map(({ target }) => target);
  const asked = "?tool=t&input=%7B%22a%22%3A1%7D";
  expect(targets({ ...local, hosts: [], trusted: false })).toEqual([]);
  expect(targets({ ...local, hosts: ["a.test", "b.test:8443"], trusted: false })).toEqual([
    `https://a.test/${asked}`,
    `https://b.test:8443/${asked}`,
  ]);
  expect(targets({ ...local, hosts: [], trusted: true })).toEqual([`mcp://s/${asked}`]);
  expect(targets({ type: "http", url: "https://u:p@m.test/mcp?key=k", headers: {} })).toEqual([
    `https://m.test/mcp${asked}`,
  ]);
  const long = serverEffects(
    { name: "s", place: { ...local, hosts: [], trusted: true }, ...rest },
    { resource: "x".repeat(100_000) },
  );
  expect(long[0]?.target.length).toBeLessThan(3_000);
});
