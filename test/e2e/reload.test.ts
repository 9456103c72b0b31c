import { once } from "node:events";
import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test, vi } from "vitest";
import { writeConfig } from "../../src/config/edit/write-config.ts";
import { aCommandLine, type CommandLine } from "../agent/command-line.ts";
import { COMMAND } from "../support/command.ts";
import { SHARED_CACHE } from "../support/trust.ts";

const ODD = new URL("../mcp/fixtures/odd-server.ts", import.meta.url).pathname;

// Each test starts three or four commands, one after the other, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

interface Serving extends Disposable {
  readonly url: string;
  json<Value = Record<string, unknown>>(path: string): Promise<Value>;
  call(
    tool: string,
    input: object,
  ): Promise<{ readonly type: string; readonly error?: { readonly code: string } }>;
  /** Resolves when the server has said this on stderr. */
  said(text: string): Promise<void>;
}

async function serving(line: CommandLine, env: Record<string, string> = {}): Promise<Serving> {
  const child = line.start(["serve", "--port", "0", "--json"], env);
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
  });
  const [first] = (await once(createInterface({ input: child.stdout ?? process.stdin }), "line")) as [string];
  const url = String(JSON.parse(first).url);
  return {
    url,
    json: async (path) => (await fetch(`${url}${path}`)).json(),
    async call(tool, input) {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ input });
      return (await fetch(`${url}/api/tools/${tool}/call`, { method: "POST", headers, body })).json();
    },
    said: (text) => expect.poll(() => stderr, { timeout: 120_000 }).toContain(text),
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

const edit = (line: CommandLine, text: string) => writeFile(join(line.folder, "dejima.yaml"), text);

test("a rule that another process sets holds in a running `serve`", async () => {
  await using line = await aCommandLine({
    "dejima.yaml": "permissions:\n  safe: [read_file]\n",
    "a.txt": "a",
  });
  using server = await serving(line);
  expect(await server.call("read_file", { path: "a.txt" })).toMatchObject({ type: "success" });
  expect((await line.run(["policy", "deny", "read_file"])).code).toBe(0);
  await server.said("Config changed. In effect now: permissions.safe, permissions.deny.");
  expect(await server.call("read_file", { path: "a.txt" })).toMatchObject({
    error: { code: "tool_not_allowed" },
  });
});

test("an edit that nobody trusted only tightens, is told, and holds whole once it is trusted", async () => {
  await using line = await aCommandLine({
    "dejima.yaml": "permissions:\n  safe: [read_file]\n",
    "a.txt": "a",
  });
  using server = await serving(line);
  await edit(line, "permissions:\n  safe: [read_file, shell]\n  deny: [list_files]\n");
  await server.said("these settings are ignored: permissions.safe");
  expect(await server.call("list_files", { path: "." })).toMatchObject({
    error: { code: "tool_not_allowed" },
  });
  expect((await server.json<{ permissions: { safe: string[] } }>("/api/config")).permissions.safe).toEqual([
    "read_file",
  ]);
  expect((await line.run(["config", "trust", "--yes"])).code).toBe(0);
  await server.said("permissions.safe");
  await expect
    .poll(
      async () => (await server.json<{ permissions: { safe: string[] } }>("/api/config")).permissions.safe,
      {
        timeout: 120_000,
      },
    )
    .toEqual(["read_file", "shell"]);
});

test("a broken edit keeps the last good config and is told in the log and to the console", async () => {
  await using line = await aCommandLine({ "dejima.yaml": "permissions:\n  deny: [list_files]\n" });
  using server = await serving(line);
  await edit(line, "permissions:\n  denny: [list_files]\n");
  await server.said('permissions.denny is not a known key; did you mean "deny"?');
  expect(await server.call("list_files", { path: "." })).toMatchObject({
    error: { code: "tool_not_allowed" },
  });
  expect(await server.json("/api/config/reload")).toMatchObject({
    report: { applied: [], problems: [expect.stringContaining("denny")] },
    text: expect.stringContaining("The settings from before stay in effect"),
  });
});

test("a config that is removed keeps its settings in effect", async () => {
  await using line = await aCommandLine({ "dejima.yaml": "permissions:\n  deny: [list_files]\n" });
  using server = await serving(line);
  await rm(join(line.folder, "dejima.yaml"));
  await server.said("was deleted");
  expect(await server.call("list_files", { path: "." })).toMatchObject({
    error: { code: "tool_not_allowed" },
  });
});

