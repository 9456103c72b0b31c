import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCliFolder } from "../support/run-cli.ts";
import { besideGate, makeShop } from "./a-shop.ts";

test("dejima database adds, uses, lists and removes a database, and nobody edits YAML", async () => {
  await using cli = await aCliFolder({ "letter.txt": "no database" });
  makeShop(join(cli.folder, "shop.db"));
  const yaml = () => readFile(join(cli.folder, "dejima.yaml"), "utf8").catch(() => "");

  const wrong = await cli.run(["database", "add", "shop", "./letter.txt", "--json"]);
  expect([wrong.code, wrong.stdout]).toEqual([2, expect.stringContaining("file is not a database")]);
  const inClear = await cli.run([
    "database",
    "add",
    "shop",
    "postgres://me:hunter22@localhost/shop",
    "--json",
  ]);
  expect(inClear.stdout).toContain("--password-from SHOP_PASSWORD");
  expect(`${inClear.stdout}${await yaml()}`).not.toContain("hunter22");
  expect(await yaml()).not.toContain("shop");

  for (const [args, told] of [
    [["shop", "oracle://me:hunter22@localhost/shop"], '//…@localhost/shop\\": Dejima speaks SQLite'],
    [["shop", "mariadb://me:hunter22@localhost/shop"], "Cannot take a password from the command line"],
    [["My Shop", "./shop.db"], 'Cannot call a database \\"My Shop\\": its name must be small letters'],
    [["shop", "postgres://me@localhost/shop", "--password-from", "NOT_SET"], "NOT_SET is not set"],
  ] as const) {
    const refused = await cli.run(["database", "add", ...args, "--json"]);
    expect([refused.code, refused.stdout]).toEqual([2, expect.stringContaining(told)]);
    expect(refused.stdout).not.toContain("hunter22");
  }

  const added = await cli.run(["database", "add", "shop", "./shop.db", "--allow-reading", "--json"]);
  expect(added.json()).toMatchObject({ added: "shop", tables: 5 });
  const input = JSON.stringify({ database: "shop", sql: "SELECT name FROM orders WHERE id = 1" });
  const called = await cli.run(["tool", "call", "sql_query", "--input", input, "--json"]);
  expect(called.json()).toMatchObject({ type: "success", output: { rows: [{ name: "Ada" }] } });
  expect((await cli.run(["database", "list", "--json"])).json()).toEqual([
    { name: "shop", trusted: false, readOnly: false, place: "shop.db", kind: "sqlite" },
  ]);
  expect((await cli.run(["database", "remove", "shop", "--json"])).code).toBe(0);
  expect(await yaml()).not.toContain("shop");
});

test("dejima undo lists a change of a database, and undo last puts its rows back", async () => {
  await using cli = await aCliFolder();
  const file = join(cli.folder, "shop.db");
  makeShop(file);
  await cli.run(["database", "add", "shop", "./shop.db", "--json"]);
  await cli.run(["policy", "allow", "sql_change(shop.orders update)", "--json"]);
  const input = JSON.stringify({ database: "shop", sql: "UPDATE orders SET total = 1" });
  expect((await cli.run(["tool", "call", "sql_change", "--input", input, "--json"])).code).toBe(0);
  const listed = await cli.run(["undo", "--json"]);
  expect(listed.json()).toMatchObject({
    changes: [{ tool: "sql_change", files: [], tables: ["shop.orders"], undone: false }],
  });
  expect((await cli.run(["undo", "last", "--json"])).json()).toEqual({
    undone: [{ path: "shop.orders", action: "3 rows restored" }],
  });
  expect(besideGate(file, "SELECT sum(total) AS sum FROM orders")).toEqual([{ sum: 60 }]);
  expect((await cli.run(["undo"])).stdout).toMatch(/sql_change +shop\.orders +undone/);
});

test("a database that an untrusted config names is not used", async () => {
  await using cli = await aCliFolder();
  makeShop(join(cli.folder, "shop.db"));
  await writeFile(
    join(cli.folder, "dejima.yaml"),
    "databases: {shop: {url: 'sqlite:shop.db'}}\npermissions: {safe: ['db.read(shop.*)']}\n",
  );
  const listed = await cli.run(["database", "list", "--json"]);
  expect(listed.json()).toEqual([]);
  expect(listed.stderr).toContain("not trusted");
});
