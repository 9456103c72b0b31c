import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ModelRequest } from "../../src/model/language/language-model.ts";
import { estimateTokens } from "../../src/tool/catalogue.ts";
import { anAgent } from "../agent/an-agent.ts";
import { aRuntime, aTool, outputOf } from "../support/a-runtime.ts";

const describedIn = ({ tools }: Pick<ModelRequest, "tools">): string =>
  tools.find(({ name }) => name === "run_program")?.description ?? "";

/** Three tools that hand something on to one another; only their signatures say under which names. */
function aChain([id, list, sum, given, total]: readonly string[]) {
  const name = { id: id ?? "", list: list ?? "", sum: sum ?? "", given: given ?? "", total: total ?? "" };
  const numbers = {
    type: "array",
    items: { type: "object", properties: { [name.sum]: { type: "number" } }, required: [name.sum] },
  };
  const output = (field: string, type: object) => ({
    type: "object",
    properties: { [field]: type },
    required: [field],
  });
  return [
    aTool({
      name: "find_customer",
      input: z.object({ [name.given]: z.string() }),
      output: output(name.id, { type: "integer" }),
      run: (input) => ({ [name.id]: String(input[name.given]).length }),
    }),
    aTool({
      name: "list_orders",
      input: z.object({ [name.id]: z.int() }),
      output: output(name.list, numbers),
      run: (input) => ({ [name.list]: [{ [name.sum]: Number(input[name.id]) }, { [name.sum]: 40 }] }),
    }),
    aTool({
      name: "write_bill",
      input: z.object({ [name.total]: z.number() }),
      run: (input) => `billed ${input[name.total]}`,
    }),
  ];
}

/** Writes a program from nothing but the description: the names of fields are read from the signatures. */
function programFrom(description: string): string {
  const parts = (tool: string) =>
    new RegExp(`^  ${tool}\\(input: \\{ (.+?): \\w+ \\}\\): Promise<(.+)>;$`, "m").exec(description) ?? [];
  const [, given, customer = ""] = parts("find_customer");
  const [, , orders = ""] = parts("list_orders");
  const [, total] = parts("write_bill");
  const [, id] = /^\{ (.+?): number \}$/.exec(customer) ?? [];
  const [, list, sum] = /^\{ (.+?): \{ (.+?): number \}\[\] \}$/.exec(orders) ?? [];
  const field = (name = "") => JSON.stringify(name.startsWith('"') ? JSON.parse(name) : name);
  return `const customer = await tools.find_customer({ ${field(given)}: "abc" });
    const orders = await tools.list_orders({ ${field(id)}: customer[${field(id)}] });
    const total = orders[${field(list)}].reduce((sum, order) => sum + order[${field(sum)}], 0);
    return tools.write_bill({ ${field(total)}: total });`;
}

test("a model that reads only the description writes a right program for three tools, whatever their fields are called", async () => {
  const names = fc.uniqueArray(
    fc.oneof(fc.stringMatching(/^[a-z][a-zA-Z]{2,9}$/), fc.stringMatching(/^[a-z]+-[0-9 ]+$/)),
    {
      minLength: 5,
      maxLength: 5,
    },
  );
  for (const chosen of fc.sample(names, { numRuns: 5, seed: 7 })) {
    await using agent = await anAgent(
      (request) => {
        const result = request.messages.find(({ role }) => role === "tool");
        if (result !== undefined) return { text: result.text };
        return { calls: [{ tool: "run_program", input: { code: programFrom(describedIn(request)) } }] };
      },
      { tools: aChain(chosen) },
    );
    const told = await agent.tell("bill the customer abc for their orders");
    expect(JSON.stringify(told.of("run-end")), chosen.join()).toContain("billed 43");
  }
});

