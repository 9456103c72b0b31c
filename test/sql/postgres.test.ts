import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aRuntime, errorOf } from "../support/a-runtime.ts";
import { SHOP } from "./a-shop.ts";
import {
  change,
  DEFAULTS,
  query,
  type Shop,
  type ShopOptions,
  sharedScenes,
  undone,
} from "./shared-scenes.ts";

describe.runIf(hasPostgres)("the sql tools on PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  beforeAll(async () => {
    server = await aPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function aShop(options: ShopOptions = {}): Promise<Shop> {
    const url = await server.newDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { ask = DEFAULTS.ask, permissions = DEFAULTS.permissions } = options;
    await client.query(`${SHOP};${options.more ?? ""}`);
    const config = { databases: { shop: { url, ...options.limits } }, permissions };
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

  sharedScenes({
    aShop,
    placeholder: "$1",
    chance: "random()",
    trigger: `CREATE FUNCTION adds() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO notes VALUES (''log''); RETURN NEW; END';
      CREATE TRIGGER adds AFTER INSERT ON customers EXECUTE FUNCTION adds()`,
  });

  test("undo keeps odd values, and refuses after a change of the schema", async () => {
    await using world = await aShop({
      more: `CREATE SCHEMA odd; CREATE TABLE odd."A b" (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, j json, b bytea, t timestamptz, a int[], f float8, twice int GENERATED ALWAYS AS (2) STORED);
        INSERT INTO odd."A b" (j, b, t, a, f) VALUES ('{"x" : 1}', '\\x00ff', '2026-01-02 03:04:05.678901+09', '{1,NULL,3}', 'NaN');`,
    });
    const undo = (sql: string) => undone(world, sql);
    const before = await world.beside('SELECT t::text, * FROM odd."A b"');
    expect(await undo('DELETE FROM odd."A b"')).toBe("undone");
    expect(await undo(`UPDATE odd."A b" SET j = NULL, b = '\\x01', f = 1, a = NULL`)).toBe("undone");
    expect(await world.beside('SELECT t::text, * FROM odd."A b"')).toEqual(before);
    await world.beside("CREATE INDEX by_name ON orders (lower(name)) WHERE total > 5");
    const outcome = await change(world, "ALTER TABLE items DROP COLUMN what; DROP INDEX by_name");
    expect(outcome).toMatchObject({
      output: {
        schema: expect.arrayContaining([
          "- CREATE INDEX by_name ON public.orders USING btree (lower(name)) WHERE (total > (5)::numeric)",
          "- items (id integer not null, order_id integer, what text)",
          "+ items (id integer not null, order_id integer)",
        ]),
      },
    });
    await expect(world.runtime.undo(outcome.callId)).rejects.toThrow("it changes the schema");
    const dropped = await change(world, "DROP TABLE items");
    expect(dropped).toMatchObject({
      output: {
        schema: expect.arrayContaining([
          "- ALTER TABLE items ADD CONSTRAINT items_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE",
        ]),
      },
    });
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
