import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf } from "../../test/support/a-runtime.ts";

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

test("executeCall() finds, validates, judges, asks, runs and records, in this order", async () => {
  const steps: string[] = [];
  const noting = <Value>(step: string, value: Value) => {
    steps.push(step);
    return value;
  };
  const tool = aTool({
    name: "watched",
    risk: "medium",
    input: z.object({ text: z.string().transform((text) => noting("validate", text)) }),
    effects: () => noting("effects", [{ kind: "command.run", target: "true" }]),
    run: ({ text }) => noting("run", text),
  });
  await using world = await aRuntime({
    tools: [tool],
    ask: async () => noting("ask", { answer: "approve", by: "somebody" }),
  });
  world.runtime.subscribe(({ type }) => noting(type, undefined));
  outputOf(await world.runtime.execute("watched", { text: "x" }));
  expect(steps).toEqual([
    "run-start",
    "validate",
    "effects",
    "call-start",
    "approval-start",
    "ask",
    "approval-end",
    // Once more after the answer: what was approved must still be what would run.
    "validate",
    "effects",
    "run",
    "call-end",
  ]);
});

test("executeCall() names the nearest tools when one is unknown, and records the attempt", async () => {
  await using world = await aRuntime();
  const error = errorOf(await world.runtime.execute("raed_file", { path: "a" }));
  expect(error).toMatchObject({ code: "tool_not_found", details: { nearest: ["read_file"] } });
  expect(error.message).toBe('Cannot find tool "raed_file". Did you mean read_file?');
  expect(typesOf(world.events)).toEqual(["run-start", "call-start", "call-end"]);
});

test("executeCall() reports each wrong, missing and extra field, and the expected one", async () => {
  await using world = await aRuntime();
  const message = async (input: unknown) => {
    const { code, message } = errorOf(await world.runtime.execute("read_file", input));
    expect(code).toBe("invalid_input");
    return message;
  };
  expect(await message({})).toBe('Cannot call "read_file": "path" is missing; expected string');
  expect(await message({ path: 7 })).toMatch(/"path" must be a string, not a number/);
  expect(await message({ path: "a", fromLine: 0 })).toMatch(/"fromLine" must be at least 1/);
  expect(await message({ pth: "a" })).toMatch(
    /"path" is missing.*"pth" is not a known field.*Did you mean "path"/,
  );
  expect(await message([])).toMatch(/the input must be an object, not a list/);
  expect(await message(null)).toMatch(/the input must be an object, not null/);
  expect(await message("text")).toMatch(/the input must be an object, not a string/);
});

test("executeCall() denies before it asks, and never runs the tool", async () => {
  const tool = aTool({ name: "forbidden", risk: "medium", run: () => assert.fail("ran") });
  await using world = await aRuntime({
    tools: [tool],
    config: { permissions: { deny: ["forbidden"], confirm: ["forbidden"] } },
    ask: () => assert.fail("asked"),
  });
  const error = errorOf(await world.runtime.execute("forbidden"));
  expect(error.code).toBe("tool_not_allowed");
  expect(error.message).toMatch(/^Cannot call "forbidden": forbidden: .*policy explain forbidden/);
  expect(typesOf(world.events)).toEqual(["run-start", "call-start", "call-end"]);
});

test("executeCall() refuses what cannot be judged: effects that throw, targets without a spelling", async () => {
  const run = () => assert.fail("ran");
  const broken = aTool({
    name: "broken",
    effects: () => {
      throw new TypeError("no idea");
    },
    run,
  });
  const elsewhere = aTool({ name: "elsewhere", effects: () => [{ kind: "file.read", target: "../x" }], run });
  const nowhere = aTool({
    name: "nowhere",
    effects: () => [{ kind: "host.read", target: "not a url" }],
    run,
  });
  await using world = await aRuntime({ tools: [broken, elsewhere, nowhere] });
  expect(errorOf(await world.runtime.execute("broken"))).toMatchObject({
    code: "tool_not_allowed",
    message: 'Cannot judge a call of "broken": no idea. It was not run',
  });
  expect(errorOf(await world.runtime.execute("elsewhere")).code).toBe("path_blocked");
  expect(errorOf(await world.runtime.execute("nowhere")).code).toBe("host_blocked");
});

test("executeCall() refuses a tool whose dependency is missing, and says which", async () => {
  await using world = await aRuntime({ tools: [aTool({ name: "needy", dependsOn: ["absent_tool"] })] });
  const error = errorOf(await world.runtime.execute("needy"));
  expect(error).toMatchObject({ code: "tool_not_found", details: { missing: "absent_tool" } });
});

