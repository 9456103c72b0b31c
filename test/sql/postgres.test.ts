import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/config/config-schema.ts";
import type { Ask } from "../../src/contract/approval.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aRuntime, errorOf, type TestRuntime } from "../support/a-runtime.ts";
import { SHOP } from "./a-shop.ts";

const READING = ["db.read(shop)", "db.read(shop.*)"];

describe.runIf(hasPostgres)("the sql tools on PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  beforeAll(async () => {
    server = await aPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  interface Shop extends TestRuntime {
    /** Runs SQL beside the gate, as another program would. */
    beside(sql: string): Promise<unknown[]>;
  }

  async function aShop(
    options: { ask?: Ask; permissions?: ConfigInput["permissions"]; limits?: object; more?: string } = {},
  ): Promise<Shop> {
    const url = await server.newDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { ask = async () => ({ answer: "approve", by: "tester" }) } = options;
    await client.query(`${SHOP};${options.more ?? ""}`);
    const permissions = options.permissions ?? { safe: READING, confirm: ["databases"] };
    const config: ConfigInput = { databases: { shop: { url, ...options.limits } }, permissions };
    const world = await aRuntime({ config, ask });
    return {
      ...world,
      beside: async (sql) => (await client.query(sql)).rows,
      async [Symbol.asyncDispose]() {
        await client.end();
        await world[Symbol.asyncDispose]();
      },
    };
  }

  const query = (world: TestRuntime, sql: string, more: object = {}) =>
    world.runtime.execute("sql_query", { database: "shop", sql, ...more });
  const change = (world: TestRuntime, sql: string, more: object = {}) =>
    world.runtime.execute("sql_change", { database: "shop", sql, ...more });

  test("sql_query pages through rows with placeholders, and sql_schema lists tables", async () => {
    await using world = await aShop();
    const page = { parameters: [0], limit: 2, offset: 1 };
    expect(
      await query(world, "SELECT id, name, total FROM orders WHERE id > $1 ORDER BY id", page),
    ).toMatchObject({
      output: {
        columns: ["id", "name", "total"],
        rows: [{ id: 2, name: "Bo", total: "20" }, { id: 3 }],
        more: false,
      },
    });
    expect(await query(world, "SELECT id FROM open_orders", { limit: 2 })).toMatchObject({
      output: { more: true, next: 2 },
    });
    expect(await query(world, "EXPLAIN SELECT id FROM orders")).toMatchObject({ type: "success" });
    expect(await world.runtime.execute("sql_schema", { database: "shop", table: "item" })).toMatchObject({
      output: {
        tables: [{ table: "items", columns: ["id integer not null", "order_id integer", "what text"] }],
      },
    });
  });

  test("sql_change shows rows, cascades and locks, is bound to the numbers, and undo puts everything back", async () => {
    const previews: string[] = [];
    await using world = await aShop({
      async ask({ preview }) {
        previews.push(preview?.text ?? "");
        if (previews.length === 1) await world.beside("INSERT INTO items VALUES (9, 1, 'jar')");
        return { answer: "approve", by: "tester" };
      },
    });
    const outcome = await change(
      world,
      "DELETE FROM orders WHERE id = 1; UPDATE orders SET total = total + 1; INSERT INTO notes VALUES ('third')",
    );
    expect(outcome).toMatchObject({
      output: {
        changed: [
          "shop.items: 3 deleted (of 4 rows)",
          "shop.notes: 1 inserted (of 2 rows)",
          "shop.orders: 2 updated, 1 deleted (of 3 rows)",
        ],
      },
    });
    expect(previews).toHaveLength(2);
    expect(previews[0]).toContain("shop.items: 2 deleted (of 3 rows)");
    expect(previews[1]).toContain("WARNING: this touches every row of orders");
    expect(previews[1]).toContain('- orders id="2", total="20"\n+ orders id="2", total="21"');
    expect(previews[1]).toContain("Locks: orders (RowExclusiveLock)");
    expect(await world.beside("SELECT count(*)::int AS n FROM items")).toEqual([{ n: 1 }]);
    const { undone } = await world.runtime.undo(outcome.callId);
    expect(undone.map(({ path, action }) => `${path} ${action}`)).toEqual([
      "shop.items 3 rows put back",
      "shop.notes 1 row put back",
      "shop.orders 3 rows put back",
    ]);
    expect(await world.beside("SELECT count(*)::int AS n, sum(total)::int AS t FROM orders")).toEqual([
      { n: 3, t: 60 },
    ]);
    expect(await world.beside("SELECT count(*)::int AS n FROM items")).toEqual([{ n: 4 }]);
  });

  test("undo keeps odd values, and refuses where rows changed, a trigger fires or the schema changed", async () => {
    await using world = await aShop({
      limits: { undoRows: 3 },
      more: `CREATE SCHEMA odd; CREATE TABLE odd."A b" (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, j json, b bytea, t timestamptz, a int[], f float8, twice int GENERATED ALWAYS AS (2) STORED);
        INSERT INTO odd."A b" (j, b, t, a, f) VALUES ('{"x" : 1}', '\\x00ff', '2026-01-02 03:04:05.678901+09', '{1,NULL,3}', 'NaN');
        CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO notes VALUES (''log''); RETURN NEW; END';
        CREATE TRIGGER logs AFTER INSERT ON customers EXECUTE FUNCTION logs();`,
    });
    const undo = async (sql: string, meanwhile = "SELECT 1") => {
      const outcome = await change(world, sql);
      expect([sql, outcome]).toMatchObject([sql, { type: "success" }]);
      await world.beside(meanwhile);
      return world.runtime.undo(outcome.callId).then(
        () => "undone",
        (error: Error) => error.message,
      );
    };
    const before = await world.beside('SELECT t::text, * FROM odd."A b"');
    expect(await undo('DELETE FROM odd."A b"')).toBe("undone");
    expect(await undo(`UPDATE odd."A b" SET j = NULL, b = '\\x01', f = 1, a = NULL`)).toBe("undone");
    expect(await world.beside('SELECT t::text, * FROM odd."A b"')).toEqual(before);
    expect(
      await undo("UPDATE orders SET total = 5 WHERE id = 1", "UPDATE orders SET total = 6 WHERE id = 1"),
    ).toContain('a row of "orders" is not as the call left it');
    expect(await undo("DELETE FROM customers")).toContain(
      "a trigger or a foreign key would change further rows",
    );
    expect(await world.beside("SELECT count(*)::int AS n FROM notes")).toEqual([{ n: 2 }]);
    expect(await undo("DELETE FROM items; DELETE FROM notes")).toContain("it changes 5 rows");
    expect(await undo("ALTER TABLE orders DROP COLUMN total")).toContain("it changes the schema");
  });

  test("effects name tables behind views, foreign keys, triggers and other schemas", async () => {
    await using world = await aShop({
      ask: async () => ({ answer: "deny", by: "tester" }),
      permissions: {
        safe: ["sql_change(shop.orders update)"],
        confirm: ["databases"],
        deny: ["db.read(shop.CUSTOMERS)"],
      },
      more: `CREATE VIEW mails AS SELECT mail FROM customers; CREATE SCHEMA audit; CREATE TABLE audit.log (line text);
        CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
        CREATE TRIGGER logs AFTER UPDATE ON items EXECUTE FUNCTION logs();`,
    });
    await world.runtime.ready();
    const effects = async (tool: string, sql: string) =>
      (await world.runtime.registry.require(tool).effects({ database: "shop", sql, parameters: [] }))
        .map(({ kind, target }) => `${kind} ${target}`)
        .sort();
    expect(await effects("sql_query", "SELECT * FROM mails m, audit.log")).toEqual([
      "db.read shop.audit.log",
      "db.read shop.customers",
      "db.read shop.mails",
    ]);
    expect(await effects("sql_change", "DELETE FROM orders")).toEqual([
      "db.delete shop.items",
      "db.delete shop.orders",
    ]);
    expect(await effects("sql_change", "UPDATE items SET what = 'x'")).toEqual([
      "db.call shop.logs",
      "db.update shop.items",
    ]);
    expect(
      await effects(
        "sql_change",
        "WITH a AS (DELETE FROM items RETURNING what) INSERT INTO notes SELECT what FROM a",
      ),
    ).toEqual(["db.delete shop.items", "db.insert shop.notes", "db.read shop.items"]);
    expect((await change(world, "UPDATE orders SET total = 1 WHERE id = 1")).type).toBe("success");
    const code = async (sql: string) => errorOf(await change(world, sql)).code;
    expect(await code("DELETE FROM orders WHERE id = 1")).toBe("approval_denied");
    expect(await code("UPDATE orders SET name = (SELECT mail FROM mails)")).toBe("tool_not_allowed");
    expect(await code("UPDATE orders SET total = 1 FROM customers")).toBe("tool_not_allowed");
  });

  test("a change that calls a function is not tried before a person agrees", async () => {
    const previews: string[] = [];
    await using world = await aShop({
      async ask({ preview }) {
        previews.push(preview?.text ?? "");
        return { answer: "deny", by: "tester" };
      },
      more: "CREATE SEQUENCE steps; CREATE FUNCTION wipe() RETURNS bigint LANGUAGE sql AS 'SELECT nextval(''steps'')'",
    });
    expect(errorOf(await change(world, "SELECT wipe()")).code).toBe("approval_denied");
    expect(previews).toEqual([expect.stringContaining("Not tried beforehand: it calls wipe")]);
    // A sequence does not go back with a transaction: had it been called, this would be true.
    expect(await world.beside("SELECT is_called FROM steps")).toEqual([{ is_called: false }]);
  });

  test("time, locks and a server that is gone end a call with the right error", async () => {
    await using world = await aShop({ limits: { timeout: 400, lockTimeout: 100, maxBytes: 2_000 } });
    expect(errorOf(await query(world, "SELECT count(*) FROM generate_series(1, 1000000000)")).code).toBe(
      "timeout",
    );
    await world.beside("BEGIN; UPDATE items SET what = 'held'");
    expect(errorOf(await change(world, "DELETE FROM items")).code).toBe("conflict");
    await world.beside("ROLLBACK");
    const page = await query(world, "SELECT repeat('x', 600) AS text FROM orders, items");
    expect(page).toMatchObject({ output: { more: true, next: 3 } });
    expect(errorOf(await query(world, "SELECT repeat('x', 6000) AS text")).message).toContain(
      "more than 2000 bytes",
    );
  });
});
