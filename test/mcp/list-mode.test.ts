import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { serveMcp } from "./serve-mcp.ts";

let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;

const MANY = 120;

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-modes-")));
  const tools = Array.from({ length: MANY }, (_, index) =>
    defineTool({
      name: `made_${index}`,
      summary: `Does the thing with the number ${index} and nothing else`,
      description: `Does the thing with the number ${index}. ${"It is described at length. ".repeat(15)}`,
      category: "custom",
      risk: "low",
      input: z.object({ amount: z.int() }),
      run: ({ amount }) => amount + index,
    }),
  );
  runtime = createRuntime({ workspace, tools });
  door = await serveMcp({ runtime, mode: "auto", host: "127.0.0.1", port: 0, names: [], onFault: () => {} });
});

afterAll(async () => {
  await door.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

for (const [era, mode] of [
  ["modern", { pin: "2026-07-28" }],
  ["legacy", "legacy"],
] as const) {
  const connect = async (name: string) => {
    const client = new Client({ name, version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
    return client;
  };

  test(`a long list is a search for a ${era} client, but plain for those that search by themselves`, async () => {
    const plain = await connect("some-editor");
    const shown = (await plain.listTools()).tools;
    expect(shown.map(({ name }) => name)).toEqual([
      "search_tools",
      "describe_tool",
      "call_tool",
      "resume_call",
    ]);
    expect(JSON.stringify(shown).length / 4).toBeLessThan(1_500);
    const input = { name: "made_7", input: { amount: 1 } };
    const called = await plain.callTool({ name: "call_tool", arguments: input });
    expect(called.content).toEqual([{ type: "text", text: "8" }]);
    await plain.close();
    for (const name of ["claude-code", "Cursor"]) {
      const deferring = await connect(name);
      const { tools } = await deferring.listTools();
      expect(tools.filter((tool) => tool.name.startsWith("made_"))).toHaveLength(MANY);
      await deferring.close();
    }
  });
}
