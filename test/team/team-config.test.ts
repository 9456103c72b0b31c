import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { hasPostgres } from "../store/a-postgres.ts";
import { aCliFolder } from "../support/run-cli.ts";
import { aTeam, type SentEvent, say, type TeamNode } from "./a-team.ts";

const SERVER = join(import.meta.dirname, "../mcp/fixtures/small-server.sh");

let team: Awaited<ReturnType<typeof aTeam>>;
let web: TeamNode;
let worker: TeamNode;
/** A third machine, at which an administrator works. */
let admin: Runtime;

const homeOf = (name: string) => join(team.workspace, "..", `home-${name}`);

beforeAll(async () => {
  if (!hasPostgres) return;
  team = await aTeam();
  [web, worker] = await Promise.all([
    team.start("web", { home: homeOf("web") }),
    team.start("worker", { home: homeOf("worker") }),
  ]);
  admin = createRuntime({
    workspace: team.workspace,
    home: homeOf("admin"),
    variables: {},
    config: { store: team.address, runs: "workers" },
  });
});
afterAll(async () => {
  await admin?.close();
  await team?.[Symbol.asyncDispose]();
});

const set = (text: string, by = "ada") => admin.teamConfig.change(() => text, { by, change: "set rules" });

/** What became of one call of `act`: the code of its error, `asked` or `done`. */
async function outcomeOf(what: string): Promise<string> {
  const events: SentEvent[] = [];
  for await (const event of say(web, `do ${what}`)) {
    events.push(event);
    if (event.type === "approval-start") return "asked";
  }
  const ended = events.find(({ type }) => type === "call-end")?.data.result;
  // The result of a call as the log has it.
  return (ended as { error?: { code: string } } | undefined)?.error?.code ?? "done";
}

const configAtWeb = async () => (await fetch(`${web.url}/api/config`)).json();

test.runIf(hasPostgres)(
  "a change of the team's config holds at every process without a restart, tightens, and never loosens what one of them demands",
  async () => {
    expect(await outcomeOf("one")).toBe("asked");
    const { version } = await set("tools:\n  timeout: 7s\npermissions:\n  deny:\n    - act\n");
    expect(version).toMatchObject({ number: 1, by: "ada" });
    await expect.poll(configAtWeb, { timeout: 20_000 }).toMatchObject({ tools: { timeout: 7_000 } });
    await expect.poll(() => outcomeOf("two"), { timeout: 20_000 }).toBe("tool_not_allowed");
    // The processes themselves demand a question for it.
    await set("tools:\n  timeout: 9s\npermissions:\n  safe:\n    - act\n", "bob");
    await expect.poll(configAtWeb, { timeout: 20_000 }).toMatchObject({ tools: { timeout: 9_000 } });
    await expect.poll(() => outcomeOf("three"), { timeout: 20_000 }).toBe("asked");
    expect(team.lines("begun.txt")).toEqual([]);
  },
);

test.runIf(hasPostgres)(
  "rolling back adds a version, a machine that starts with nothing has it before its first run, and the history says who did what",
  async () => {
    await admin.teamConfig.rollBack(1, { by: "eve" });
    await worker.end("SIGKILL");
    worker = await team.start("worker", { home: homeOf("new") });
    expect(await outcomeOf("four")).toBe("tool_not_allowed");
    const history = await admin.teamConfig.history({ limit: 10 });
    expect(history.map(({ number, by, change }) => [number, by, change])).toEqual([
      [3, "eve", "roll back to version 1"],
      [2, "bob", "set rules"],
      [1, "ada", "set rules"],
    ]);
    expect(history[0]?.sha256).toBe(history[2]?.sha256);
    const runs = (await admin.history.list({ limit: 100 })).filter(({ title }) => title === "Team settings");
    expect(runs).toHaveLength(3);
    const records = await Array.fromAsync(admin.history.read(runs[0]?.id ?? ""));
    expect(records.find(({ type }) => type === "team-change")).toMatchObject({
      what: "config",
      version: 3,
      by: "eve",
      sha256: history[0]?.sha256,
    });
    // Versions are added and never changed, whatever a process asks of the database.
    const send = team.store.shared?.sql.send;
    await send?.("UPDATE team_versions SET person = 'mallory'");
    await send?.("DELETE FROM team_versions");
    expect(await admin.teamConfig.history({ limit: 10 })).toEqual(history);
  },
);

