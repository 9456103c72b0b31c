import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND } from "../support/command.ts";

const here = dirname(fileURLToPath(import.meta.url));
let workspace = "";

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-stdio-door-")));
  const args = [join(here, "fixtures/conformance-server.ts")];
  const server = { command: process.execPath, args, trusted: true, risk: "low", sends: "nothing" };
  const config = { permissions: { confirm: ["write_file"] }, mcpServers: { fixture: server } };
  await writeFile(join(workspace, "dejima.yaml"), JSON.stringify(config));
});
afterAll(() => rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

for (const [era, mode] of [
  ["modern", { pin: "2026-07-28" }],
  ["legacy", "legacy"],
] as const) {
  test(`over stdio a ${era} client is asked, answers a server's questions and hears of changes`, async () => {
    const capabilities = { elicitation: { form: {} } };
    const client = new Client(
      { name: `stdio-${era}`, version: "1" },
      { capabilities, versionNegotiation: { mode } },
    );
    const asked: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params: { message } }) => {
      asked.push(message);
      const content = message.includes("write_file")
        ? { answer: "approve" }
        : { username: "anna", email: "a@b.c" };
      return { action: "accept", content };
    });
    const changed = new Promise<string>((resolve) => {
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => resolve(params.uri));
    });
    const args = [COMMAND, "--config", "dejima.yaml", "mcp", "serve"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: workspace }));
    const path = `${era}.txt`;
    const written = await client.callTool({ name: "write_file", arguments: { path, content: "agreed to" } });
    expect(written.isError).not.toBe(true);
    expect(await readFile(join(workspace, path), "utf8")).toBe("agreed to");
    const told = await client.callTool({ name: "test_elicitation", arguments: { message: "Who is there?" } });
    expect(JSON.stringify(told.content)).toContain("anna");
    expect(asked).toEqual([expect.stringContaining(path), "[MCP server fixture] Who is there?"]);
    const uri = "test://watched-resource";
    if (era === "legacy") await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: [uri] });
    // The server behind is told a moment after the client has its answer.
    await expect
      .poll(async () => {
        await client.callTool({ name: "test_trigger_resource_update", arguments: {} });
        return Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 100))]);
      })
      .toBe(uri);
    await client.close();
  });
}
