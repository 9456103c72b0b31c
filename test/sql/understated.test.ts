import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DejimaError } from "../../src/contract/error.ts";
import { boundChange } from "../../src/sources/sql/bound-change.ts";
import type { Database, TrialEffects } from "../../src/sources/sql/database.ts";
import { openPostgres } from "../../src/sources/sql/postgres/postgres-database.ts";
import { openSqlite } from "../../src/sources/sql/sqlite/sqlite-database.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aRuntime, type TestRuntime } from "../support/a-runtime.ts";
import { besideGate, makeShop, SHOP } from "./a-shop.ts";

const NEVER = new AbortController().signal;
const limits = { timeoutMs: 10_000, lockMs: 100, rows: 10, bytes: 10_000, undoRows: 10 };

async function changed(database: Database, sql: string): Promise<unknown> {
  const work = { statements: await database.analyse(sql, NEVER), parameters: [] };
  return database.change(work, async () => "done", NEVER);
}

/** What an approval of a statement would be bound to now. */
async function bound(database: Database, sql: string): Promise<string> {
  const work = { statements: await database.analyse(sql, NEVER), parameters: [] };
  const tried = () =>
    database
      .change(work, (found) => Promise.reject(Object.assign(new Error("rolled back"), { found })), NEVER)
      .catch((error: { found: TrialEffects }) => error.found);
  return JSON.stringify(await boundChange(await tried(), tried));
}

describe("SQLite", () => {
  let world: TestRuntime;
  let file = "";
  let database: Database;
  beforeAll(async () => {
    world = await aRuntime();
    file = join(world.workspace, "shop.db");
    makeShop(file);
    database = openSqlite({ name: "shop", file: async () => file, limits });
  });
  afterAll(async () => {
    await database.close();
    await world[Symbol.asyncDispose]();
  });

  test("a trigger that the same call makes does nothing that was not judged", async () => {
    for (const [sql, what] of [
      [
        "CREATE TRIGGER t AFTER DELETE ON items BEGIN DELETE FROM notes; END; DELETE FROM items WHERE id = 1",
        "delete rows of notes",
      ],
      [
        "CREATE TRIGGER t AFTER UPDATE ON items BEGIN INSERT INTO notes SELECT mail FROM customers; END; UPDATE items SET what = 'x'",
        "rows of (?:notes|customers)",
      ],
    ] as const)
      await expect(changed(database, sql), sql).rejects.toThrow(new RegExp(what));
    expect(besideGate(file, "SELECT count(*) AS n FROM notes")).toEqual([{ n: 2 }]);
    expect(
      await changed(database, "INSERT INTO notes VALUES ('x'); DELETE FROM notes WHERE line = 'x'"),
    ).toBe("done");
  });

  test("a value that would fill the memory is not made", async () => {
    for (const sql of [
      "SELECT length(randomblob(90000000))",
      "SELECT length(printf('%.*c', 90000000, 'x'))",
    ]) {
      const work = { statements: await database.analyse(sql, NEVER), parameters: [] };
      await expect(database.query(work, { offset: 0, limit: 1 }, NEVER), sql).rejects.toThrow("too big");
    }
  });

  test("an approval is bound to the rows, not to their number alone", async () => {
    const sql = "DELETE FROM customers WHERE mail = (SELECT line FROM notes ORDER BY rowid DESC LIMIT 1)";
    besideGate(file, "INSERT INTO customers VALUES (2, 'bo@example.com'), (3, 'second')");
    const first = await bound(database, sql);
    expect(await bound(database, sql)).toBe(first);
    besideGate(file, "INSERT INTO notes VALUES ('bo@example.com')");
    expect(await bound(database, sql)).not.toBe(first);
    const clock = "INSERT INTO notes VALUES (random())";
    expect(await bound(database, clock)).toBe(await bound(database, clock));
  });
});

describe.runIf(hasPostgres)("PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  let database: Database;
  beforeAll(async () => {
    server = await aPostgres();
    const url = await server.newDatabase();
    await server.query(
      `${SHOP}; CREATE FUNCTION wipe() RETURNS int LANGUAGE sql AS 'DELETE FROM items; SELECT 1';
       CREATE DOMAIN checked AS int CHECK (VALUE < 10 AND wipe() = 1);
       CREATE TABLE years (id int) PARTITION BY RANGE (id); CREATE TABLE year_1 PARTITION OF years FOR VALUES FROM (0) TO (10);
       CREATE TABLE year_2 PARTITION OF years FOR VALUES FROM (10) TO (20); INSERT INTO years VALUES (1)`,
      url,
    );
    database = openPostgres({ name: "shop", url, limits });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("rows that no name in the statement tells of stay as they are", async () => {
    await expect(changed(database, "SELECT 1::checked")).rejects.toThrow(/also change rows of items/);
    expect(await changed(database, "UPDATE years SET id = 11")).toBe("done");
    expect(await changed(database, "CREATE TABLE made AS SELECT * FROM orders")).toBe("done");
  });

  test("an answer that is too large to be held breaks off, and an approval is bound to the rows", async () => {
    const sql = "SELECT repeat('x', 30000000) FROM generate_series(1, 4)";
    const work = { statements: await database.analyse(sql, NEVER), parameters: [] };
    const error = await database
      .query(work, { offset: 0, limit: 5 }, NEVER)
      .catch((thrown: DejimaError) => thrown);
    expect(String(error)).toContain("returns more than 64000000 bytes");
    const first = await bound(database, "DELETE FROM orders WHERE id = 1");
    expect(await bound(database, "DELETE FROM orders WHERE id = 1")).toBe(first);
    expect(await bound(database, "DELETE FROM orders WHERE id = 3")).not.toBe(
      await bound(database, "DELETE FROM orders WHERE name = 'Bo' AND id = 2"),
    );
  });
});
