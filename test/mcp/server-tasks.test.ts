// Tasks of a server behind the gateway: its calls are followed to their end, whatever the client supports.
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AHarbour, aHarbour, outcomeOf } from "./a-harbour.ts";
import { serveMcp } from "./serve-mcp.ts";

const script = join(import.meta.dirname, "fixtures/task-server.mjs");
const server = {
  command: process.execPath,
  args: [script],
  trusted: true,
  risk: "low" as const,
  sends: "nothing" as const,
};
let harbour: AHarbour;
let door: Awaited<ReturnType<typeof serveMcp>>;

beforeAll(async () => {
  harbour = await aHarbour({ tasks: server });
  const { runtime } = harbour;
  door = await serveMcp({ runtime, mode: "full", host: "127.0.0.1", port: 0, names: [], onFault: () => {} });
  await runtime.mcp.discover();
});
afterAll(async () => {
  await door.close();
  await harbour.close();
});

test("a call that becomes a task has the result of the task, checked like any other", async () => {
  const { runtime } = harbour;
  expect(await outcomeOf(runtime, "counted")).toMatchObject({ structuredContent: { n: 3 } });
  expect(await outcomeOf(runtime, "unlike")).toMatchObject({ code: "server_unavailable" });
  expect(JSON.stringify(await outcomeOf(runtime, "broken"))).toContain("It broke on the way");
});

for (const extensions of [{}, { "io.modelcontextprotocol/tasks": {} }])
  test(`a client ${Object.keys(extensions).length === 0 ? "without" : "with"} tasks gets results and is asked`, async () => {
    const capabilities = { elicitation: { form: {} }, extensions };
    const mode = { pin: "2026-07-28" };
    const client = new Client({ name: "c", version: "1" }, { capabilities, versionNegotiation: { mode } });
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { one: "blue" } }));
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
    const counted = await client.callTool({ name: "counted", arguments: {} });
    expect(counted.structuredContent).toEqual({ n: 3 });
    const asked = await client.callTool({ name: "asked", arguments: {} });
    expect(JSON.stringify(asked.content)).toContain("blue");
    await client.close();
  });

for (const canBeAsked of [false, true])
  test(`a cancelled call cancels its task, whether or not its caller can be asked (${canBeAsked})`, async () => {
    const { runtime } = harbour;
    const leave = new AbortController();
    const run = await runtime.openRun({ title: "cancelled" });
    const dialogue = { can: () => canBeAsked, request: () => Promise.reject(new Error("nobody asks")) };
    const calling = run.execute({ tool: "endless", input: {}, signal: leave.signal, dialogue });
    const before = await outcomeOf(runtime, "cancelled_so_far");
    leave.abort();
    expect((await calling).type).toBe("failure");
    await expect
      .poll(() => outcomeOf(runtime, "cancelled_so_far"), { timeout: 10_000 })
      .toBe(String(Number(before) + 1));
    await run.end("done");
  });
