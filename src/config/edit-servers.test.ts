import { expect, test } from "vitest";
import { withoutServer, withServer } from "./edit-servers.ts";

const server = { command: "node", args: ["x.js"] };

test("withServer() adds to a config and leaves its comments where they stand", () => {
  const text = "# mine\nworkspace: .  # here\nmcpServers:\n  # the first\n  a:\n    command: a\n";
  const changed = withServer(text, "b", server);
  expect(changed).toContain("# mine\nworkspace: . # here");
  expect(changed).toContain("# the first\n  a:\n    command: a\n  b:\n    command: node");
  expect(withServer("", "b", server)).toBe("mcpServers:\n  b:\n    command: node\n    args:\n      - x.js\n");
});

test("withServer() and withoutServer() know lists, and servers under tools", () => {
  const list = "tools:\n  mcpServers:\n    - name: a\n      command: a\n";
  const changed = withServer(list, "b", server);
  expect(changed).toContain("    - name: b\n      command: node");
  expect(withoutServer(changed, "b")).toBe(list);
  expect(withoutServer(list, "missing")).toBeUndefined();
  expect(withoutServer(list, "a")).not.toContain("mcpServers");
});
