import { join } from "node:path";
import { expect, test } from "vitest";
import type { ConfigInput } from "../../src/config/config-schema.ts";
import type { Ask } from "../../src/contract/approval.ts";
import { aRuntime, errorOf, type TestRuntime } from "../support/a-runtime.ts";
import { besideGate, makeShop } from "./a-shop.ts";

const READING = ["db.read(shop)", "db.read(shop.*)"];

async function aShop({
  ask = async () => ({ answer: "approve", by: "tester" }),
  permissions = { safe: READING, confirm: ["databases"] },
  limits = {},
}: {
  ask?: Ask;
  permissions?: ConfigInput["permissions"];
  limits?: object;
} = {}): Promise<TestRuntime & { file: string }> {
  const config: ConfigInput = { databases: { shop: { url: "sqlite:shop.db", ...limits } } };
  const world = await aRuntime({
    config: { ...config, ...(permissions === undefined ? {} : { permissions }) },
    ask,
  });
  const file = join(world.workspace, "shop.db");
  makeShop(file);
  return Object.assign(world, { file });
}

const query = (world: TestRuntime, sql: string, more: object = {}) =>
  world.runtime.execute("sql_query", { database: "shop", sql, ...more });
const change = (world: TestRuntime, sql: string, more: object = {}) =>
  world.runtime.execute("sql_change", { database: "shop", sql, ...more });

async function outputOf(outcome: ReturnType<typeof query>): Promise<Record<string, unknown>> {
  const ended = await outcome;
  if (ended.type !== "success") throw new Error(JSON.stringify(ended.error));
  return ended.output as Record<string, unknown>;
}

test("sql_query reads page by page with placeholders, and marks the run unless the database is trusted", async () => {
  await using world = await aShop();
  const first = await outputOf(
    query(world, "SELECT id, name FROM orders WHERE id > ? ORDER BY id", { parameters: [0], limit: 2 }),
  );
  expect(first).toEqual({
    columns: ["id", "name"],
    rows: [
      { id: 1, name: "Ada" },
      { id: 2, name: "Bo" },
    ],
    more: true,
    next: 2,
  });
  const rest = await outputOf(
    query(world, "SELECT id, name FROM orders ORDER BY id", { limit: 2, offset: 2 }),
  );
  expect(rest).toMatchObject({ rows: [{ id: 3, name: "Cy" }], more: false });
  expect(world.events.some((event) => event.type === "taint-start" && event.source === "database shop")).toBe(
    true,
  );
  const { tables } = await outputOf(world.runtime.execute("sql_schema", { database: "shop", table: "item" }));
  expect(tables).toMatchObject([
    { table: "items", keys: ["order_id references orders(id) on delete cascade"] },
  ]);
});

test("without a rule, reading is asked about and changing is off", async () => {
  const asked: string[] = [];
  const ask: Ask = async ({ title, off }) => {
    asked.push(`${off === undefined ? "" : "off: "}${title?.en}`);
    return { answer: "deny", by: "tester" };
  };
  await using world = await aShop({ ask, permissions: {} });
  expect(errorOf(await query(world, "SELECT * FROM open_orders")).code).toBe("approval_denied");
  expect(errorOf(await change(world, "DELETE FROM items")).code).toBe("approval_denied");
  expect(asked).toEqual([
    "Read shop.orders; shop.open_orders in the database?",
    "off: Delete rows of shop.items?",
  ]);
  expect(besideGate(world.file, "SELECT count(*) AS n FROM items")).toEqual([{ n: 3 }]);
});

