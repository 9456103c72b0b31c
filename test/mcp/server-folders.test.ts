import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { type AHarbour, aHarbour, oddServer, outcomeOf } from "./a-harbour.ts";

const odd = join(dirname(fileURLToPath(import.meta.url)), "fixtures/odd-server.ts");
const open: AHarbour[] = [];
afterEach(async () => {
  for (const harbour of open.splice(0)) await harbour.close();
});
async function harbourOf(...given: Parameters<typeof aHarbour>): Promise<AHarbour> {
  const harbour = await aHarbour(...given);
  open.push(harbour);
  return harbour;
}
const mcps = ({ workspace }: AHarbour, ...path: string[]) => join(workspace, ".dejima/mcps", ...path);

/** A folder as other systems write it. */
async function aFolder(harbour: AHarbour, metadata: object, tools: readonly object[]): Promise<void> {
  await mkdir(mcps(harbour, "mine/tools"), { recursive: true });
  await writeFile(mcps(harbour, "mine/SERVER_METADATA.json"), JSON.stringify(metadata));
  await writeFile(mcps(harbour, "mine/INSTRUCTIONS.md"), "Add before you work");
  for (const [index, tool] of tools.entries())
    await writeFile(mcps(harbour, `mine/tools/tool${index}.json`), JSON.stringify(tool));
}
const metadata = {
  serverIdentifier: "mine",
  serverName: "My server",
  transport: "stdio",
  command: process.execPath,
  args: [odd, "good"],
  trusted: true,
};

test("a folder mcps/<server>/ is a configured server, known without a start", async () => {
  const harbour = await harbourOf({});
  const anything = { type: "object", properties: {} };
  const work = { name: "work", description: "Works on something for a while", inputSchema: anything };
  const add = { name: "add", description: "Adds two numbers", parameters: anything };
  await aFolder(harbour, metadata, [add, work]);
  const runtime = harbour.again({});
  await runtime.ready();
  expect(runtime.registry.require("work")).toMatchObject({ source: "mcp", origin: "mine" });
  expect(await outcomeOf(runtime, "list_mcp_servers", { server: "mine" })).toMatchObject([
    { name: "mine", state: "stopped", tools: 2, names: ["add", "work"] },
  ]);
  expect(await outcomeOf(runtime, "get_mcp_instructions", { server: "mine" })).toBe("Add before you work");
  expect((await runtime.mcp.reports())[0]?.state).toBe("stopped");
  const call = { server: "mine", tool_name: "work", arguments: {} };
  expect(await outcomeOf(runtime, "call_mcp_tool", call)).toBe("worked");
  expect((await runtime.mcp.reports())[0]).toMatchObject({ state: "running", tools: 3 });
});

test("a server that says something else than its folder is out of use until it is reviewed", async () => {
  const harbour = await harbourOf({});
  const work = { name: "work", description: "Works", arguments: { properties: { much: {} } } };
  await aFolder(harbour, metadata, [work]);
  const runtime = harbour.again({});
  await runtime.ready();
  expect(runtime.registry.require("work").input.toJsonSchema()).toEqual({
    type: "object",
    properties: { much: {} },
  });
  expect(await outcomeOf(runtime, "work")).toMatchObject({ code: "tool_not_allowed" });
  await runtime.mcp.accept("mine");
  expect(await outcomeOf(runtime, "work")).toBe("worked");
  expect((await readdir(mcps(harbour, "mine/tools"))).sort()).toEqual(["add.json", "liar.json", "work.json"]);
  expect(JSON.parse(await readFile(mcps(harbour, "mine/SERVER_METADATA.json"), "utf8"))).toEqual(metadata);
});

test("the facts about a configured server are stored without its secrets, and removed with it", async () => {
  const server = { ...oddServer("good"), env: { TOKEN: "very-secret" } };
  const harbour = await harbourOf({ odd: server });
  const { runtime } = harbour;
  await runtime.mcp.discover();
  expect((await readdir(mcps(harbour, "odd"))).sort()).toEqual([
    "INSTRUCTIONS.md",
    "SERVER_METADATA.json",
    "tools",
  ]);
  const written = await readFile(mcps(harbour, "odd/SERVER_METADATA.json"), "utf8");
  expect(JSON.parse(written)).toMatchObject({
    serverIdentifier: "odd",
    software: "odd 1.0.0",
    source: "config",
  });
  expect(written).not.toContain("very-secret");
  expect(JSON.parse(await readFile(mcps(harbour, "odd/tools/add.json"), "utf8"))).toMatchObject({
    name: "add",
  });
  const without = harbour.again({});
  await without.ready();
  expect(await without.mcp.reports()).toEqual([]); // the copy is no server of its own
  await runtime.mcp.forget("odd");
  expect(await readdir(mcps(harbour))).toEqual([]);
});

test("a folder that cannot be read says which file, and why", async () => {
  const harbour = await harbourOf({});
  await mkdir(mcps(harbour, "broken"), { recursive: true });
  await writeFile(mcps(harbour, "broken/SERVER_METADATA.json"), "{");
  await expect(harbour.again({}).mcp.reports()).rejects.toThrow(/SERVER_METADATA\.json/);
  await writeFile(mcps(harbour, "broken/SERVER_METADATA.json"), "{}");
  await expect(harbour.again({}).mcp.reports()).rejects.toThrow(
    /mcps\/broken: needs either a command or a url/,
  );
});

test("get_mcp_instructions reads the text that is kept without a question, and without the server", async () => {
  const harbour = await harbourOf({});
  const work = { name: "work", description: "Works", inputSchema: { type: "object", properties: {} } };
  await aFolder(harbour, metadata, [work]);
  const runtime = harbour.again({});
  await runtime.ready();
  const run = await runtime.openRun({ title: "asks", ask: () => expect.fail("asked") });
  const outcome = await run.execute("get_mcp_instructions", { server: "mine" });
  expect(outcome).toMatchObject({ type: "success", output: "Add before you work" });
  expect(run.sources).toHaveLength(1);
  expect((await runtime.mcp.reports())[0]?.state).toBe("stopped");
});
