import { type JSONRPCMessage, specTypeSchemas, type Transport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { repairLists } from "./repair-lists.ts";

/** A transport of which a test sees every answer that gets through. */
function aWire(isLegacy: boolean) {
  const seen: JSONRPCMessage[] = [];
  const transport: Transport = {
    start: async () => {},
    send: async () => {},
    close: async () => {},
    onmessage: (message) => void seen.push(message),
  };
  return { transport, seen, leftOut: repairLists(transport, { schemas: specTypeSchemas, isLegacy }) };
}

function aTransport() {
  const { transport, seen, leftOut } = aWire(false);
  return {
    leftOut,
    ask: (id: number, cursor?: string) =>
      transport.send({
        jsonrpc: "2.0",
        id,
        method: "tools/list",
        params: cursor === undefined ? {} : { cursor },
      }),
    answer(id: number, names: readonly string[], nextCursor?: string) {
      const tools = names.map((name) => ({ name, inputSchema: { type: "object" } }));
      transport.onmessage?.({
        jsonrpc: "2.0",
        id,
        result: { tools, ...(nextCursor === undefined ? {} : { nextCursor }) },
      });
      const last = seen.at(-1);
      const listed = last !== undefined && "result" in last ? last.result.tools : [];
      return (listed as { name: string }[]).map(({ name }) => name);
    },
  };
}

test("repairLists() gives two lists that are asked for at the same time in full", async () => {
  const { ask, answer, leftOut } = aTransport();
  await ask(1);
  await ask(2);
  expect(answer(1, ["echo", "add"])).toEqual(["echo", "add"]);
  expect(answer(2, ["echo", "add"])).toEqual(["echo", "add"]);
  expect(leftOut()).toEqual([]);
});

test("repairLists() keeps the first of two tools with one name, also across pages, and names the other", async () => {
  const { ask, answer, leftOut } = aTransport();
  await ask(1);
  expect(answer(1, ["echo", "echo", "add"], "next")).toEqual(["echo", "add"]);
  await ask(2);
  await ask(3, "next");
  expect(answer(3, ["add", "more"])).toEqual(["more"]);
  expect(answer(2, ["echo"])).toEqual(["echo"]);
  expect(leftOut().map(({ name }) => name)).toEqual(["echo", "add"]);
});

test("repairLists() demands an object of a result only in the older protocols", async () => {
  const kept = async (isLegacy: boolean, outputSchema: unknown) => {
    const { transport, seen } = aWire(isLegacy);
    await transport.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const tools = [{ name: "echo", inputSchema: { type: "object" }, outputSchema }];
    transport.onmessage?.({ jsonrpc: "2.0", id: 1, result: { tools } });
    return seen;
  };
  for (const odd of [{ type: "array" }, { properties: {} }, { type: "object", required: "a" }]) {
    expect(JSON.stringify(await kept(true, odd))).not.toContain("outputSchema");
    expect(JSON.stringify(await kept(false, odd))).toContain("outputSchema");
  }
  expect(JSON.stringify(await kept(true, { type: "object", properties: { n: {} } }))).toContain('"n"');
});

test("repairLists() takes at most 5,000 entries over all pages of a list", async () => {
  const { ask, answer } = aTransport();
  const names = (page: number) => Array.from({ length: 3_000 }, (_, at) => `t${page}-${at}`);
  await ask(1);
  expect(answer(1, names(1), "2")).toHaveLength(3_000);
  await ask(2, "2");
  expect(answer(2, names(2), "3")).toHaveLength(2_000);
  await ask(3, "3");
  expect(answer(3, names(3))).toHaveLength(0);
});