test("settings that cannot change while it runs are named, in the language of the terminal", async () => {
  await using line = await aCommandLine({ "dejima.yaml": "server:\n  rateLimit: 600\n" });
  using server = await serving(line, { LANG: "zh_CN.UTF-8" });
  await edit(line, "server:\n  rateLimit: 601\ntools:\n  timeout: 5s\n");
  await line.run(["config", "trust", "--yes"]);
  await server.said("配置已更改，tools.timeout 现在生效。");
  await server.said("重启 `dejima serve` 后生效：server.rateLimit。");
  expect(await server.json("/api/config")).toMatchObject({
    server: { rateLimit: 600 },
    tools: { timeout: 5_000 },
  });
});

test("servers that another process adds and removes come and go in a running `serve`", async () => {
  await using line = await aCommandLine({});
  using server = await serving(line);
  const added = await line.run(["mcp", "add", "odd", "--trusted", "--", process.execPath, ODD, "good"]);
  expect(added.code, added.stderr).toBe(0);
  const names = async () =>
    (await server.json<{ name: string }[]>("/api/tools?limit=200")).map(({ name }) => name);
  await expect.poll(names, { timeout: 120_000 }).toContain("add");
  expect((await line.run(["mcp", "remove", "odd"])).code).toBe(0);
  await expect.poll(names, { timeout: 120_000 }).not.toContain("add");
  expect(await server.json("/api/mcp")).toEqual([]);
});

test("the first server that appears in the config of a running `serve` is started", async () => {
  await using line = await aCommandLine({});
  using server = await serving(line);
  const odd = { command: process.execPath, args: [ODD, "good"], trusted: true };
  const variables = { HOME: line.folder };
  await writeConfig(join(line.folder, "dejima.yaml"), JSON.stringify({ mcpServers: { odd } }), variables);
  await server.said("In effect now: mcpServers.odd");
  await expect
    .poll(() => server.json("/api/mcp"), { timeout: 120_000 })
    .toMatchObject([{ name: "odd", seen: true, state: "running" }]);
});

test("a skill that another process installs is there in a running `serve`", async () => {
  await using line = await aCommandLine({});
  using server = await serving(line);
  const folder = join(line.folder, "tide-tables");
  await mkdir(folder);
  await writeFile(
    join(folder, "SKILL.md"),
    "---\nname: tide-tables\ndescription: Looks up tides for a harbour\n---\nUse it.\n",
  );
  const installed = await line.run(["skill", "install", folder, "--yes"]);
  expect(installed.code, installed.stderr).toBe(0);
  await expect
    .poll(
      async () => (await server.json<{ name: string }[]>("/api/skills?limit=200")).map(({ name }) => name),
      {
        timeout: 120_000,
      },
    )
    .toContain("tide-tables");
});

test("a client of `mcp serve` hears that other tools are there when the rules changed", async () => {
  await using line = await aCommandLine({ "dejima.yaml": "permissions:\n  safe: [read_file]\n" });
  const client = new Client({ name: "reload", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  let changes = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    changes++;
  });
  const env = { PATH: process.env.PATH ?? "", HOME: line.folder, ...SHARED_CACHE };
  const args = [COMMAND, "mcp", "serve", "--builtins", "all", "--mode", "full"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: line.folder, env }));
  try {
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).toContain("read_file");
    expect((await line.run(["policy", "deny", "read_file"])).code).toBe(0);
    await expect.poll(() => changes, { timeout: 120_000 }).toBeGreaterThan(0);
    expect(await names()).not.toContain("read_file");
  } finally {
    await client.close();
  }
});

test("`chat` takes over a changed config for the next message", async () => {
  await using line = await aCommandLine({ "dejima.yaml": "persona: plain\n" });
  const chat = line.start(["chat", "--json"]);
  let stderr = "";
  chat.stderr?.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
  });
  try {
    const lines = createInterface({ input: chat.stdout ?? process.stdin })[Symbol.asyncIterator]();
    const ended = async () => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`chat ended: ${stderr}`);
        const event = JSON.parse(value);
        if (event.type === "run-end") return event;
      }
    };
    chat.stdin?.write("hello\n");
    await ended();
    await appendFile(join(line.folder, "dejima.yaml"), "agent:\n  maxIterations: 7\n");
    await line.run(["config", "trust", "--yes"]);
    await expect.poll(() => stderr, { timeout: 120_000 }).toContain("In effect now: agent.maxIterations");
    chat.stdin?.write("hello again\n");
    expect(await ended()).toMatchObject({ status: "done" });
  } finally {
    chat.kill("SIGKILL");
  }
});