test("sql_change shows what it does before it is agreed to, cascades among it, and undo puts everything back", async () => {
  const previews: string[] = [];
  const ask: Ask = async ({ preview, offers }) => {
    previews.push(preview?.text ?? "");
    expect(offers).toEqual([]);
    return { answer: "approve", by: "tester" };
  };
  await using world = await aShop({ ask });
  const before = besideGate(world.file, "SELECT * FROM items");
  const outcome = await change(
    world,
    "DELETE FROM orders WHERE id = 1; UPDATE orders SET total = total + 1; INSERT INTO notes VALUES ('third')",
  );
  expect(outcome).toMatchObject({
    type: "success",
    output: {
      changed: [
        "shop.orders: 2 updated, 1 deleted (of 3 rows)",
        "shop.items: 2 deleted (of 3 rows)",
        "shop.notes: 1 inserted (of 2 rows)",
      ],
    },
  });
  expect(previews).toHaveLength(1);
  expect(previews[0]).toContain('- items id=1, order_id=1, what="tea"');
  expect(previews[0]).toContain("- orders id=2, total=20\n+ orders id=2, total=21");
  expect(previews[0]).toContain("WARNING: this touches every row of orders");
  expect(besideGate(world.file, "SELECT count(*) AS n FROM items")).toEqual([{ n: 1 }]);
  const { undone } = await world.runtime.undo(outcome.callId);
  expect(undone).toEqual([
    { path: "shop.orders", action: "3 rows put back" },
    { path: "shop.items", action: "2 rows put back" },
    { path: "shop.notes", action: "1 row put back" },
  ]);
  expect(besideGate(world.file, "SELECT * FROM items")).toEqual(before);
  expect(besideGate(world.file, "SELECT sum(total) AS n FROM orders")).toEqual([{ n: 60 }]);
  expect(besideGate(world.file, "SELECT count(*) AS n FROM notes")).toEqual([{ n: 2 }]);
  expect(await world.runtime.undo(outcome.callId)).toEqual({ undone: [] });
});

test("an approval holds for the rows that were shown: other rows are asked about again", async () => {
  const previews: string[] = [];
  await using world = await aShop({
    async ask({ preview }) {
      previews.push(preview?.text.split("\n")[0] ?? "");
      if (previews.length === 1) besideGate(world.file, "INSERT INTO items VALUES (9, 3, 'jar')");
      return { answer: "approve", by: "tester" };
    },
  });
  expect((await change(world, "DELETE FROM items WHERE id > 1")).type).toBe("success");
  expect(previews).toEqual(["shop.items: 2 deleted (of 3 rows)", "shop.items: 3 deleted (of 4 rows)"]);
});

test("sql_change rolls back when the rows changed between the last look and the commit", async () => {
  await using world = await aShop();
  await world.runtime.ready();
  const tool = world.runtime.registry.require("sql_change");
  const input = { database: "shop", sql: "DELETE FROM items WHERE id > 1", parameters: [] };
  const bound = (await tool.rehearse?.(input))?.bound;
  besideGate(world.file, "INSERT INTO items VALUES (9, 3, 'jar')");
  const context = { bound, callId: "c.1", runId: "r", signal: new AbortController().signal, mark() {} };
  await expect(tool.run(input, context as never)).rejects.toThrow(
    "the rows have changed since this was approved",
  );
  expect(besideGate(world.file, "SELECT count(*) AS n FROM items")).toEqual([{ n: 4 }]);
});

test("rules name a table and a verb: what they do not name stays asked about or off", async () => {
  await using world = await aShop({
    ask: async () => ({ answer: "deny", by: "tester" }),
    permissions: {
      safe: ["sql_change(shop.orders update)", "db.insert(shop.orders)"],
      confirm: ["databases"],
      deny: ["db.read(shop.CUSTOMERS)"],
    },
  });
  expect((await change(world, "UPDATE orders SET total = 1 WHERE id = 1")).type).toBe("success");
  const code = async (sql: string) => errorOf(await change(world, sql)).code;
  expect(await code("DELETE FROM orders WHERE id = 1")).toBe("approval_denied");
  expect((await change(world, "INSERT INTO orders VALUES (4, 'Di', 1)")).type).toBe("success");
  expect(await code("INSERT OR REPLACE INTO orders VALUES (4, 'Eve', 2)")).toBe("approval_denied");
  expect(await code("UPDATE orders SET name = (SELECT mail FROM customers)")).toBe("tool_not_allowed");
  expect(await code("UPDATE customers SET mail = mail RETURNING mail")).toBe("tool_not_allowed");
  expect(errorOf(await query(world, "SELECT * FROM Customers")).code).toBe("tool_not_allowed");
});

