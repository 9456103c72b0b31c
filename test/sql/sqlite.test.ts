import { join } from "node:path";
import { expect, test } from "vitest";
import type { Ask } from "../../src/contract/asking/approval.ts";
import { aRuntime, errorOf } from "../support/a-runtime.ts";
import { besideGate, makeShop } from "./a-shop.ts";
import { change, DEFAULTS, query, type Shop, type ShopOptions, sharedScenes } from "./shared-scenes.ts";

async function aShop(options: ShopOptions = {}): Promise<Shop & { file: string }> {
  const { ask = DEFAULTS.ask, permissions = DEFAULTS.permissions, limits, more = "" } = options;
  const world = await aRuntime({
    config: { databases: { shop: { url: "sqlite:shop.db", ...limits } }, permissions },
    ask,
  });
  const file = join(world.workspace, "shop.db");
  makeShop(file);
  besideGate(file, more);
  return Object.assign(world, { file, beside: async (sql: string) => besideGate(file, sql) });
}

sharedScenes({
  aShop,
  placeholder: "?",
  chance: "random()",
  trigger: "CREATE TRIGGER adds AFTER INSERT ON customers BEGIN INSERT INTO notes VALUES ('log'); END",
});

async function outputOf(outcome: ReturnType<typeof query>): Promise<Record<string, unknown>> {
  const ended = await outcome;
  if (ended.type !== "success") throw new Error(JSON.stringify(ended.error));
  return ended.output as Record<string, unknown>;
}

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

test("a statement with line ends of every kind gets its own answer, and so does the next one", async () => {
  await using world = await aShop({ permissions: { safe: ["db.read(shop.*)"] } });
  for (const end of ["\u2028", "\u2029", "\u0085", "\v", "\f", "\r", "\r\n"]) {
    await query(world, `SELECT id FROM items WHERE name = '${end}' ${end} ORDER BY id`);
    await query(world, `SELECT 1 AS no ${end}{"type":"tables"}${end}`);
    const texts = await Promise.all(
      [1, 2, 3].map(async (id) => (await outputOf(query(world, `SELECT ${id} AS own`))).rows),
    );
    expect(texts, JSON.stringify(end)).toEqual([[{ own: 1 }], [{ own: 2 }], [{ own: 3 }]]);
  }
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
      safe: ["db.read(shop)", "db.read(shop.*)", "db.update(shop.*)"],
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
