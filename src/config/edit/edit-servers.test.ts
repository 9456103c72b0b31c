import { expect, test } from "vitest";
import { parse } from "yaml";
import { withGrants, withoutServer, withRule, withServer } from "./edit-servers.ts";

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

test("withRule() puts a rule into one list, takes it out of the others, and keeps comments", () => {
  const text = "permissions:\n  safe: []  # nothing yet\n  confirm:\n    # asked\n    - delete_file\n";
  const allowed = withRule(text, "write_file(./out/**)", "safe");
  expect(parse(allowed).permissions).toEqual({ safe: ["write_file(./out/**)"], confirm: ["delete_file"] });
  expect(allowed).toContain("# asked");
  const asked = withRule(allowed, "write_file(./out/**)", "confirm");
  expect(parse(asked).permissions).toEqual({
    safe: [],
    confirm: ["delete_file", "write_file(./out/**)"],
  });
  expect(parse(withRule(asked, "write_file(./out/**)", "confirm"))).toEqual(parse(asked));
  expect(parse(withRule(asked, "delete_file", undefined)).permissions.confirm).toEqual([
    "write_file(./out/**)",
  ]);
  expect(parse(withRule("", "shell", "deny"))).toEqual({ permissions: { deny: ["shell"] } });
});

test("withGrants() adds what a server is granted, once, and leaves everything else", () => {
  const text = "# mine\nmcpServers:\n  a:\n    command: npx\n    env: { KEY: x }\n  b: { command: node }\n";
  const grants = { hosts: ["a.example"], writeFolders: ["./n"], variables: ["TOKEN"] };
  const once = withGrants(text, "a", grants) ?? "";
  expect(once).toContain("# mine");
  expect(parse(once).mcpServers.a).toEqual({
    command: "npx",
    env: { KEY: "x", TOKEN: "${TOKEN}" },
    hosts: ["a.example"],
    folders: [{ path: "./n", write: true }],
  });
  expect(withGrants(once, "a", grants)).toBe(once);
  expect(parse(withGrants(text, "b", { variables: ["TOKEN"] }) ?? "").mcpServers.b.env).toEqual(["TOKEN"]);
  expect(withGrants(text, "c", grants)).toBeUndefined();
});

test("withGrants() removes the settings of a server that reaches nothing", () => {
  const text = "mcpServers:\n  a:\n    command: a\n    risk: low\n    sends: nothing\n";
  const granted = (grants: Parameters<typeof withGrants>[2]) =>
    Object.keys(parse(withGrants(text, "a", grants) ?? "").mcpServers.a).sort();
  expect(granted({ hosts: ["api.test"] })).toEqual(["command", "hosts"]);
  expect(granted({ writeFolders: ["./out"] })).toEqual(["command", "folders", "sends"]);
  expect(granted({ variables: ["TOKEN"] })).toEqual(["command", "env", "sends"]);
  expect(granted({ folders: ["./in"] })).toEqual(["command", "folders", "risk", "sends"]);
});
