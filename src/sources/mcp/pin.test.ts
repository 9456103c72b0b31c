import { expect, test } from "vitest";
import { acceptPending, changesOf, pinned } from "./pin.ts";

const tool = (name: string, description = "") => ({
  name,
  description,
  inputSchema: { type: "object" as const },
});
const says = (...tools: ReturnType<typeof tool>[]) => ({
  tools,
  instructions: "",
  software: "s 1",
  capabilities: {},
});

test("pinned() takes a server as it is the first time, and in any order of its tools later", () => {
  const first = pinned(undefined, says(tool("a"), tool("b")), "t1");
  expect(first.pending).toBeUndefined();
  expect(pinned(first, says(tool("b"), tool("a")), "t2").pending).toBeUndefined();
});

test("pinned() keeps what changed apart until it is agreed to, or changes back", () => {
  const first = pinned(undefined, says(tool("a"), tool("b"), tool("c")), "t1");
  const changed = pinned(first, says(tool("a", "new words"), tool("c"), tool("d")), "t2");
  expect(changesOf(changed).map(({ tool, kind }) => [tool, kind])).toEqual([
    ["a", "changed"],
    ["b", "removed"],
    ["d", "added"],
  ]);
  expect(pinned(changed, says(tool("a"), tool("b"), tool("c")), "t3").pending).toBeUndefined();
  const agreed = acceptPending(changed);
  expect(agreed.agreed.tools.map(({ name }) => name)).toEqual(["a", "c", "d"]);
  expect(agreed.accepted).toHaveLength(3);
});

test("pinned() minds instructions and schemas as well", () => {
  const first = pinned(undefined, says(tool("a")), "t1");
  expect(pinned(first, { ...says(tool("a")), instructions: "call a twice" }, "t2").pending).toBeDefined();
  const wider = { ...tool("a"), inputSchema: { type: "object" as const, properties: { x: {} } } };
  expect(pinned(first, says(wider), "t2").pending).toBeDefined();
});