test("with 500 tools the signatures keep their budget, and those used most are among them", async () => {
  const tools = Array.from({ length: 500 }, (_, index) =>
    aTool({
      name: `ledger_${index}`,
      input: z.object({
        account: z.string(),
        from: z.iso.date().optional(),
        kinds: z.array(z.enum(["in", "out"])),
      }),
      output: { type: "object", properties: { rows: { type: "array", items: { type: "object" } } } },
    }),
  );
  await using world = await aRuntime({ tools });
  const { registry } = world.runtime;
  const program = registry.require("run_program");
  const uses = new Map([["ledger_321", 9]]);
  const text = registry.descriptionOf(program, registry.list(), { uses });
  expect(estimateTokens(text) - estimateTokens(program.description)).toBeLessThanOrEqual(1_000);
  expect(text).toContain('ledger_321(input: { account: string; from?: string; kinds: ("in" | "out")[] })');
  expect(text).toMatch(/\/\/ 5\d\d more tools are called in the same way/);
  const small = registry.descriptionOf(program, registry.list(), { uses, budget: 300 });
  expect(estimateTokens(small) - estimateTokens(program.description)).toBeLessThanOrEqual(300);
  expect(small).toContain("ledger_321(");
});

test("the same tools give the same bytes, however often they are used meanwhile", async () => {
  const tools = Array.from({ length: 120 }, (_, index) => aTool({ name: `one_of_${index}` }));
  await using agent = await anAgent(() => ({ text: "Yes." }), {
    tools,
    config: { agent: { toolTokens: 100_000 } },
  });
  await agent.tell("hello");
  const { runtime } = agent;
  for (let time = 0; time < 20; time++) await runtime.execute("one_of_99", {});
  await agent.tell("hello");
  const [first, second] = agent.model.requests.map(describedIn);
  expect(first).toContain("declare const tools");
  expect(second).toBe(first);
  const { registry } = runtime;
  const program = registry.require("run_program");
  const listed = () => registry.descriptionOf(program, registry.list());
  const before = listed();
  registry.unregister("one_of_0");
  expect(listed()).not.toBe(before);
});

test("what built-in tools return is what their signatures say, and a program with a wrong field is no valid TypeScript", async () => {
  await using world = await aRuntime({
    files: { "a.txt": "one\ntwo\n", "b.json": "{}" },
    config: { permissions: { safe: ["*"] } },
  });
  const { runtime } = world;
  const calls: readonly (readonly [string, object])[] = [
    ["current_time", {}],
    ["list_files", {}],
    ["read_file", { path: "a.txt" }],
    ["get_file_info", { path: "a.txt" }],
    ["grep", { pattern: "o" }],
    ["search_memory", {}],
    ["list_scheduled_tasks", {}],
    ["shell", { command: "echo a" }],
  ];
  const { description } = runtime.toolInfo("run_program");
  const declaration = description.slice(description.indexOf("declare const tools"));
  const checks = await Promise.all(
    calls.map(async ([tool, input], index) => {
      const output = outputOf(await runtime.execute(tool, input));
      return `const input${index} = ${JSON.stringify(input)};
        const output${index} = ${JSON.stringify(output)};
        const typed${index}: Awaited<ReturnType<typeof tools.${tool}>> = output${index};
        void tools.${tool}(input${index}), typed${index};`;
    }),
  );
  const right = [
    declaration,
    ...checks,
    "const { files } = await tools.list_files(); files[0]?.path.trim();",
  ];
  const wrong = [declaration, "const { entries } = await tools.list_files(); void entries;"];
  const said = await compile({ "right.ts": right.join("\n"), "wrong.ts": wrong.join("\n") });
  expect(said.split("\n")).toEqual([expect.stringMatching(/^wrong\.ts.*TS2339.*entries/)]);
});

/** What the compiler says about modules. */
async function compile(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-signatures-"));
  try {
    for (const [name, code] of Object.entries(files))
      await writeFile(join(folder, name), `${code}\nexport {};`);
    const compiler = new URL("../../node_modules/.bin/tsc", import.meta.url).pathname;
    const options = ["--noEmit", "--strict", "--target", "esnext", "--module", "esnext", "--types", ""];
    const child = spawn(compiler, [...options, ...Object.keys(files)], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
    return said.trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
