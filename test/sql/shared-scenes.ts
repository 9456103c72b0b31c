import { expect, test } from "vitest";
import type { ConfigInput } from "../../src/config/schema/config-schema.ts";
import type { Ask } from "../../src/contract/asking/approval.ts";
import { errorOf, type TestRuntime } from "../support/a-runtime.ts";
import { EVERYWHERE, expectRight } from "./judged-statements.ts";

/** What a scene changes of its shop. */
export interface ShopOptions {
  readonly ask?: Ask | undefined;
  readonly permissions?: ConfigInput["permissions"] | undefined;
  readonly limits?: object | undefined;
  /** More SQL for the database. */
  readonly more?: string | undefined;
}

/** A runtime with the database `shop`. */
export interface Shop extends TestRuntime {
  /** Runs SQL beside the gate, as another program would. */
  beside(sql: string): Promise<unknown[]>;
}

/** Reading is allowed, changing is asked about, and everything is agreed to. */
export const DEFAULTS = {
  permissions: { safe: ["db.read(shop)", "db.read(shop.*)"], confirm: ["databases"] },
  ask: (async () => ({ answer: "approve", by: "tester" })) satisfies Ask,
};

export const query = (world: TestRuntime, sql: string, more: object = {}) =>
  world.runtime.execute("sql_query", { database: "shop", sql, ...more });
export const change = (world: TestRuntime, sql: string, more: object = {}) =>
  world.runtime.execute("sql_change", { database: "shop", sql, ...more });

/** Changes a shop, does something else meanwhile, and undoes the change. Returns "undone", or why not. */
export async function undone(world: Shop, sql: string, meanwhile?: string): Promise<string> {
  const outcome = await change(world, sql);
  expect([sql, outcome]).toMatchObject([sql, { type: "success" }]);
  if (meanwhile !== undefined) await world.beside(meanwhile);
  return world.runtime.undo(outcome.callId).then(
    () => "undone",
    (error: Error) => error.message,
  );
}

