import { expect, test } from "vitest";
import { validateConfig } from "../../config/parse-config.ts";
import { settleServers } from "./settle-servers.ts";

const settle = (mcpServers: unknown, variables: Record<string, string> = {}) =>
  settleServers(validateConfig({ mcpServers }, "test").mcpServers, { base: "/base", variables });

test("settleServers() reads the map and the list alike", () => {
  const server = { command: "node", args: ["x.js"] };
  expect(settle({ a: server })).toEqual(settle([{ name: "a", ...server }]));
  expect(settle({ a: { ...server, enabled: false } })).toEqual([]);
});

test("settleServers() makes paths absolute and a working directory visible", () => {
  const [server] = settle({
    a: { command: "./bin/server", cwd: "work", folders: ["data", { path: "/srv/out", write: true }] },
  });
  expect(server?.place).toMatchObject({
    command: "/base/bin/server",
    workingDirectory: "/base/work",
    folders: [
      { path: "/base/work", access: "read-only" },
      { path: "/base/data", access: "read-only" },
      { path: "/srv/out", access: "read-write" },
    ],
  });
});

test("settleServers() makes relative paths whole for a contained server, which starts elsewhere", () => {
  const args = [
    "./x.js",
    "../y",
    ".",
    "--dir=./data",
    "-d=..",
    "plain",
    ".hidden",
    "a/./b",
    "...",
    "https://a/./b",
  ];
  const env = { FILE: "./graph.jsonl", NAME: "plain" };
  const folders = ["./node_modules"];
  expect(settle({ a: { command: "node", args, env, folders } })[0]?.place).toMatchObject({
    args: [
      ...["/base/x.js", "/y", "/base", "--dir=/base/data", "-d=/"],
      ...["plain", ".hidden", "a/./b", "...", "https://a/./b"],
    ],
    environment: { FILE: "/base/graph.jsonl", NAME: "plain" },
  });
  for (const other of [{ trusted: true }, { cwd: "work" }, { folders: ["."] }, { folders: ["/"] }])
    expect(settle({ a: { command: "node", args, env, ...other } })[0]?.place).toMatchObject({
      args,
      environment: env,
    });
});

test("settleServers() starts a contained server in the folder of the config, where it sees that", () => {
  const start = (folders: unknown[]) => settle({ a: { command: "node", folders } })[0]?.place;
  expect(start(["."])).toMatchObject({ workingDirectory: "/base" });
  expect(start([{ path: "/", write: true }])).toMatchObject({ workingDirectory: "/base" });
  expect(start(["./data", "/bas"])).not.toHaveProperty("workingDirectory");
});

test("settleServers() passes variables on by name, and only those", () => {
  const variables = { TOKEN: "t", OTHER: "o" };
  expect(settle({ a: { command: "x", env: ["TOKEN"] } }, variables)[0]?.place).toMatchObject({
    environment: { TOKEN: "t" },
  });
  const [broken, other] = settle({ a: { command: "x", env: ["MISSING"] }, b: { command: "x" } }, variables);
  expect(broken?.problem).toMatch(/Cannot pass MISSING .*"a": it is not set/);
  expect(other).not.toHaveProperty("problem");
});

test("a config that is wrong says where, and what would be right", () => {
  expect(() => settle({ a: { command: "x", timeuot: 3 } })).toThrow(/mcpServers\.a\.timeuot.*"timeout"/);
  expect(() => settle({ a: {} })).toThrow(/mcpServers\.a needs either a command or a url/);
  expect(() => settle({ a: { command: "x", url: "https://x.example/mcp" } })).toThrow(/either/);
  expect(() => settle({ "a b": { command: "x" } })).toThrow(/mcpServers/);
});
