import { expect, test } from "vitest";
import { toolReach } from "./judge-step.ts";
import { globalLayer, rulesLayer } from "./rule-layers.ts";

const origin = { base: "/w", truePath: (path: string) => path, lineOf: () => undefined };
const permissions = {
  safe: ["http_post(https://example.com/**)"],
  confirm: [],
  deny: ["shell", "grep(secret*)"],
};
const global = globalLayer(permissions, origin);
const tool = (name: string, risk: "low" | "medium" | "high" = "low") => ({ name, aliases: [], risk });

test("toolReach() reports which tools are denied, off, or allowed for some input", () => {
  expect(toolReach(tool("read_file"), [global])).toBe("open");
  expect(toolReach(tool("shell", "medium"), [global])).toBe("denied");
  expect(toolReach(tool("grep"), [global])).toBe("open");
  expect(toolReach(tool("delete_file", "high"), [global])).toBe("off");
  expect(toolReach(tool("http_post", "high"), [global])).toBe("open");
});

test("rulesLayer() only tightens: what it lists alone is left, and the rest of the policy still holds", () => {
  const narrow = rulesLayer(
    { name: "client x", only: ["read_*", "shell", "glob(src/**)"], confirm: [], deny: ["read_url"] },
    origin,
  );
  const reach = (name: string) => toolReach(tool(name), [global, narrow]);
  expect(["read_file", "glob"].map(reach)).toEqual(["open", "open"]);
  expect(["read_url", "shell", "list_files"].map(reach)).toEqual(["denied", "denied", "denied"]);
  const loose = rulesLayer({ name: "client y", confirm: ["read_file"], deny: [] }, origin);
  expect(toolReach(tool("anything"), [global, loose])).toBe("open");
});