test("a rule about the file of a database holds for the database", async () => {
  await using world = await aShop({
    permissions: {
      safe: [...READING, "db.update(shop.*)"],
      confirm: ["databases"],
      deny: ["file.write(./shop.db)"],
    },
  });
  expect((await query(world, "SELECT 1 AS one FROM orders")).type).toBe("success");
  expect(errorOf(await change(world, "UPDATE orders SET total = 1")).code).toBe("tool_not_allowed");
});

test("a database outside of the allowed folders, or Dejima's own, cannot be reached", async () => {
  for (const url of ["sqlite:/etc/passwd", "sqlite:.dejima/dejima.db", "sqlite:../other.db"]) {
    await using world = await aRuntime({ config: { databases: { shop: { url } } } });
    const outcome = await world.runtime.execute("sql_query", { database: "shop", sql: "SELECT 1" });
    expect([url, errorOf(outcome).code]).toEqual([url, "path_blocked"]);
  }
});

test("undo refuses with the reason: rows that changed since, too many rows, a changed schema, a trigger", async () => {
  await using world = await aShop({ limits: { undoRows: 3 } });
  const undo = async (sql: string, meanwhile = "SELECT 1") => {
    const outcome = await change(world, sql);
    expect([sql, outcome.type]).toEqual([sql, "success"]);
    besideGate(world.file, meanwhile);
    return world.runtime.undo(outcome.callId).then(
      () => "undone",
      (error: Error) => error.message,
    );
  };
  expect(
    await undo("UPDATE orders SET total = 5 WHERE id = 1", "UPDATE orders SET total = 6 WHERE id = 1"),
  ).toContain('a row of "orders" is not as the call left it');
  expect(besideGate(world.file, "SELECT total FROM orders WHERE id = 1")).toEqual([{ total: 6 }]);
  expect(await undo("DELETE FROM items; DELETE FROM notes")).toContain(
    "it changes 5 rows, and the previous content of at most 3 is kept",
  );
  expect(await undo("CREATE TABLE more (id INTEGER PRIMARY KEY)")).toContain("it changes the schema");
  besideGate(
    world.file,
    "CREATE TRIGGER log AFTER INSERT ON customers BEGIN INSERT INTO more VALUES (NULL); END",
  );
  expect(await undo("DELETE FROM customers")).toContain("a trigger would change further rows");
  expect(besideGate(world.file, "SELECT count(*) AS n FROM more")).toEqual([{ n: 0 }]);
});

test("a statement without end is stopped, and the next one works", async () => {
  await using world = await aShop({ limits: { timeout: 800, lockTimeout: 50 } });
  const endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";
  expect(errorOf(await query(world, endless)).code).toBe("timeout");
  expect((await query(world, "SELECT count(*) AS n FROM orders")).type).toBe("success");
  expect(errorOf(await change(world, `INSERT INTO notes ${endless}`)).code).toBe("timeout");
  expect(besideGate(world.file, "SELECT count(*) AS n FROM notes")).toEqual([{ n: 2 }]);
});

test("results are bounded in bytes, and a lock that another program holds is waited for only so long", async () => {
  await using world = await aShop({ limits: { maxBytes: 2_000, lockTimeout: 50 } });
  const page = await outputOf(
    query(world, "SELECT x.id, printf('%.500c', 'x') AS text FROM orders AS x, items, notes"),
  );
  expect([(page.rows as unknown[]).length, page.more]).toEqual([3, true]);
  expect(errorOf(await query(world, "SELECT printf('%.5000c', 'x') AS text")).message).toContain(
    "more than 2000 bytes",
  );
  const { DatabaseSync } = await import("node:sqlite");
  using other = new DatabaseSync(world.file);
  other.exec("BEGIN EXCLUSIVE");
  expect(errorOf(await change(world, "DELETE FROM items")).message).toContain(
    "another program holds its lock",
  );
});
