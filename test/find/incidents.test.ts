import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scanMessage } from "../../src/scan/scan-description.ts";
import { scanDefinition } from "../../src/sources/mcp/tool-definition.ts";
import { installPeers, peerModules } from "../mcp/peers.ts";
import { type ATriedPackage, openTrials, shown, type Trials, type Tried } from "./a-trial.ts";
import { INCIDENTS } from "./incident-packages.ts";

let trials: Trials;

beforeAll(async () => {
  installPeers();
  trials = await openTrials();
});

afterAll(() => trials[Symbol.asyncDispose]());

const ownModules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Servers of npm as their authors published them, with the variables that their listings name. */
const REAL: readonly (readonly [string, ...string[]])[] = [
  ["@modelcontextprotocol/server-everything"],
  ["@modelcontextprotocol/server-filesystem"],
  ["@modelcontextprotocol/server-memory"],
  ["@playwright/mcp"],
  ["@modelcontextprotocol/server-sequential-thinking"],
  ["@modelcontextprotocol/server-brave-search", "BRAVE_API_KEY"],
  ["@modelcontextprotocol/server-github", "GITHUB_PERSONAL_ACCESS_TOKEN"],
  ["@modelcontextprotocol/server-gitlab", "GITLAB_PERSONAL_ACCESS_TOKEN"],
  ["@modelcontextprotocol/server-slack", "SLACK_BOT_TOKEN", "SLACK_TEAM_ID"],
  ["@modelcontextprotocol/server-google-maps", "GOOGLE_MAPS_API_KEY"],
  ["tavily-mcp", "TAVILY_API_KEY"],
  ["duckduckgo-mcp-server"],
  ["@amap/amap-maps-mcp-server", "AMAP_MAPS_API_KEY"],
  ["@h1deya/mcp-server-weather"],
  ["@itseasy21/mcp-knowledge-graph"],
  ["mcp-git"],
  ["mcp-server-code-runner"],
  ["time-mcp"],
  ["todoist-mcp", "API_KEY"],
  ["wikipedia-mcp"],
];

function real([name, ...variables]: readonly [string, ...string[]]): ATriedPackage {
  const modules = existsSync(join(peerModules, name)) ? peerModules : ownModules;
  const own = join(modules, name);
  const { bin, version, description, ...manifest } = JSON.parse(
    readFileSync(join(own, "package.json"), "utf8"),
  ) as {
    bin: string | Record<string, string>;
    version: string;
    description: string;
    mcpName?: string;
  };
  const program = join(own, typeof bin === "string" ? bin : (Object.values(bin)[0] ?? ""));
  return {
    name,
    description,
    files: {},
    manifest,
    entry: manifest.mcpName ?? `io.github.someone/${name}`,
    variables: variables.map((variable) => ({ name: variable, isSecret: true })),
    installed: { folder: join(modules, ".."), program, version },
  };
}

test("each package from a published incident is stopped or disclosed before anybody is asked", async () => {
  const all = await trials.all(INCIDENTS);
  const missed = all.filter(({ record }) => record.grade === "nothing found");
  expect(missed.map(shown)).toEqual([]);
  for (const { name, told } of INCIDENTS)
    if (told !== undefined) expect(all.filter((one) => one.name === name).map(shown)[0]).toMatch(told);
}, 480_000);

let realTrials: Promise<readonly Tried[]> | undefined;
/** Each real server is tried once for all tests. */
const tryReal = () => {
  realTrials ??= trials.all(REAL.map(real));
  return realTrials;
};

test("of 20 real servers of npm only the one that returns its environment raises an alarm, and each comes up", async () => {
  const all = await tryReal();
  expect(all).toHaveLength(20);
  const alarms = all.filter(({ record }) => record.grade !== "nothing found");
  expect(
    alarms.map(({ name, record }) => [name, record.grade]),
    alarms.map(shown).join("\n"),
  ).toEqual([["@modelcontextprotocol/server-everything", "careful"]]);
  expect(all.filter(({ record }) => record.definitions === undefined).map(shown)).toEqual([]);
}, 480_000);

test("the scan finds nothing in the descriptions and instructions of 20 real servers", async () => {
  const all = (await tryReal()).flatMap(({ record: { definitions } }) => definitions ?? []);
  const tools = all.flatMap((each) => each.tools);
  const found = all.flatMap((each) => {
    const siblings = new Set(each.tools.map(({ name }) => name));
    return each.tools.flatMap((tool) => scanDefinition(tool, siblings));
  });
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["read_text_file", "browser_click", "create_entities", "slack_post_message"]),
  );
  expect(tools.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
  expect(all.flatMap(({ instructions }) => scanMessage(instructions, "instructions"))).toEqual([]);
}, 480_000);
