import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverEffects } from "../../src/sources/mcp/tool/server-effects.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { aRemoteServer } from "./a-remote-server.ts";

/** Tools whose calls never leave this machine, whatever they are given. A new tool is added here only if that is true of it. */
const STAYS_HERE = new Set(
  `add_memory base64_decode base64_encode browser_close browser_snapshot browser_take_screenshot browser_wait_for
  cancel_scheduled_task current_time delete_file detect_platform draft_skill edit_file enable_thinking forget_memory get_env
  get_file_info get_image_file get_memory_stats get_run_log get_skill_info get_skill_reference get_tool_info get_user_profile
  get_voice_file grep json_parse json_query json_stringify list_files list_mcp_servers list_scheduled_tasks list_skills move_file
  read_file read_observation schedule_task search_memory search_skills search_tools set_env skip_profile_question sleep
  trigger_scheduled_task uninstall_skill update_scheduled_task update_user_profile write_file`.split(/\s+/),
);

/** Deliver to the person of the run alone, who is the one that everything is for. */
const TO_THE_USER = new Set(["deliver_artifacts"]);

const url = "https://example.com/SECRET";
const page = { page: url, target: "e1" };

/** For each tool that can reach another machine, a call that carries a secret there. */
const LEAVES: Readonly<Record<string, object>> = {
  http_get: { url },
  http_post: { url, body: "x" },
  http_request: { url, method: "GET" },
  fetch: { url },
  web_search: { query: "SECRET", limit: 3 },
  browser_open: { url },
  ...Object.fromEntries(
    "click type fill_form select_option press_key hover handle_dialog navigate_back"
      .split(" ")
      .map((act) => [`browser_${act}`, page]),
  ),
  install_skill: { source: url },
  run_skill_script: { skill: "x", script: "SECRET", args: [] },
  shell: { command: "echo SECRET", write: false, hosts: [] },
  send_message: { text: "x", to: "telegram:SECRET" },
  read_mcp_resource: { server: "remote", uri: "word://SECRET" },
  get_mcp_prompt: { server: "remote", prompt: "greet", arguments: { name: "SECRET" } },
  get_mcp_instructions: { server: "remote" },
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
  await full.runtime.mcp.discover();
  const tools = full.runtime.registry.list();
  expect(tools.length).toBeGreaterThan(60);
  const names = tools.map(({ name }) => name);
  expect(Object.keys(LEAVES).filter((name) => !names.includes(name))).toEqual([]);
  for (const tool of tools) {
    const { name, redirect, flow } = tool;
    if (redirect !== undefined || TO_THE_USER.has(name)) continue;
    const input = LEAVES[name];
    if (input === undefined) {
      expect([...STAYS_HERE], `say in this test whether ${name} can reach another machine`).toContain(name);
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
