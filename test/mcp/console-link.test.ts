import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve } from "../../src/doors/http/serve.ts";
import { mountMcp } from "../../src/doors/mcp/serve-http.ts";
import { aRuntime } from "../support/a-runtime.ts";

let world: Awaited<ReturnType<typeof aRuntime>>;
let door: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  world = await aRuntime({ config: { permissions: { confirm: ["write_file"] } } });
  const { runtime } = world;
  const onFault = (error: unknown) => expect.unreachable(String(error));
  const mcp = mountMcp({ runtime, mode: "auto", hasConsole: true, onFault });
  door = await serve({ runtime, mcp, onFault, host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await door.close();
  await world[Symbol.asyncDispose]();
});

for (const [era, mode] of [
  ["modern", { pin: "2026-07-28" }],
  ["legacy", "legacy"],
] as const) {
  test(`a ${era} client that can only open addresses is sent to the question in the console, and resumes once it is answered there`, async () => {
    const client = new Client(
      { name: `opener-${era}`, version: "1" },
      { versionNegotiation: { mode }, capabilities: { elicitation: { url: {} } } },
    );
    const opened: unknown[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      opened.push(params);
      return { action: "accept" };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${door.url}/mcp`)));
    const path = `${era}.txt`;
    const input = { path, content: "agreed to in the console" };
    const waiting = await client.callTool({ name: "write_file", arguments: input });
    const { id } = (waiting._meta as Record<string, { id: string }>)["dejima/pending"] ?? { id: "" };
    expect(opened).toMatchObject([{ mode: "url", url: `${door.url}/#/approvals/${id}` }]);
    expect(existsSync(join(world.workspace, path))).toBe(false);
    const answered = await fetch(`${door.url}/api/approvals/${id}/answer`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ answer: "approve" }),
    });
    expect(answered.ok).toBe(true);
    const resumed = await client.callTool({ name: "resume_call", arguments: { id } });
    expect(resumed.isError).not.toBe(true);
    expect(await readFile(join(world.workspace, path), "utf8")).toBe("agreed to in the console");
    await client.close();
  });
}
