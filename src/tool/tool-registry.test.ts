import { expect, test } from "vitest";
import { z } from "zod";
import type { Tool } from "../contract/tool.ts";
import { defineTool } from "./define-tool.ts";
import { ToolRegistry } from "./tool-registry.ts";

function aTool(changes: Partial<Tool> = {}): Tool {
  const base = defineTool({
    name: "echo",
    summary: "Give back what was given, for tests of the registry",
    description: "Returns its input.",
    category: "custom",
    risk: "low",
    input: z.object({ text: z.string() }),
    run: (input) => input,
  });
  return { ...base, ...changes };
}

test("ToolRegistry finds a tool by name, alias and version", () => {
  const registry = new ToolRegistry();
  registry.registerMany([
    aTool({ aliases: ["say"] }),
    aTool({ version: "1.10.0" }),
    aTool({ version: "1.9.0" }),
  ]);
  expect(registry.get("echo")?.version).toBe("1.10.0");
  expect(registry.get("say")?.version).toBe("1.10.0");
  expect(registry.get("echo@1.9.0")?.version).toBe("1.9.0");
  expect(registry.get("say@1.0.0")?.version).toBe("1.0.0");
  expect(registry.get("echo@9.9.9")).toBeUndefined();
  expect(registry.list()).toHaveLength(1);
  expect(registry.versions("echo").map(({ version }) => version)).toEqual(["1.10.0", "1.9.0", "1.0.0"]);
});

test("ToolRegistry refuses a name twice and names both sources", () => {
  const registry = new ToolRegistry();
  registry.register(aTool({ source: "builtin" }));
  expect(() => registry.register(aTool({ source: "mcp", origin: "files" }))).toThrow(
    /mcp files.*builtin already registered/,
  );
  expect(() => registry.register(aTool({ name: "other", aliases: ["echo"] }))).toThrow(/already registered/);
});

