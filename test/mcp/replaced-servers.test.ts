import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { settingsFrom } from "../../src/config/settings-from.ts";
import type { Runtime } from "../../src/runtime.ts";
import { aHarbour, oddServer, outcomeOf, type ServersInput } from "./a-harbour.ts";
import { serveMcp } from "./serve-mcp.ts";

function reload(runtime: Runtime, mcpServers: ServersInput) {
  const { base, home } = runtime.settings;
  return runtime.reload(async () => settingsFrom({ mcpServers }, { base, home }));
}

test("a server that is replaced while it works on a call answers it, and the next call goes to the new one", async () => {
  await using harbour = await asDisposable(
    aHarbour((folder) => ({ odd: oddServer("waits", join(folder, "state")) })),
  );
  const { runtime, workspace } = harbour;
  const state = join(workspace, "state");
  await runtime.mcp.discover();
  const before = String(await outcomeOf(runtime, "add"));
  const working = outcomeOf(runtime, "work");
  await expect.poll(() => existsSync(`${state}.works`), { timeout: 30_000 }).toBe(true);
  const report = await reload(runtime, { odd: { ...oddServer("waits", state), timeout: "59s" } });
  expect(report.applied).toEqual(["mcpServers.odd"]);
  const after = String(await outcomeOf(runtime, "add"));
  expect(after).toMatch(/^pid \d+$/);
  expect(after).not.toBe(before);
  await writeFile(`${state}.end`, "");
  expect(await working).toBe(`worked in ${before}`);
});

test("a server whose entry stays as it is keeps running when others change", async () => {
  await using harbour = await asDisposable(aHarbour({ odd: oddServer("good") }));
  const { runtime } = harbour;
  await runtime.mcp.discover();
  const before = await outcomeOf(runtime, "add");
  await reload(runtime, { odd: oddServer("good"), other: { ...oddServer("good"), prefix: true } });
  await expect
    .poll(() => runtime.tools().map(({ name }) => name), { timeout: 30_000 })
    .toContain("other__add");
  expect(await outcomeOf(runtime, "odd__add")).toBe(before);
});

test("the tools of a server that is removed are gone", async () => {
  await using harbour = await asDisposable(aHarbour({ odd: oddServer("good") }));
  const { runtime } = harbour;
  await runtime.mcp.discover();
  expect(runtime.tools().map(({ name }) => name)).toContain("work");
  await reload(runtime, {});
  expect(runtime.tools().map(({ name }) => name)).not.toContain("work");
  expect(await outcomeOf(runtime, "work")).toMatchObject({ code: "tool_not_found" });
});

async function asDisposable<Value extends { close(): Promise<void> }>(
  opening: Promise<Value>,
): Promise<Value & AsyncDisposable> {
  const value = await opening;
  return { ...value, [Symbol.asyncDispose]: value.close };
}

test("a client that calls a tool of a server whose definitions changed is told how they are accepted", async () => {
  const harbour = await aHarbour({});
  const servers = {
    odd: { ...oddServer("rug-pull", join(harbour.workspace, "starts")), risk: "low", sends: "nothing" },
  } as const;
  const first = harbour.again(servers);
  await first.mcp.discover();
  await first.close();
  const runtime = harbour.again(servers);
  const door = await serveMcp({ runtime, mode: "full", host: "127.0.0.1", port: 0, onFault: () => {} });
  const client = new Client({ name: "late", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
  const call = (name: string) => client.callTool({ name, arguments: {} });
  expect(JSON.stringify(await call("add"))).toContain("dejima mcp review odd");
  await expect(call("work")).rejects.toThrow(/The tools of odd are off .* `dejima mcp review odd`/);
  await runtime.mcp.accept("odd");
  expect((await call("work")).isError).not.toBe(true);
  await client.close();
  await door.close();
  await harbour.close();
});
