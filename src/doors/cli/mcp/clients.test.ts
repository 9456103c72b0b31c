import { expect, test } from "vitest";
import { clientFiles } from "./clients.ts";

const files = (client: "claude" | "vscode", platform: NodeJS.Platform) =>
  clientFiles(client, { cwd: "/project", home: "/home", platform }).slice(0, 2);

test("clientFiles() gives the user's file where this system keeps it", () => {
  expect(files("vscode", "linux")).toEqual(["/project/.vscode/mcp.json", "/home/.config/Code/User/mcp.json"]);
  expect(files("vscode", "darwin")).toEqual([
    "/project/.vscode/mcp.json",
    "/home/Library/Application Support/Code/User/mcp.json",
  ]);
  expect(files("claude", "darwin")).toEqual(["/project/.mcp.json", "/home/.claude.json"]);
});
