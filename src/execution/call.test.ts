import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf } from "../../test/support/a-runtime.ts";
import { defineTool } from "../tool/define-tool.ts";

const anything = z.object({ value: z.unknown() });
const echo = aTool({ name: "echo", input: anything, run: ({ value }) => value });
const armed = aTool({ name: "armed", input: z.unknown(), run: () => assert.fail("ran") });

/** Both kinds of schema meet every hostile value. */
const foreign = defineTool({
  name: "foreign",
  summary: "A tool whose schema comes from elsewhere",
  description: "Takes anything.",
  category: "custom",
  risk: "low",
  input: { type: "object" },
  run: () => assert.fail("ran"),
});

class Account {
  readonly name = "x";
}
const cyclic: Record<string, unknown> = {};
cyclic.list = [{ back: cyclic }];
let deep: unknown = "end";
for (let level = 0; level < 100_000; level++) deep = level % 2 === 0 ? [deep] : { deep };

const throwing = (trap: string) =>
  new Proxy(
    { a: 1 },
    {
      [trap]: () => {
        throw new Error(`the ${trap} trap`);
      },
    },
  );

const HOSTILE: readonly (readonly [name: string, value: unknown, code: string, message: RegExp])[] = [
  [
    "a text of 100 MB",
    "x".repeat(100_000_000),
    "too_large",
    /larger than 10000000 characters\. Put large content in a file/,
  ],
  ["a key of 20 MB", { ["k".repeat(20_000_000)]: 1 }, "too_large", /larger than/],
  ["a million texts", Array.from({ length: 1_000_000 }, () => "x".repeat(20)), "too_large", /larger than/],
  ["a tree 100,000 levels deep", deep, "invalid_input", /nested deeper than 64 levels/],
  ["a cycle", cyclic, "invalid_input", /"value\.list\[0\]\.back" refers to itself/],
  [
    "__proto__ as a key",
    JSON.parse('{"__proto__": {"admin": true}}'),
    "invalid_input",
    /"value\.__proto__" is a key/,
  ],
  [
    "__proto__ deep inside",
    JSON.parse('[{"a": [{"__proto__": 1}]}]'),
    "invalid_input",
    /__proto__" is a key/,
  ],
  ["a BigInt", 10n, "invalid_input", /"value" is a bigint, which JSON cannot represent/],
  ["a function", () => 1, "invalid_input", /is a function/],
  ["a symbol", Symbol("s"), "invalid_input", /is a symbol/],
  ["a symbol as a key", { [Symbol("s")]: 1 }, "invalid_input", /symbol/],
  ["not a number", Number.NaN, "invalid_input", /is not a finite number/],
  ["infinity", [Number.NEGATIVE_INFINITY], "invalid_input", /"value\[0\]" is not a finite number/],
  ["a hole in an array", Object.assign(new Array(3), [1]), "invalid_input", /"value\[1\]" is .*undefined/],
  ["an array of four billion holes", new Array(2 ** 32 - 1), "too_large", /larger than/],
  ["an instance of a class", new Account(), "invalid_input", /is not a plain object/],
  ["a date", new Date(), "invalid_input", /is not a plain object/],
  ["a Map", new Map([["a", 1]]), "invalid_input", /is not a plain object/],
  ["a buffer", Buffer.from("x"), "invalid_input", /is not a plain object/],
  ["a boxed text", new String("x"), "invalid_input", /is not a plain object/],
  ["a promise", Promise.resolve(1), "invalid_input", /is not a plain object/],
  [
    "a getter that throws",
    Object.defineProperty({}, "a", {
      enumerable: true,
      get: () => {
        throw new Error("the getter");
      },
    }),
    "invalid_input",
    /cannot be read: the getter/,
  ],
  [
    "toJSON that throws",
    {
      toJSON: () => {
        throw new Error("no");
      },
    },
    "invalid_input",
    /toJSON" is a function/,
  ],
  ...["ownKeys", "get", "getPrototypeOf", "getOwnPropertyDescriptor"].map(
    (trap) =>
      [
        `a proxy whose ${trap} throws`,
        throwing(trap),
        "invalid_input",
        new RegExp(`cannot be read: the ${trap} trap`),
      ] as const,
  ),
];

