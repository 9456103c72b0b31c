import { expect, test } from "vitest";
import { validateConfig } from "../../config/validate-config.ts";
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

test("settleServers() passes variables on by name, and only those", () => {
  const variables = { TOKEN: "t", OTHER: "o" };
  expect(settle({ a: { command: "x", env: ["TOKEN"] } }, variables)[0]?.place).toMatchObject({
    environment: { TOKEN: "t" },
  });
  expect(() => settle({ a: { command: "x", env: ["MISSING"] } }, variables)).toThrow(/MISSING.*not set/);
});

test("a config that is wrong says where, and what would be right", () => {
  expect(() => settle({ a: { command: "x", timeuot: 3 } })).toThrow(/mcpServers\.a\.timeuot.*"timeout"/);
  expect(() => settle({ a: {} })).toThrow(/mcpServers\.a needs either a command or a url/);
  expect(() => settle({ a: { command: "x", url: "https://x.example/mcp" } })).toThrow(/either/);
  expect(() => settle({ "a b": { command: "x" } })).toThrow(/mcpServers/);
});
