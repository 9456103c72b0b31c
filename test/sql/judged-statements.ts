import { expect } from "vitest";
import { DejimaError } from "../../src/contract/error.ts";
import type { TestRuntime } from "../support/a-runtime.ts";

/** A statement, the tool that it is given to, and what must come of it: a refusal that says this, or exactly these effects. */
export type Case = readonly [tool: "query" | "change", sql: string, expected: RegExp | readonly string[]];

/** What every kind of database has to make of a statement. */
export const EVERYWHERE: readonly Case[] = [
  ["query", "SELECT 1; DELETE FROM items", /one statement at a time/],
  ["query", "BEGIN; SELECT 1", /each call is one transaction/],
  ["change", "SAVEPOINT a", /each call is one transaction/],
  ["change", "COMMIT; DROP TABLE items", /each call is one transaction/],
  ["change", "CREATE TEMPORARY TABLE orders (id INTEGER)", /temporary tables/],
  ["query", "SELECT 1\u0000; DELETE FROM items", /different ways/],
  ["query", "SELECT '\ud800'", /different ways|well-formed|characters/],
  ["query", "SELEC * FROM orders", /syntax error|not among the statements/],
  ["query", "-- nothing", /no statement/],
  ["query", "DELETE FROM items", /deletes shop.items.*only reads/],
  ["query", "UPDATE items SET what = 'SELECT'", /updates shop.items.*only reads/],
  ["query", "DROP TABLE items", /(?:changes the schema|deletes) shop.items.*only reads/],
  ["query", "SELECT * FROM orders", ["db.read shop.orders"]],
  ["query", "SELECT * FROM orders -- FROM customers", ["db.read shop.orders"]],
  ["query", "SELECT 'x /* ' FROM customers /* ' FROM orders */", ["db.read shop.customers"]],
  ["query", "SELECT ' FROM orders; ' FROM customers; ", ["db.read shop.customers"]],
  ["query", "SELECT 'it''s FROM orders' FROM customers", ["db.read shop.customers"]],
  ["query", "SELECT 'é', '日本' FROM customers", ["db.read shop.customers"]],
  ["query", "SELECT * FROM open_orders", ["db.read shop.open_orders", "db.read shop.orders"]],
  ["query", "SELECT 1 AS a FROM (SELECT mail FROM customers) AS x", ["db.read shop.customers"]],
  ["query", "SELECT 1 AS a WHERE EXISTS (SELECT 1 FROM customers)", ["db.read shop.customers"]],
  [
    "query",
    "SELECT id FROM orders UNION SELECT id FROM customers",
    ["db.read shop.customers", "db.read shop.orders"],
  ],
  [
    "query",
    "WITH a AS (SELECT * FROM customers) SELECT * FROM a, orders",
    ["db.read shop.customers", "db.read shop.orders"],
  ],
  ["change", "DELETE FROM orders", ["db.delete shop.items", "db.delete shop.orders"]],
  ["change", "UPDATE orders SET total = 1 WHERE id = 1", ["db.update shop.orders"]],
  [
    "change",
    "UPDATE orders SET name = (SELECT mail FROM customers)",
    ["db.read shop.customers", "db.update shop.orders"],
  ],
  [
    "change",
    "INSERT INTO notes SELECT mail FROM customers",
    ["db.insert shop.notes", "db.read shop.customers"],
  ],
  [
    "change",
    "INSERT INTO notes VALUES ('x'); DELETE FROM customers",
    ["db.delete shop.customers", "db.insert shop.notes"],
  ],
];

/** What the gate makes of a statement: its effects, or why it is refused. */
async function judged({ runtime }: TestRuntime, [tool, sql]: Case): Promise<string | string[]> {
  try {
    const effects = await runtime.registry
      .require(`sql_${tool}`)
      .effects({ database: "shop", sql, parameters: [] });
    return effects
      .filter(({ kind }) => kind.startsWith("db."))
      .map(({ kind, target }) => `${kind} ${target}`)
      .sort();
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    return error.message;
  }
}

/** Fails with all statements of which something else came than must. */
export async function expectRight(world: TestRuntime, cases: readonly Case[]): Promise<void> {
  await world.runtime.ready();
  const wrong: unknown[] = [];
  for (const one of cases) {
    const [, sql, expected] = one;
    const found = await judged(world, one);
    const right =
      expected instanceof RegExp
        ? typeof found === "string" && expected.test(found)
        : JSON.stringify(found) === JSON.stringify(expected);
    if (!right) wrong.push({ sql, expected, found });
  }
  expect(wrong).toEqual([]);
}