for (const [name, value, code, message] of HOSTILE) {
  test(`snapshotInput() refuses ${name} in words, before anything runs, and the run goes on`, async () => {
    await using world = await aRuntime({ tools: [echo, armed, foreign] });
    const error = errorOf(await world.runtime.execute("echo", { value }));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^Cannot call "echo": /);
    expect(error.message).toMatch(message);
    expect(errorOf(await world.runtime.execute("armed", value)).code).toBe(code);
    expect(errorOf(await world.runtime.execute("foreign", { value })).code).toBe(code);
    expect(outputOf(await world.runtime.execute("echo", { value: "still here" }))).toBe("still here");
    const ends = world.events.flatMap((event) => (event.type === "call-end" ? [event] : []));
    expect(ends[0]?.params).toMatchObject({ unreadable: expect.any(String) });
    const { runId } = await world.runtime.execute("echo", {});
    expect(await world.runtime.history.verify(runId)).toMatchObject({ ok: true });
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
}

test("snapshotInput() accepts unusual data: shared parts, empty keys, half characters, prototype names", async () => {
  const shared = { a: 1 };
  const values: unknown[] = [
    [shared, { again: shared }],
    { "": { " ": [] } },
    { constructor: 1, prototype: { constructor: { name: "x" } }, toString: "text", hasOwnProperty: null },
    Object.assign(Object.create(null), { a: 1 }),
    ["\ud800", { "\udfff": "\u0000\u2028" }],
    new Proxy({ a: [1] }, {}),
  ];
  await using world = await aRuntime({ tools: [echo] });
  for (const value of values) {
    const outcome = await world.runtime.execute("echo", { value });
    expect(outputOf(outcome)).toEqual(JSON.parse(JSON.stringify(value)));
  }
  const { runId } = await world.runtime.execute("echo", {});
  expect(await world.runtime.history.verify(runId)).toMatchObject({ ok: true });
});

test("prototype names are no tools, no fields and no run ids", async () => {
  await using world = await aRuntime();
  const names = [
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "__proto__@1.0.0",
    "",
    "@",
    "\ud800",
  ];
  for (const name of names) {
    const error = errorOf(await world.runtime.execute(name, {}));
    expect([name, error.code]).toEqual([name, "tool_not_found"]);
    expect(() => world.runtime.toolInfo(name)).toThrow(/Cannot find tool/);
  }
  for (const key of ["constructor", "prototype", "toString", "__defineGetter__"]) {
    const error = errorOf(await world.runtime.execute("current_time", { [key]: "UTC" }));
    expect(error.code).toBe("invalid_input");
    expect(error.message).toContain(`"${key}" is not a known field; known fields are timezone`);
  }
});

test("a name that is no text, or 100 MB of it, is no tool either", async () => {
  await using world = await aRuntime();
  const huge = errorOf(await world.runtime.execute("x".repeat(100_000_000), {}));
  expect(huge.code).toBe("tool_not_found");
  expect(huge.message.length).toBeLessThan(500);
  for (const name of [undefined, null, 7, {}, ["read_file"], Symbol("s")]) {
    const error = errorOf(await world.runtime.execute(name as never, {}));
    expect(error).toMatchObject({ code: "tool_not_found" });
  }
});

test("a tool that changes its input changes no record of it", async () => {
  const greedy = aTool({
    name: "greedy",
    input: anything,
    run: ({ value }) => {
      (value as unknown[]).push("more");
      return value;
    },
  });
  await using world = await aRuntime({ tools: [greedy] });
  const value = ["given"];
  expect(outputOf(await world.runtime.execute("greedy", { value }))).toEqual(["given", "more"]);
  expect(value).toEqual(["given"]);
  expect(world.events.at(-1)).toMatchObject({ type: "call-end", params: { value: ["given"] } });
});
