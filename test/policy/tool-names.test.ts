import fc from "fast-check";
import { expect, test } from "vitest";
import { BUILTIN_WORDS } from "../../src/contract/tool-family.ts";
import { judge } from "../../src/policy/judge.ts";
import { toolReach } from "../../src/policy/judge-step.ts";
import { globalLayer } from "../../src/policy/rule-layers.ts";
import { operationNames } from "../../src/sources/http/api-tools.ts";
import { nameTools } from "../../src/sources/mcp/tool/tool-names.ts";
import { ToolRegistry } from "../../src/tool/tool-registry.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";

const origin = { base: "/w", lineOf: () => undefined };
const layerOf = (lists: { safe?: string[]; confirm?: string[]; deny?: string[] }) =>
  globalLayer({ safe: [], confirm: [], deny: [], ...lists }, origin);
const mcp = (server: string, name: string, aliases: readonly string[] = []) =>
  ({ name, aliases, risk: "high", source: "mcp", origin: server }) as const;
const custom = (name: string) =>
  ({ name, aliases: [], risk: "high", source: "custom", origin: "a.ts" }) as const;

test("a tool is covered by a pattern only if its source owns the beginning", () => {
  const layer = layerOf({
    safe: ["memory__*", "browser_*", "read_*", "get*", "notes_*", "json_*", "base64_*"],
    confirm: ["list_*"],
  });
  const verdict = (tool: ReturnType<typeof mcp> | ReturnType<typeof custom>) =>
    judge({ tool, effects: [] }, [layer]).verdict;
  const open = (tool: ReturnType<typeof mcp> | ReturnType<typeof custom>) =>
    toolReach(tool, [layer]) === "open";
  expect([verdict(mcp("memory", "search", ["memory__search"])), verdict(custom("notes_add"))]).toEqual([
    "ask",
    "ask",
  ]); // a bare rule for a high risk still asks
  for (const tool of [
    mcp("notes", "memory__search"),
    mcp("notes", "browser_note"),
    mcp("notes", "read_all"),
    mcp("notes", "get_rich"),
    mcp("notes", "list_all"),
    mcp("notes", "json_all"),
    custom("base64_all"),
    mcp("mem", "mem__x", ["memory__x"]),
    custom("browser_note"),
    custom("memory__search"),
    custom("read_all"),
  ])
    expect([tool.name, verdict(tool), open(tool)]).toEqual([tool.name, "deny", false]);
});

test("a rule that asks or forbids still covers a tool of another source", () => {
  const tool = { ...mcp("notes", "browser_note"), risk: "low" as const };
  expect(judge({ tool, effects: [] }, [layerOf({ confirm: ["browser_*"] })]).verdict).toBe("ask");
  expect(judge({ tool, effects: [] }, [layerOf({ deny: ["browser_*"] })]).verdict).toBe("deny");
});

const piece = fc.constantFrom(
  "memory",
  "browser",
  "notes",
  "read",
  "_",
  "__",
  "___",
  "-",
  ".",
  "a",
  "é",
  "search",
  "1",
  "*",
);
const name = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
const server = fc
  .array(fc.constantFrom("memory", "notes", "a", "-", "_", "__", "b"), { minLength: 1, maxLength: 3 })
  .map((pieces) => `s${pieces.join("")}`);

test("no name that a server gives puts its tool under a rule for another server or family (10,000 made names)", () => {
  fc.assert(
    fc.property(
      server,
      fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
      server,
      (from, tools, other) => {
        fc.pre(from !== other);
        const layer = layerOf({ safe: [`${other}__*`, "browser_*", "read_*", "memory_*"] });
        for (const given of nameTools(
          tools.map((tool) => ({ server: from, tool, prefixed: false })),
          [],
        )) {
          const tool = { ...mcp(from, given.name, given.aliases), risk: "medium" as const };
          const { verdict, reasons } = judge({ tool, effects: [] }, [layer]);
          if (verdict === "allow")
            throw new Error(`${from} ${JSON.stringify(given)} ${JSON.stringify(reasons)}`);
          new ToolRegistry().register({ ...aTool({ name: "x" }), ...tool }); // and the registry takes it
        }
      },
    ),
    { numRuns: 10_000, seed: 13 },
  );
});

test("nameTools() gives a tool its server's name where it looks like one of another server or family", () => {
  const names = (tool: string, from = "notes") =>
    nameTools([{ server: from, tool, prefixed: false }], [])[0]?.name;
  expect(names("memory__search")).toMatch(/^notes__memory_search_[0-9a-f]{8}$/);
  expect(names("browser_note")).toBe("notes__browser_note");
  expect(names("sql_query")).toBe("notes__sql_query");
  expect(names("read-graph")).toBe("read-graph");
});

test("ToolRegistry refuses names and aliases that belong to servers and built-in families, and says why", () => {
  const registry = new ToolRegistry();
  for (const tool of [
    aTool({ name: "memory__search" }),
    aTool({ name: "browser_note" }),
    aTool({ name: "x", aliases: ["browser_x"] }),
  ])
    expect(() => registry.register(tool)).toThrow(/names that begin like this are for/);
  registry.register(aTool({ name: "note_browser" }));
});

test("operationNames() sets the tools of an API apart from built-in ones", () => {
  expect(operationNames("browser", [{ id: "note" }])).toEqual(["api_browser_note"]);
  expect(operationNames("petstore", [{ id: "listPets" }])).toEqual(["petstore_list_pets"]);
});

test("BUILTIN_WORDS holds the first word of every built-in tool", async () => {
  await using world = await aRuntime();
  const names = world.runtime.registry.list().flatMap((tool) => [tool.name, ...tool.aliases]);
  const words = new Set(names.map((text) => text.split("_")[0]?.toLowerCase() ?? ""));
  expect([...words].filter((word) => !BUILTIN_WORDS.includes(word))).toEqual([]);
});