test("registerMany() registers all or none", () => {
  const registry = new ToolRegistry();
  registry.register(aTool({ name: "taken" }));
  expect(() => registry.registerMany([aTool({ name: "fresh" }), aTool({ name: "taken" })])).toThrow(
    /already/,
  );
  expect(registry.has("fresh")).toBe(false);
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty", ""])(
  "get(%j) finds nothing that was not registered",
  (name) => {
    const registry = new ToolRegistry();
    registry.register(aTool());
    expect(registry.get(name)).toBeUndefined();
    expect(() => registry.require(name)).toThrow(/Cannot find tool/);
  },
);

test("require() offers the nearest names", () => {
  const registry = new ToolRegistry();
  registry.registerMany([aTool({ name: "read_file" }), aTool({ name: "write_file" })]);
  for (const typo of ["raed_file", "readFile", "read-file", "file_read"]) {
    expect(() => registry.require(typo)).toThrow(/read_file/);
  }
});

test("unregister() takes out one version or all, with the aliases", () => {
  const registry = new ToolRegistry();
  registry.registerMany([aTool({ aliases: ["say"] }), aTool({ version: "2.0.0" })]);
  expect(registry.unregister("echo@2.0.0")).toBe(true);
  expect(registry.get("say")?.version).toBe("1.0.0");
  expect(registry.unregister("echo")).toBe(true);
  expect(registry.has("say")).toBe(false);
  expect(registry.unregister("echo")).toBe(false);
});

test("dependenciesOf() lists the dependencies of a tool, deepest first, and refuses missing or circular ones", () => {
  const registry = new ToolRegistry();
  const top = aTool({ name: "top", dependsOn: ["middle"] });
  registry.registerMany([top, aTool({ name: "middle", dependsOn: ["bottom"] })]);
  expect(() => registry.dependenciesOf(top)).toThrow(/depends on "bottom"/);
  expect(() => registry.register(aTool({ name: "bottom", dependsOn: ["top"] }))).toThrow(/circle/);
  registry.register(aTool({ name: "bottom" }));
  expect(registry.dependenciesOf(top).map(({ name }) => name)).toEqual(["bottom", "middle"]);
});

test("toModelTools() speaks the shapes of OpenAI, Anthropic and MCP", () => {
  const registry = new ToolRegistry();
  registry.register(aTool());
  const schema = {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
    additionalProperties: false,
  };
  expect(registry.toModelTools("openai")).toEqual([
    { type: "function", function: { name: "echo", description: "Returns its input.", parameters: schema } },
  ]);
  expect(registry.toModelTools("anthropic")).toEqual([
    { name: "echo", description: "Returns its input.", input_schema: schema },
  ]);
  expect(registry.toModelTools("mcp")[0]).toMatchObject({
    name: "echo",
    inputSchema: schema,
    annotations: { readOnlyHint: true },
  });
});

test("toModelTools() takes a user's tool for one that reads if it is so described, whatever its name begins with", () => {
  const registry = new ToolRegistry();
  registry.register(aTool({ name: "run_report" }));
  expect(registry.toModelTools("mcp")[0]).toMatchObject({ annotations: { readOnlyHint: true } });
});

test("statistics() counts tools by category and their use", () => {
  const registry = new ToolRegistry();
  registry.registerMany([aTool(), aTool({ name: "other", category: "file" })]);
  for (let index = 1; index <= 100; index++)
    registry.use.record("echo", { ok: index > 10, durationMs: index });
  const { total, byCategory, tools } = registry.statistics();
  expect({ total, byCategory }).toEqual({ total: 2, byCategory: { custom: 1, file: 1 } });
  expect(tools.echo).toMatchObject({ count: 100, failures: 10, averageMs: 50.5 });
  expect(tools.echo?.p95Ms).toBeGreaterThan(88);
  expect(tools.echo?.p95Ms).toBeLessThan(102);
});

test("defineTool() refuses names, versions and summaries that would not work", () => {
  const definition = {
    description: "",
    category: "custom",
    risk: "low",
    input: z.object({}),
    run: () => 1,
  } as const;
  expect(() => defineTool({ ...definition, name: "Bad Name", summary: "A summary of good length" })).toThrow(
    /lowercase/,
  );
  expect(() => defineTool({ ...definition, name: "x", summary: "short" })).toThrow(/10 to 80/);
  expect(() =>
    defineTool({ ...definition, name: "x", version: "one", summary: "A summary of good length" }),
  ).toThrow(/1\.2\.3/);
});

test("defineTool() takes JSON Schema as well as Zod, and both say which field is wrong", () => {
  const fields = {
    summary: "A tool with a schema of its own",
    description: "",
    category: "custom",
    risk: "low",
    run: () => 1,
  } as const;
  const json = defineTool({
    ...fields,
    name: "a",
    input: {
      type: "object",
      properties: { n: { type: "integer" } },
      required: ["n"],
      additionalProperties: false,
    },
  });
  const zod = defineTool({ ...fields, name: "b", input: z.object({ n: z.int() }) });
  for (const { input } of [json, zod]) {
    expect(input.parse({ n: 1 })).toEqual({ ok: true, value: { n: 1 } });
    for (const wrong of [{}, { n: "x" }, { n: 1, m: 2 }, null, []]) {
      const result = input.parse(wrong);
      expect(result.ok).toBe(false);
      expect(result.ok === false && result.issues.length).toBeGreaterThan(0);
    }
  }
});

test("ToolRegistry.register() says what is wrong with something that is not a tool, and how to make one", () => {
  const registry = new ToolRegistry();
  // What callers without types pass.
  const register = (given: unknown) => () => registry.register(given as Tool);
  expect(register(undefined)).toThrow(
    /^Cannot register a tool: it is not an object\. Make it with defineTool\(\)$/,
  );
  expect(register({ summary: "x" })).toThrow(/^Cannot register a tool: "name" must be a text/);
  expect(register({ name: "greet", execute: () => "hi" })).toThrow(
    /^Cannot register tool "greet": .*"run" must be a function.*Make it with defineTool\(\)$/,
  );
  const { input: _input, ...rest } = aTool();
  expect(register({ ...rest, input: z.object({}) })).toThrow(
    /"input" must be a schema that defineTool\(\) made/,
  );
  expect(register({ ...aTool(), category: "tools" })).toThrow(/"category" must be one of system, file/);
  expect(register({ ...aTool(), risk: "none" })).toThrow(/"risk" must be one of low, medium, high/);
  expect(register({ ...aTool(), aliases: "say" })).toThrow(/"aliases" must be a list of texts/);
  expect(registry.list()).toEqual([]);
  expect(register(aTool())).not.toThrow();
});
