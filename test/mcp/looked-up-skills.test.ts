import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { createRuntime } from "../../src/runtime.ts";
import { serveMcp } from "./serve-mcp.ts";

async function aDoor() {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-looked-up-")));
  await writeFile(join(workspace, "a.txt"), "hello");
  const runtime = createRuntime({
    workspace,
    config: { permissions: { safe: ["write_file(./**)", "get_skill_info"] } },
  });
  const door = await serveMcp({
    runtime,
    mode: "full",
    host: "127.0.0.1",
    port: 0,
    names: [],
    onFault: () => {},
  });
  const client = new Client({ name: "other", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
  return {
    runtime,
    call: (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input }),
    async [Symbol.asyncDispose]() {
      await client.close();
      await door.close();
      await runtime.close();
      await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

test("over MCP, what a looked-up skill does not list is asked about although a rule allows it; what it lists and reading go on", async () => {
  await using door = await aDoor();
  const write = (path: string) => door.call("write_file", { path, content: "x" });
  expect(await write("before.txt")).not.toMatchObject({ isError: true });
  expect(await door.call("get_skill_info", { name: "time" })).not.toMatchObject({ isError: true });
  const asked = await write("after.txt");
  expect(JSON.stringify(asked)).toMatch(/approv/i);
  const open = await door.runtime.approvals.list({ status: "pending" });
  expect(open).toMatchObject([{ tool: "write_file" }]);
  expect(JSON.stringify(open[0]?.reasons)).toContain("not listed by the skill time");
  expect(await door.call("current_time", {})).not.toMatchObject({ isError: true });
  expect(await door.call("read_file", { path: "a.txt" })).not.toMatchObject({ isError: true });
});

test("over MCP, a skill that is looked up by another name of the tool binds as well", async () => {
  await using door = await aDoor();
  const version = door.runtime.registry.get("get_skill_info")?.version;
  await door.call(`get_skill_info@${version}`, { name: "time" });
  await door.call("write_file", { path: "after.txt", content: "x" });
  expect(await door.runtime.approvals.list({ status: "pending" })).toMatchObject([{ tool: "write_file" }]);
});

test("over MCP, a skill that lists the tool leaves it as the rules have it", async () => {
  await using door = await aDoor();
  expect(await door.call("get_skill_info", { name: "file-tools" })).not.toMatchObject({ isError: true });
  expect(await door.call("write_file", { path: "b.txt", content: "x" })).not.toMatchObject({ isError: true });
});

test("runtime.execute() of a program binds nothing by a lookup; a run that names the skill keeps to its list", async () => {
  await using door = await aDoor();
  expect(await door.runtime.execute("get_skill_info", { name: "time" })).toMatchObject({ type: "success" });
  expect(await door.runtime.execute("write_file", { path: "c.txt", content: "x" })).toMatchObject({
    type: "success",
  });
  const run = await door.runtime.openRun({ skills: ["time"] });
  expect(await run.execute("write_file", { path: "d.txt", content: "x" })).toMatchObject({
    type: "failure",
    error: { code: "tool_not_allowed" },
  });
  await run.end("done");
});
