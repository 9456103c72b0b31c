import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Tool } from "../../src/contract/tool.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { serveMcp } from "./serve-mcp.ts";

let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;
let bare: Runtime;
let empty: Awaited<ReturnType<typeof serveMcp>>;

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
  const act = defineTool({
    name: "act_once",
    summary: "Does something that a person has to approve",
    description: "Does something.",
    category: "custom",
    risk: "medium",
    input: z.object({ what: z.string() }),
    run: () => 7,
  });
  const all: readonly Tool[] = [...tools, act];
  runtime = createRuntime({ workspace, tools: all });
  door = await serveMcp({ runtime, mode: "auto", host: "127.0.0.1", port: 0, names: [], onFault: () => {} });
  await writeFile(join(workspace, "a.txt"), "here");
  const config = { mcpClients: { "wants-all": { builtins: "all" } } } as const;
  bare = createRuntime({ workspace, home: join(workspace, "bare"), config });
  empty = await serveMcp({ runtime: bare, mode: "auto", host: "127.0.0.1", port: 0, onFault: () => {} });
});

afterAll(async () => {
  await door.close();
  await runtime.close();
  await empty.close();
  await bare.close();
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

  test(`a long list is a search for every ${era} client, whatever it calls itself`, async () => {
    const plain = await connect("some-editor");
    const shown = (await plain.listTools()).tools;
    expect(shown.map(({ name }) => name)).toEqual([
      "search_tools",
      "describe_tool",
      "call_tool",
      "resume_call",
      "run_program",
    ]);
    expect(JSON.stringify(shown).length / 4).toBeLessThan(2_000);
    // The program is written from its description alone: it shows how the tools behind the search are called.
    const described = shown.find(({ name }) => name === "run_program")?.description;
    expect(described).toMatch(/^ {2}made_\d+\(input: \{ amount: number \}\): Promise<unknown>;$/m);
    expect(described).toMatch(/\/\/ \d+ more tools are called in the same way/);
    const input = { name: "made_7", input: { amount: 1 } };
    const called = await plain.callTool({ name: "call_tool", arguments: input });
    expect(called.content).toEqual([{ type: "text", text: "8" }]);
    const code = "return (await tools.made_1({ amount: 1 })) + (await tools.made_2({ amount: 2 }))";
    const program = await plain.callTool({ name: "run_program", arguments: { code } });
    expect(program.content).toEqual([{ type: "text", text: "6" }]);
    await plain.close();
    for (const name of ["claude-code", "Cursor"]) {
      const other = await connect(name);
      expect((await other.listTools()).tools).toEqual(shown);
      await other.close();
    }
  });

  test(`a ${era} client with elicitation is asked about the calls of a program, each with its line`, async () => {
    const capabilities = { elicitation: { form: {} } };
    const options = { capabilities, versionNegotiation: { mode } };
    const client = new Client({ name: "some-editor", version: "1" }, options);
    const asked: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return { action: "accept", content: { answer: "approve" } };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
    const code = 'return (await tools.made_1({ amount: 1 })) + (await tools.act_once({ what: "x" }));';
    const program = await client.callTool({ name: "run_program", arguments: { code } });
    expect(program.content).toEqual([{ type: "text", text: "9" }]);
    expect(asked).toEqual([expect.stringContaining("act_once")]);
    await client.close();
  });

  test(`a ${era} client is listed few of our own tools and finds the others, unless it is to see all`, async () => {
    const client = new Client({ name: "some-editor", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(empty.url)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...["search_tools", "describe_tool", "call_tool", "resume_call"],
      ...["get_skill_info", "get_skill_reference", "list_skills", "read_observation"],
      ...["run_skill_script", "search_skills"],
    ]);
    expect(JSON.stringify(tools).length / 4).toBeLessThan(2_000);
    const found = await client.callTool({ name: "search_tools", arguments: { query: "read a text file" } });
    expect(JSON.stringify(found.content)).toContain("read_file");
    // The search is for the user whom the client works for.
    const query = "grumble flurb the zonky";
    const namesFound = async () =>
      JSON.stringify(await client.callTool({ name: "search_tools", arguments: { query } }));
    expect(await namesFound()).not.toContain("list_files");
    const learned = { kind: "tool", name: "list_files", served: 1, failed: 0, examples: [query] };
    await bare.store.documents.put("learning", "bob", { entries: [learned] });
    expect(await namesFound()).not.toContain("list_files");
    await bare.store.documents.put("learning", "local", { entries: [learned] });
    expect(await namesFound()).toContain("list_files");
    expect(await bare.learned({ forget: true })).toEqual([]);
    const input = { name: "read_file", input: { path: "a.txt" } };
    expect((await client.callTool({ name: "call_tool", arguments: input })).isError).not.toBe(true);
    await client.close();
    const whole = new Client({ name: "wants-all", version: "1" }, { versionNegotiation: { mode } });
    await whole.connect(new StreamableHTTPClientTransport(new URL(empty.url)));
    const names = (await whole.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["read_file", "shell", "resume_call"]));
    expect(names).not.toContain("call_tool");
    await whole.close();
  });
}
