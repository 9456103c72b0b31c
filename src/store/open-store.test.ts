import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "./open-store.ts";
import { sqliteError } from "./sqlite/sqlite-database.ts";
import { MIGRATIONS } from "./sqlite/sqlite-migrations.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-open-store-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test("openStore() stores data in files that only the owner can read", async () => {
  const file = join(folder, "kept", "dejima.db");
  const first = await openStore({ file });
  await first.documents.put("s", "k", { a: 1 });
  for (const suffix of ["", "-wal", "-shm"]) expect((await stat(file + suffix)).mode & 0o777).toBe(0o600);
  await first.close();
  const second = await openStore({ file });
  expect(await second.documents.get("s", "k")).toEqual({ a: 1 });
  await second.close();
});

test("openStore() refuses a database from a newer version and leaves it as it was", async () => {
  const file = join(folder, "newer.db");
  await (await openStore({ file })).close();
  withDatabase(file, (database) => database.exec("INSERT INTO migrations VALUES (999, 'later', 0)"));
  await expect(openStore({ file })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/newer version.*schema 999.*update Dejima/),
  });
  withDatabase(file, (database) => {
    expect(database.prepare("SELECT max(number) AS newest FROM migrations").get()).toEqual({ newest: 999 });
  });
});

test("openStore() keeps the steps that an earlier version wrote, one to a row", async () => {
  const file = join(folder, "earlier.db");
  withDatabase(file, (database) => {
    migrateUpTo(database, 7);
    database.exec(
      `INSERT INTO steps VALUES ('r', 1, 'b', '{"set":{"draft":"x"}}', 6), ('r', 0, 'a', '{}', 5)`,
    );
  });
  const store = await openStore({ file });
  expect(await store.steps.list("r")).toEqual([
    { runId: "r", number: 0, node: "a", patch: {}, at: 5 },
    { runId: "r", number: 1, node: "b", patch: { set: { draft: "x" } }, at: 6 },
  ]);
  await store.close();
});

test("openStore() says what would work when the file is no database", async () => {
  const file = join(folder, "garbage.db");
  await writeFile(file, "not a database ".repeat(1000));
  await expect(openStore({ file })).rejects.toMatchObject({
    code: "io_error",
    message: expect.stringContaining("move it away"),
  });
  expect((await readFile(file, "utf8")).startsWith("not a database")).toBe(true);
});

test("a damaged page gives io_error, and the damage is named", async () => {
  const file = join(folder, "damaged.db");
  const first = await openStore({ file });
  for (let index = 0; index < 500; index++) await first.documents.put("s", `k${index}`, "x".repeat(200));
  await first.close();
  const bytes = await readFile(file);
  bytes.fill(0xaa, 4096 * 3, bytes.length - 4096);
  await writeFile(file, bytes);
  const use = async () => {
    const store = await openStore({ file });
    await store.documents.list("s").finally(() => store.close());
  };
  await expect(use()).rejects.toMatchObject({
    code: "io_error",
    message: expect.stringContaining("damaged"),
  });
});

test("openStore() says what would work where nothing can be written", async () => {
  const blocked = join(folder, "a-file");
  await writeFile(blocked, "");
  await chmod(blocked, 0o400);
  for (const file of [join(blocked, "dejima.db"), "/proc/dejima/dejima.db", folder]) {
    await expect(openStore({ file })).rejects.toMatchObject({
      code: "io_error",
      message: expect.stringContaining("choose another home"),
    });
  }
});

test("a full disk and a read-only database are told apart", async () => {
  const file = join(folder, "full.db");
  withDatabase(file, (database) => database.exec("CREATE TABLE t (a)"));
  const insert = "INSERT INTO t VALUES (randomblob(1000000))";
  expect(failure(file, {}, `PRAGMA max_page_count = 2; ${insert}`)).toMatchObject({
    code: "io_error",
    message: expect.stringContaining("disk is full"),
  });
  expect(failure(file, { readOnly: true }, insert)).toMatchObject({
    code: "io_error",
    message: expect.stringContaining("read-only"),
  });
});

test("a lock held by another process ends in an error that names it", async () => {
  const file = join(folder, "locked.db");
  withDatabase(file, (holder) => {
    holder.exec("CREATE TABLE t (a); BEGIN EXCLUSIVE");
    expect(failure(file, { timeout: 1 }, "INSERT INTO t VALUES (1)")).toMatchObject({
      code: "io_error",
      message: expect.stringContaining("another process"),
    });
    holder.exec("ROLLBACK");
  });
});

function withDatabase(file: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  try {
    work(database);
  } finally {
    database.close();
  }
}

/** Creates the schema that the version with the newest migration `newest` had. */
function migrateUpTo(database: DatabaseSync, newest: number): void {
  database.exec(
    "CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, appliedAt INTEGER NOT NULL) STRICT",
  );
  for (const { number, name, sql } of MIGRATIONS.filter((migration) => migration.number <= newest)) {
    database.exec(sql);
    database.prepare("INSERT INTO migrations VALUES (?, ?, 0)").run(number, name);
  }
}

/** The error that a caller gets if `sql` fails. */
function failure(file: string, options: { readOnly?: boolean; timeout?: number }, sql: string): unknown {
  const database = new DatabaseSync(file, options);
  try {
    database.exec(sql);
    return expect.unreachable("the statement went through");
  } catch (error) {
    return sqliteError(file, error);
  } finally {
    database.close();
  }
}