test("executeCall() takes tools that answer at once, later, and by a promise of another realm", async () => {
  await using world = await aRuntime({
    tools: [
      aTool({ name: "at_once", run: () => ({ a: 1 }) }),
      aTool({ name: "promised", run: async () => [1, 2] }),
      aTool({ name: "foreign", run: () => runInNewContext("Promise.resolve('later')") }),
      aTool({ name: "nothing", run: () => undefined }),
    ],
  });
  const call = async (tool: string) => outputOf(await world.runtime.execute(tool));
  expect(await call("at_once")).toEqual({ a: 1 });
  expect(await call("promised")).toEqual([1, 2]);
  expect(await call("foreign")).toBe("later");
  expect((await call("nothing")) ?? null).toBeNull();
});

test("executeCall() uses the version that is asked for, and the newest otherwise", async () => {
  const version = (text: string) => aTool({ name: "versioned", version: text, run: () => text });
  await using world = await aRuntime({ tools: [version("1.2.0"), version("1.10.0")] });
  expect(outputOf(await world.runtime.execute("versioned"))).toBe("1.10.0");
  expect(outputOf(await world.runtime.execute("versioned@1.2.0"))).toBe("1.2.0");
  expect(errorOf(await world.runtime.execute("versioned@9.0.0")).code).toBe("tool_not_found");
});

test("executeCall() holds a running tool to what it declared", async () => {
  const attempts: string[] = [];
  const greedy = aTool({
    name: "greedy",
    effects: () => [{ kind: "file.read", target: "allowed.txt" }],
    async run(_input, { files }) {
      const attempt = async (name: string, work: () => Promise<unknown>) =>
        attempts.push(
          `${name} ${await work().then(
            () => "ok",
            (error) => error.code,
          )}`,
        );
      await attempt("read declared", () => files.read("allowed.txt", { maxBytes: 100 }));
      await attempt("read other", () => files.read("other.txt", { maxBytes: 100 }));
      await attempt("write declared", () => files.write("allowed.txt", Buffer.from("x")));
      await attempt("delete declared", () => files.delete("allowed.txt"));
      await attempt("move declared", () => files.move("allowed.txt", "elsewhere.txt"));
      await attempt("list", () => files.list(".", { recursive: false, limit: 10 }));
    },
  });
  await using world = await aRuntime({
    tools: [greedy],
    files: { "allowed.txt": "a", "other.txt": "b" },
    config: { permissions: { safe: ["file.write(**)", "file.delete(**)"] } },
  });
  outputOf(await world.runtime.execute("greedy"));
  expect(attempts).toEqual([
    "read declared ok",
    "read other path_blocked",
    "write declared path_blocked",
    "delete declared path_blocked",
    "move declared path_blocked",
    "list path_blocked",
  ]);
  expect(await readFile(join(world.workspace, "allowed.txt"), "utf8")).toBe("a");
});

test("executeCall() does not let a tool that declared a write read what a rule keeps from reading", async () => {
  const writer = aTool({
    name: "writer",
    input: z.object({ path: z.string() }),
    effects: ({ path }) => [{ kind: "file.write", target: path }],
    run: async ({ path }, { files }) => String(await files.read(path, { maxBytes: 100 })),
  });
  await using world = await aRuntime({
    tools: [writer],
    files: { "open.txt": "open", "sealed/a.txt": "sealed", "asked/a.txt": "asked", ".env": "KEY=1" },
    config: {
      permissions: {
        safe: ["file.write(./**)"],
        confirm: ["file.read(./asked/**)"],
        deny: ["file.read(./sealed/**)"],
      },
    },
  });
  expect(outputOf(await world.runtime.execute("writer", { path: "open.txt" }))).toBe("open");
  for (const path of ["sealed/a.txt", "asked/a.txt", ".env"]) {
    expect(errorOf(await world.runtime.execute("writer", { path })).code).toBe("path_blocked");
  }
});

test("executeCall() hides files that a rule denies or asks about from a search of a folder above", async () => {
  await using world = await aRuntime({
    files: { "a.txt": "needle", "private/b.txt": "needle", "ask/c.txt": "needle", ".env": "needle=1" },
    config: { permissions: { deny: ["file.read(./private/**)"], confirm: ["file.read(./ask/**)"] } },
  });
  const found = outputOf(await world.runtime.execute("grep", { pattern: "needle", path: "." }));
  expect(found).toMatchObject({ files: ["a.txt"], matches: [{ path: "a.txt" }] });
  const listed = JSON.stringify(outputOf(await world.runtime.execute("list_files", { recursive: true })));
  expect(listed).toContain("a.txt");
  for (const name of ["b.txt", "c.txt", ".env"]) expect(listed).not.toContain(name);
});
