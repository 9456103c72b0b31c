import { expect, test } from "vitest";
import { readForeignConfig, readPastedServers } from "./foreign-servers.ts";

const read = (text: string, variables: Record<string, string> = {}) =>
  readForeignConfig(text, "mcp.json", { cwd: "/here", variables });
const only = (server: object, variables?: Record<string, string>) =>
  read(JSON.stringify({ mcpServers: { one: server } }), variables)?.[0];

test("readForeignConfig() reads comments, trailing commas, carriage returns and a mark at the beginning", () => {
  const text =
    '\uFEFF{\r\n // mine, "quoted"\r\n "mcpServers": {\r\n "one": { "command": "node", "args": ["// no comment", "a,]",], // last\r\n },\r\n /* all */ }\r\n}\r\n';
  expect(read(text)).toEqual([
    { name: "one", server: { command: "node", args: ["// no comment", "a,]"] }, left: [] },
  ]);
});

test("readForeignConfig() keeps variables with a default, makes theirs ours, and leaves the rest as it is written", () => {
  const env = {
    DEFAULT: "${A:-b c}",
    SET: "${SET}",
    UNSET: "${UNSET}",
    CODE: "${env:SET}",
    INPUT: "${input:api-key}",
    ASK: "${command:ask}",
    FOLDER: "${workspaceFolder}/x",
  };
  expect(only({ command: "node", env }, { SET: "yes" })?.server.env).toEqual({
    DEFAULT: "${A:-b c}",
    SET: "${SET}",
    UNSET: "${UNSET:-}",
    CODE: "${SET}",
    INPUT: "${API_KEY:-}",
    ASK: "$${command:ask}",
    FOLDER: "./x",
  });
});

test("readForeignConfig() understands a command as a list and every name of an address, and says what it leaves behind", () => {
  expect(only({ command: ["node", "x.js"], args: ["y"] })?.server).toEqual({
    command: "node",
    args: ["x.js", "y"],
  });
  expect(only({ httpUrl: "https://a.test/mcp" })?.server).toEqual({ url: "https://a.test/mcp" });
  expect(only({ serverUrl: "https://a.test/mcp", disabled: true })?.server).toEqual({
    url: "https://a.test/mcp",
    enabled: false,
  });
  expect(only({ command: "node", envFile: ".env" })?.left).toEqual(["envFile"]);
});

const MEMORY = { name: "memory", server: { command: "npx", args: ["-y", "memory"] }, left: [] };

test.each([
  ["a whole file", '{"mcpServers": {"memory": {"command": "npx", "args": ["-y", "memory"]}}}'],
  ["one of VS Code", '{"servers": {"memory": {"command": "npx", "args": ["-y", "memory"]}, }} // mine'],
  ["the servers alone", '{"memory": {"command": "npx", "args": ["-y", "memory"]}}'],
  ["one server", '{"name": "memory", "command": "npx", "args": ["-y", "memory"]}'],
  ["a piece of a file", '"memory": {"command": ["npx", "-y", "memory"]},'],
])("readPastedServers() reads %s", (_what, text) => {
  expect(readPastedServers(text, { cwd: "/", variables: {} })).toEqual([MEMORY]);
});

test("readPastedServers() finds nothing in other JSON, and reports text that is not JSON", () => {
  expect(readPastedServers('{"a": 1, "b": {"c": 2}}', { cwd: "/", variables: {} })).toEqual([]);
  expect(() => readPastedServers("npx -y memory", { cwd: "/", variables: {} })).toThrow(/not JSON/);
});
