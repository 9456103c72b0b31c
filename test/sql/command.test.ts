import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCliFolder } from "../support/run-cli.ts";
import { makeShop } from "./a-shop.ts";

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

  const added = await cli.run(["database", "add", "shop", "./shop.db", "--allow-reading", "--json"]);
  expect(added.json()).toMatchObject({ added: "shop", tables: 5 });
  const input = JSON.stringify({ database: "shop", sql: "SELECT name FROM orders WHERE id = 1" });
  const called = await cli.run(["tool", "call", "sql_query", "--input", input, "--json"]);
  expect(called.json()).toMatchObject({ type: "success", output: { rows: [{ name: "Ada" }] } });
  expect((await cli.run(["database", "list", "--json"])).json()).toEqual([
    { name: "shop", trusted: false, place: "shop.db", kind: "sqlite" },
  ]);
  expect((await cli.run(["database", "remove", "shop", "--json"])).code).toBe(0);
  expect(await yaml()).not.toContain("shop");
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
