import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { makeShop, SHOP } from "./a-shop.ts";

const BY = { by: "ann" };
const PASSWORD = "high-tide-password";

/** A runtime whose config is a file of its own. */
async function aFolder(config = "") {
  const folder = await mkdtemp(join(tmpdir(), "dejima-databases-"));
  const variables = { HOME: folder, XDG_CONFIG_HOME: join(folder, ".config") };
  const file = join(folder, "dejima.yaml");
  if (config !== "") await writeFile(file, config);
  const settings = await loadConfig({
    cwd: folder,
    variables,
    ...(config === "" ? {} : { configFile: file }),
  });
  const runtime = createRuntime({ settings, variables, workspace: folder });
  return {
    folder,
    runtime,
    yaml: () => readFile(file, "utf8").catch(() => ""),
    async [Symbol.asyncDispose]() {
      await runtime.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test("a database that does not answer, is unfit or known is not added; a removed one takes its permissions along, and comes back with them", async () => {
  await using world = await aFolder(
    "permissions: {safe: ['sql_change(shop.orders update)', 'db.read(shopping.*)']}\n",
  );
  const { databases } = world.runtime;
  makeShop(join(world.folder, "shop.db"));
  const url = "sqlite:shop.db";
  for (const [database, why] of [
    [{ name: "shop", url: "sqlite:none.db" }, /file not found/],
    [{ name: "shop", url: "sqlite:../out.db" }, /out\.db/],
    [{ name: "Shop 1", url }, /small letters/],
    [{ name: "shop", url: "oracle://x" }, /its address must be/],
    [{ name: "shop", url: `postgres://me:${PASSWORD}@127.0.0.1/shop` }, /contains a password/],
    [{ name: "shop", url: "postgres://${HOME}@127.0.0.1:9/shop" }, /names a variable or a secret/],
    [{ name: "shop", url: "postgres://me@127.0.0.1:9/${secret:OTHER}" }, /names a variable or a secret/],
    [{ name: "shop", url: "postgres://me@127.0.0.1:9/shop" }, /nothing answers at this host and port/],
  ] as const) {
    await expect(databases.add(database, BY)).rejects.toThrow(why);
    await expect(databases.tryOut(database)).rejects.toThrow(why);
  }
  expect(await world.yaml()).not.toMatch(/databases|high-tide/);
  expect(await databases.tryOut({ name: "shop", url })).toEqual({ tables: 5 });
  expect(await databases.list()).toEqual([]);
  expect(await databases.add({ name: "shop", url, allowReading: true }, BY)).toMatchObject({ tables: 5 });
  await expect(databases.add({ name: "shop", url }, BY)).rejects.toThrow(/already exists/);

  const view = await databases.look("shop");
  expect(view).toMatchObject({ reading: "allow", changing: "deny", readOnly: false });
  expect(view.tables.find(({ table }) => table === "orders")).toMatchObject({
    reading: "allow",
    changing: "allow",
  });
  expect(view.tables.find(({ table }) => table === "items")).toMatchObject({ changing: "deny" });
  const update = { database: "shop", sql: "UPDATE orders SET total = 1 WHERE id = 1" };
  expect(await world.runtime.execute("sql_change", update)).toMatchObject({ type: "success" });
  await databases.change("shop", { readOnly: true }, BY);
  expect(await world.runtime.execute("sql_change", update)).toMatchObject({
    error: { code: "tool_not_allowed", message: expect.stringContaining("read-only") },
  });
  expect((await databases.look("shop")).tables.map(({ changing }) => changing)).not.toContain("allow");

  await databases.remove("shop", BY);
  expect(await world.yaml()).not.toMatch(/shop[.):]/);
  expect(await world.yaml()).toContain("db.read(shopping.*)");
  await databases.restore("shop", BY);
  expect(world.runtime.settings.config.permissions.safe).toContain("sql_change(shop.orders update)");
  expect((await databases.look("shop")).readOnly).toBe(true);
  await expect(databases.restore("shop", BY)).rejects.toThrow(/not removed here/);
  await databases.change("shop", { readOnly: false, allowReading: false }, BY);
  expect(await databases.look("shop")).toMatchObject({ reading: "ask", readOnly: false });
});

test.runIf(hasPostgres)(
  "the password of a database goes into the vault, bound to it, and never into the config; a wrong one is told in plain words and kept nowhere",
  async () => {
    await using server = await aPostgres();
    await using world = await aFolder();
    const { databases, secrets } = world.runtime;
    const own = new URL(await server.newDatabase());
    const client = new pg.Client({ connectionString: own.href });
    await client.connect();
    await client.query(
      `${SHOP};CREATE ROLE reader LOGIN PASSWORD '${PASSWORD}';GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader`,
    );
    await client.query(`DO $$ BEGIN EXECUTE format(
      'COPY (SELECT unnest(ARRAY[''host all reader 127.0.0.1/32 scram-sha-256'', ''host all all 127.0.0.1/32 trust''])) TO %L',
      current_setting('hba_file')); END $$; SELECT pg_reload_conf()`);
    await client.end();
    const url = `postgres://reader@${own.host}${own.pathname}`;
    const wrong = { name: "shop", url, password: { value: "low-tide-password" } };
    await expect
      .poll(() => databases.add(wrong, BY).catch((error) => error), { timeout: 20_000 })
      .toMatchObject({
        details: { reason: "login" },
        message: expect.stringContaining("refused the user or the password"),
      });
    await expect(
      databases.tryOut({ ...wrong, url: `${url}-none`, password: { value: PASSWORD } }),
    ).rejects.toThrow(/has no database of this name/);
    expect([await secrets.list(), await world.yaml()]).toEqual([[], ""]);

    await databases.add({ name: "shop", url, password: { value: PASSWORD }, allowReading: true }, BY);
    expect(await world.yaml()).toContain("password: ${secret:DATABASE_SHOP_PASSWORD}");
    expect(await world.yaml()).not.toContain(PASSWORD);
    expect(await secrets.list()).toMatchObject([
      { name: "DATABASE_SHOP_PASSWORD", binding: { hosts: [], tools: ["sql:shop"] } },
    ]);
    const asked = { database: "shop", sql: "SELECT name FROM orders WHERE id = 1" };
    expect(await world.runtime.execute("sql_query", asked)).toMatchObject({
      output: { rows: [{ name: "Ada" }] },
    });
    await expect(databases.change("shop", { password: { value: "another-wrong-one" } }, BY)).rejects.toThrow(
      /refused/,
    );
    expect((await databases.look("shop")).tables).toHaveLength(5);
    // No other database can use it.
    await expect(secrets.reveal("DATABASE_SHOP_PASSWORD", { user: "sql:other" })).rejects.toThrow(
      /not bound/,
    );

    await databases.remove("shop", BY);
    expect(await secrets.list()).toEqual([]);
    await databases.restore("shop", BY);
    expect((await databases.look("shop")).tables).toHaveLength(5);
  },
);