test.runIf(hasPostgres)(
  "the team's config refuses what belongs to one machine, keys in plain text, rules that cannot be read, and a change of an old version",
  async () => {
    const refused = (text: string, after?: number) =>
      admin.teamConfig
        .change(() => text, { by: "ada", change: "x", after })
        .then(
          () => "taken",
          (error: Error) => error.message,
        );
    expect(await refused("store: postgres://elsewhere/db\n")).toContain("each process reads this");
    expect(await refused("webSearch:\n  provider: tavily\n  apiKey: tvly-0123456789\n")).toContain(
      "secret set",
    );
    expect(await refused("permissions:\n  deny: ['act((']\n")).toContain("act((");
    expect(await refused("persona: kurisu\n", 1)).toContain("somebody else has changed it");
    expect((await admin.teamConfig.current())?.number).toBe(3);
  },
);

test.runIf(hasPostgres)(
  "the command line changes the team's config, shows its history and rolls it back; the folder's own stays as it is",
  async () => {
    await using cli = await aCliFolder();
    const variables = { DEJIMA_STORE: team.address, DEJIMA_RUNS: "workers" };
    const run = async (...args: string[]) => {
      const ended = await cli.run([...args, "--json"], { variables });
      expect(ended.code, ended.stderr).toBe(0);
      return ended.json();
    };
    expect(await run("config", "set", "tools.timeout", "11s", "--team")).toMatchObject({ value: "11s" });
    await expect.poll(configAtWeb, { timeout: 20_000 }).toMatchObject({ tools: { timeout: 11_000 } });
    expect(await run("config", "history", "--limit", "1")).toMatchObject([
      { number: 4, change: "config set tools.timeout" },
    ]);
    expect(await run("config", "where")).toContainEqual({
      kind: "team",
      place: "the team's config, version 4",
      exists: true,
      decides: ["tools.timeout", "permissions (1)"],
    });
    const restored = await fetch(`${web.url}/api/config/team/versions/3/restore`, { method: "POST" });
    expect(await restored.json()).toMatchObject({ number: 5, by: "local" });
    await expect.poll(configAtWeb, { timeout: 20_000 }).toMatchObject({ tools: { timeout: 7_000 } });
    expect(existsSync(join(cli.folder, "dejima.yaml"))).toBe(false);
  },
);

test.runIf(hasPostgres)(
  "rules and MCP servers that are changed in the console of one machine hold at the others, and the pin of a server is shared",
  async () => {
    const change = async (method: string, path: string, body?: object) => {
      const headers = { "content-type": "application/json" };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await fetch(`${web.url}${path}`, init);
      expect(response.status, await response.clone().text()).toBe(200);
      return response.json();
    };
    await change("PUT", "/api/policy/rules", { rule: "act", verdict: null });
    await expect.poll(() => outcomeOf("five"), { timeout: 20_000 }).toBe("asked");
    const server = { name: "echo", command: "sh", args: [SERVER, "hello"], folders: [dirname(SERVER)] };
    const added = await change("POST", "/api/mcp", { servers: [server] });
    expect(added).toMatchObject({ file: "the team's config", added: [{ name: "echo" }], problems: [] });
    const [latest] = await admin.teamConfig.history({ limit: 1 });
    expect(latest).toMatchObject({ by: "local", change: "change the MCP servers" });
    // The third machine has it with what the first one has agreed to, without a start of its own.
    await expect
      .poll(async () => Object.keys(admin.settings.config.mcpServers), { timeout: 20_000 })
      .toEqual(["echo"]);
    const atWeb = await (await fetch(`${web.url}/api/mcp/echo`)).json();
    await expect
      .poll(async () => (await admin.mcp.toolsOf("echo")).size, { timeout: 20_000 })
      .toBe(added.added[0].tools);
    expect(atWeb).toMatchObject({ name: "echo" });
    await change("DELETE", "/api/mcp/echo");
    await expect.poll(async () => admin.settings.config.mcpServers, { timeout: 20_000 }).toEqual({});
  },
);