/** The scenes that every kind of database plays. */
export function sharedScenes(kind: {
  readonly placeholder: string;
  /** The function that gives a number by chance. */
  readonly chance: string;
  /** A trigger that adds a note with each new customer. */
  readonly trigger: string;
  aShop(options?: ShopOptions): Promise<Shop>;
}): void {
  const { aShop, chance, placeholder, trigger } = kind;
  const numberOf = async (world: Shop, sql: string) =>
    Number(Object.values(Object((await world.beside(sql))[0]))[0]);

  test(`${EVERYWHERE.length} hostile and odd statements are judged as in every other kind of database`, async () => {
    await using world = await aShop();
    await expectRight(world, EVERYWHERE);
  });

  test("sql_query pages through rows with placeholders, sql_schema lists tables", async () => {
    await using world = await aShop();
    const page = { parameters: [0], limit: 2, offset: 1 };
    expect(
      await query(world, `SELECT id, name FROM orders WHERE id > ${placeholder} ORDER BY id`, page),
    ).toMatchObject({
      output: { columns: ["id", "name"], rows: [{ id: 2, name: "Bo" }, { id: 3 }], more: false },
    });
    expect(await query(world, "SELECT id FROM open_orders", { limit: 2 })).toMatchObject({
      output: { more: true, next: 2 },
    });
    expect(
      world.events.some((event) => event.type === "taint-start" && event.source === "database shop"),
    ).toBe(true);
    expect(await world.runtime.execute("sql_schema", { database: "shop", table: "item" })).toMatchObject({
      output: { tables: [{ table: "items" }] },
    });
    const run = await world.runtime.openRun({
      mode: "interactive",
      ask: async () => ({ answer: "approve", by: "ann" }),
    });
    await run.execute({ tool: "sql_schema", input: { database: "shop" } });
    expect(run.sources).toEqual(["database shop"]);
  });

  test("sql_change shows rows and cascades, asks again when others are touched, and undo puts everything back", async () => {
    const previews: string[] = [];
    await using world = await aShop({
      async ask({ preview }) {
        previews.push((preview?.text ?? "").replace(/"(\d+)"/g, "$1"));
        if (previews.length === 1) await world.beside("INSERT INTO items VALUES (9, 1, 'jar')");
        return { answer: "approve", by: "tester" };
      },
    });
    const outcome = await change(
      world,
      "DELETE FROM orders WHERE id = 1; UPDATE orders SET total = total + 1; INSERT INTO notes VALUES ('third')",
    );
    expect(outcome).toMatchObject({ type: "success" });
    expect((outcome as unknown as { output: { changed: string[] } }).output.changed.sort()).toEqual([
      "shop.items: 3 deleted (of 4 rows)",
      "shop.notes: 1 inserted (of 2 rows)",
      "shop.orders: 2 updated, 1 deleted (of 3 rows)",
    ]);
    expect(previews).toHaveLength(2);
    expect(previews[0]).toContain("shop.items: 2 deleted (of 3 rows)");
    expect(previews[1]).toContain("WARNING: this touches every row of orders");
    expect(previews[1]).toContain('- items id=1, order_id=1, what="tea"');
    expect(previews[1]).toContain("- orders id=2, total=20\n+ orders id=2, total=21");
    expect(await numberOf(world, "SELECT count(*) AS n FROM items")).toBe(1);
    const { undone: paths } = await world.runtime.undo(outcome.callId);
    expect(paths.map(({ path, action }) => `${path} ${action}`).sort()).toEqual([
      "shop.items 3 rows restored",
      "shop.notes 1 row restored",
      "shop.orders 3 rows restored",
    ]);
    expect(await numberOf(world, "SELECT sum(total) AS n FROM orders")).toBe(60);
    expect(await numberOf(world, "SELECT count(*) AS n FROM items")).toBe(4);
    expect(await numberOf(world, "SELECT count(*) AS n FROM notes")).toBe(2);
    expect(await world.runtime.undo(outcome.callId)).toEqual({ undone: [] });
  });

  test("before a change of the schema the definitions of the whole database are kept, and the undo says where", async () => {
    await using world = await aShop({ more: trigger });
    const outcome = await change(world, "ALTER TABLE items ADD COLUMN weight integer");
    expect(outcome).toMatchObject({ type: "success", output: { cannotUndo: "it changes the schema" } });
    const kept = [...(await world.homeFiles())].find(([path]) =>
      path.endsWith(`${outcome.callId}.database.json`),
    );
    const { dump, schema } = JSON.parse(kept?.[1] ?? "{}") as { dump: string[]; schema: string[] };
    for (const name of ["items", "orders", "customers", "open_orders", "adds"])
      expect(
        dump.some((line) => line.includes(name)),
        name,
      ).toBe(true);
    expect(dump.join()).not.toContain("weight");
    expect(schema.some((line) => line.startsWith("- ") && line.includes("items"))).toBe(true);
    await expect(world.runtime.undo(outcome.callId)).rejects.toThrow("The schema from before is kept in");
  });

  test("an approval holds for the new values, too; those of a clock and by chance may differ", async () => {
    const asked: string[] = [];
    await using world = await aShop({
      async ask({ preview }) {
        asked.push(preview?.text ?? "");
        if (asked.length === 1) await world.beside("UPDATE customers SET mail = 'eve@example.com'");
        return { answer: "approve", by: "tester" };
      },
    });
    const copy = "UPDATE orders SET name = (SELECT mail FROM customers) WHERE id = 1";
    expect((await change(world, copy)).type).toBe("success");
    expect(asked.map((text) => /ada@|eve@/.exec(text)?.[0])).toEqual(["ada@", "eve@"]);
    expect(
      (await change(world, `INSERT INTO notes VALUES (CURRENT_TIMESTAMP), (CAST(${chance} AS CHAR(20)))`))
        .type,
    ).toBe("success");
    expect(asked).toHaveLength(3);
  });

  test("undo refuses where rows changed, too many rows changed, or a trigger would change more", async () => {
    await using world = await aShop({ limits: { undoRows: 3 }, more: trigger });
    expect(
      await undone(
        world,
        "UPDATE orders SET total = 5 WHERE id = 1",
        "UPDATE orders SET total = 6 WHERE id = 1",
      ),
    ).toContain('a row of "orders" is not as the call left it');
    expect(await numberOf(world, "SELECT total FROM orders WHERE id = 1")).toBe(6);
    expect(await undone(world, "DELETE FROM customers")).toMatch(
      /a trigger (?:or a foreign key )?would change/,
    );
    expect(await numberOf(world, "SELECT count(*) AS n FROM notes")).toBe(2);
    expect(await undone(world, "DELETE FROM items; DELETE FROM notes")).toContain(
      "it changes 5 rows, and the previous content of at most 3 is kept",
    );
  });

  test("rules name a table and a verb: what they do not name stays asked about, what they deny stays denied", async () => {
    await using world = await aShop({
      ask: async () => ({ answer: "deny", by: "tester" }),
      permissions: {
        safe: ["sql_change(shop.orders update)"],
        confirm: ["databases"],
        deny: ["db.read(shop.CUSTOMERS)"],
      },
      more: "CREATE VIEW mails AS SELECT mail FROM customers",
    });
    expect((await change(world, "UPDATE orders SET total = 1 WHERE id = 1")).type).toBe("success");
    const code = async (sql: string) => errorOf(await change(world, sql)).code;
    expect(await code("DELETE FROM orders WHERE id = 1")).toBe("approval_denied");
    expect(await code("UPDATE orders SET name = (SELECT mail FROM mails)")).toBe("tool_not_allowed");
    expect(errorOf(await query(world, "SELECT * FROM customers")).code).toBe("tool_not_allowed");
    expect(errorOf(await query(world, "SELECT * FROM mails")).code).toBe("tool_not_allowed");
  });
}
