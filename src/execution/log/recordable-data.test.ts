import { expect, test } from "vitest";
import { aRuntime, aTool, errorOf } from "../../../test/support/a-runtime.ts";
import { DejimaError } from "../../contract/error.ts";

async function thrown(value: unknown) {
  const tool = aTool({
    name: "throwing",
    run: () => {
      throw value;
    },
  });
  await using world = await aRuntime({ tools: [tool] });
  const error = errorOf(await world.runtime.execute("throwing"));
  const rejecting = aTool({ name: "rejecting", run: () => Promise.reject(value) });
  world.runtime.registry.register(rejecting);
  expect(errorOf(await world.runtime.execute("rejecting")).code).toBe(error.code);
  expect(world.events.filter(({ type }) => type === "call-end")).toHaveLength(2);
  return error;
}

const unreadable = {
  get message() {
    throw new Error("getter");
  },
};
const hostile = new Proxy(new Error("target"), {
  get: () => {
    throw new Error("trap");
  },
  getPrototypeOf: () => {
    throw new Error("trap");
  },
});
const throwingText = {
  toString() {
    throw new Error("toString");
  },
};

const NON_ERRORS: readonly (readonly [name: string, value: unknown, message: string])[] = [
  ["undefined", undefined, "it threw undefined"],
  ["null", null, "it threw null"],
  ["a text", "no luck", "no luck"],
  ["a number", 7, "it threw 7"],
  ["a BigInt", 7n, "it threw 7"],
  ["a symbol", Symbol("s"), "it threw Symbol(s)"],
  ["an object", { code: 7 }, 'it threw {"code":7}'],
  ["an object without prototype", Object.create(null), "it threw {}"],
  ["an object whose text throws", throwingText, "it threw {}"],
  ["an object whose message throws", unreadable, "it threw a value that cannot be shown"],
  ["a proxy whose every trap throws", hostile, "it threw a value that cannot be shown"],
  ["an error without a message", new RangeError(), "RangeError"],
];

for (const [name, value, message] of NON_ERRORS) {
  test(`errorData() tells in words that a tool threw ${name}`, async () => {
    const error = await thrown(value);
    expect(error).toEqual({
      code: "internal",
      message: `The tool "throwing" failed: ${message}`,
      details: { tool: "throwing" },
    });
  });
}

test("errorData() keeps the code, message and details of our own errors", async () => {
  const error = await thrown(new DejimaError("exit_nonzero", "It ended with 3", { exitCode: 3 }));
  expect(error).toEqual({ code: "exit_nonzero", message: "It ended with 3", details: { exitCode: 3 } });
});

test("errorData() keeps what the operating system says as io_error", async () => {
  const system = Object.assign(new Error("ENOSPC: no space left"), { errno: -28, syscall: "write" });
  expect((await thrown(system)).code).toBe("io_error");
});

test("errorData() leaves out details that are no bounded JSON data, and cuts long messages", async () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const cases: Record<string, unknown>[] = [cyclic, { n: 7n }, { when: new Date() }, { hostile }];
  for (const details of cases) {
    const error = await thrown(new DejimaError("conflict", "m".repeat(10_000), details));
    expect(error.code).toBe("conflict");
    expect(error.message.length).toBeLessThan(4_100);
    expect(error.details).toEqual({});
  }
});

test("errorData() stores details that are too large to return, and keeps the short ones", async () => {
  const details = { server: "s", content: [{ type: "text", text: "y".repeat(300_000) }] };
  const { details: kept } = await thrown(new DejimaError("exit_nonzero", "It failed", details));
  expect(kept).toMatchObject({ server: "s", stored: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  expect(kept.content).toBeUndefined();
  expect(JSON.stringify(kept).length).toBeLessThan(1_000);
});
