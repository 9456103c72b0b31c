import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DejimaError } from "../../src/contract/error.ts";
import type { Statement } from "../../src/sources/sql/database.ts";
import { openPostgres } from "../../src/sources/sql/postgres/postgres-database.ts";
import { openSqlite } from "../../src/sources/sql/sqlite/sqlite-database.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aRuntime, errorOf } from "../support/a-runtime.ts";
import { besideGate, makeShop, SHOP } from "./a-shop.ts";
import { type Case, expectRight } from "./judged-statements.ts";

const MORE_POSTGRES = `
CREATE SEQUENCE numbers; CREATE SCHEMA audit; CREATE TABLE audit.orders (line text);
CREATE FUNCTION wipe() RETURNS int LANGUAGE sql AS 'DELETE FROM items; SELECT 1';
CREATE FUNCTION lower(int) RETURNS text LANGUAGE sql AS 'SELECT ''mine''';
CREATE FUNCTION plus(int, int) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE OPERATOR public.<+> (LEFTARG = int, RIGHTARG = int, FUNCTION = plus);
CREATE FUNCTION hidden(orders) RETURNS int LANGUAGE sql AS 'DELETE FROM items; SELECT 1';
CREATE VIEW prying AS SELECT mail FROM customers;
CREATE RULE quiet AS ON INSERT TO notes DO ALSO DELETE FROM items;
CREATE TABLE base (id int PRIMARY KEY); CREATE TABLE heir (secret text) INHERITS (base);
CREATE TABLE years (id int) PARTITION BY RANGE (id); CREATE TABLE year_1 PARTITION OF years FOR VALUES FROM (0) TO (10);
CREATE VIEW wiping AS SELECT wipe();
CREATE FOREIGN DATA WRAPPER nothing; CREATE SERVER far FOREIGN DATA WRAPPER nothing; CREATE FOREIGN TABLE away (a int) SERVER far;`;

const POSTGRES: readonly Case[] = [
  ["query", "COPY orders TO PROGRAM 'cat > /tmp/x'", /COPY reads and writes files/],
  ["change", "COPY orders FROM '/etc/passwd'", /COPY reads and writes files/],
  ["change", "COPY (SELECT 1) TO STDOUT", /COPY reads and writes files/],
  ["query", "SELECT pg_read_file('/etc/passwd')", /pg_read_file reaches beyond/],
  ["query", "SELECT pg_catalog.pg_read_file('/etc/passwd')", /pg_read_file reaches beyond/],
  ["query", "SELECT \"pg_read_file\"('/etc/passwd')", /pg_read_file reaches beyond/],
  ["query", "SELECT U&\"pg_re\\0061d_file\"('/etc/passwd')", /pg_read_file reaches beyond/],
  ["query", "SELECT /* x */ pg_/**/read_file('/etc/passwd')", /syntax error/],
  ["query", "SELECT * FROM pg_ls_dir('/')", /pg_ls_dir reaches beyond/],
  ["change", "SELECT lo_import('/etc/passwd')", /lo_import reaches beyond/],
  ["change", "SELECT lo_export(1, '/tmp/x')", /lo_export reaches beyond/],
  ["query", "SELECT pg_sleep(60)", /pg_sleep reaches beyond/],
  ["query", "SELECT set_config('role', 'postgres', false)", /set_config reaches beyond/],
  ["query", "SELECT pg_terminate_backend(1)", /pg_terminate_backend reaches beyond/],
  ["query", "SELECT pg_advisory_lock(1)", /pg_advisory_lock reaches beyond/],
  [
    "query",
    "SELECT query_to_xml('DELETE FROM items RETURNING *', true, true, '')",
    /query_to_xml reaches beyond/,
  ],
  ["query", "SELECT table_to_xml('customers', true, true, '')", /table_to_xml reaches beyond/],
  ["query", "SELECT current_setting('data_directory')", /current_setting reaches beyond/],
  ["query", "SELECT nextval('numbers')", /calls shop.nextval.*only reads/],
  ["query", "SELECT wipe()", /calls shop.wipe.*only reads/],
  ["change", "SELECT public.wipe()", ["db.call shop.wipe"]],
  ["query", "SELECT o.hidden FROM orders o", /calls shop.hidden.*only reads/],
  ["query", "SELECT (o).hidden FROM orders o", /calls shop.hidden.*only reads/],
  ["query", "SELECT lower(1)", /calls shop.lower.*only reads/],
  ["query", "SELECT 1 OPERATOR(public.<+>) 2", /calls shop.*operator.*only reads/],
  ["query", "SELECT 1 <+> 2", /calls shop.*operator.*only reads/],
  ["query", "EXPLAIN ANALYZE DELETE FROM items", /EXPLAIN ANALYZE runs/],
  ["query", "EXPLAIN (ANALYZE true, COSTS off) SELECT 1", /EXPLAIN ANALYZE runs/],
  ["query", "EXPLAIN DELETE FROM items", /deletes shop.items.*only reads/],
  [
    "query",
    "WITH gone AS (DELETE FROM items RETURNING *) SELECT * FROM gone",
    /deletes shop.items.*only reads/,
  ],
  ["query", "SELECT * INTO copy FROM orders", /changes the schema shop.copy/],
  ["query", "SELECT 1 AS a INTO copy UNION SELECT 2", /changes the schema shop.copy/],
  ["query", "SELECT * FROM orders FOR UPDATE", /FOR UPDATE and FOR SHARE lock/],
  ["query", "(SELECT id FROM orders FOR SHARE) UNION SELECT 1", /FOR UPDATE and FOR SHARE lock/],
  ["change", "SET ROLE postgres", /SET changes the identity/],
  ["change", "SET SESSION AUTHORIZATION postgres", /SET changes the identity/],
  ["change", "SET LOCAL ROLE postgres", /SET changes the identity/],
  ["change", "EXECUTE p", /EXECUTE is not among/],
  ["change", "DO LANGUAGE plpgsql $x$ BEGIN DELETE FROM items; END $x$", /DO runs code/],
  [
    "query",
    "SELECT * FROM (WITH a AS (WITH b AS (DELETE FROM items RETURNING *) SELECT * FROM b) TABLE a) x",
    /deletes shop.items.*only reads/,
  ],
  ["query", "SELECT * FROM ROWS FROM (pg_catalog.pg_read_binary_file('/etc/passwd')) x", /reaches beyond/],
  ["query", "SELECT pg_logical_emit_message(true, 'a', 'b')", /reaches beyond|only reads/],
  ["change", "RESET ALL", /SET changes the identity/],
  ["change", "DO $$ BEGIN DELETE FROM items; END $$", /DO runs code/],
  ["change", "CALL wipe()", /procedure runs code/],
  ["change", "TRUNCATE items", /TRUNCATE cannot be shown/],
  ["change", "CREATE EXTENSION dblink", /CREATE EXTENSION is not among/],
  ["change", "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", /CREATE FUNCTION is not among/],
  ["change", "ALTER SYSTEM SET archive_command = 'sh'", /not among the statements/],
  ["change", "GRANT ALL ON orders TO PUBLIC", /GRANT is not among/],
  ["change", "CREATE ROLE evil SUPERUSER", /CREATE ROLE is not among/],
  ["change", "LOCK TABLE orders", /LOCK is not among/],
  ["change", "DROP TABLE orders CASCADE", /CASCADE drops more/],
  ["change", "CREATE TEMP TABLE orders (id int)", /temporary tables/],
  ["change", "PREPARE p AS DELETE FROM items", /PREPARE is not among/],
  ["change", "NOTIFY x, 'y'", /NOTIFY is not among/],
  ["query", "SELECT passwd FROM pg_shadow", /pg_shadow shows more/],
  ["query", "SELECT query FROM pg_stat_activity", /pg_stat_activity shows more/],
  ["query", "SELECT most_common_vals FROM pg_stats", /pg_stats shows more/],
  ["query", "SELECT chunk_data FROM pg_toast.pg_toast_1262", /pg_toast_1262 shows more/],
  ["query", "SELECT umoptions FROM information_schema._pg_user_mappings", /_pg_user_mappings shows more/],
  ["query", "SELECT * FROM information_schema.foreign_server_options", /foreign_server_options shows more/],
  ["query", "SELECT * FROM information_schema.tables", ["db.read shop.information_schema.tables"]],
  ["change", "UPDATE pg_proc SET prosrc = 'SELECT 2'", /pg_proc belongs to PostgreSQL/],
  ["change", "DELETE FROM pg_catalog.pg_trigger", /pg_trigger belongs to PostgreSQL/],
  ["change", "INSERT INTO pg_depend SELECT * FROM pg_depend", /pg_depend belongs to PostgreSQL/],
  ["change", "MERGE INTO pg_class c USING orders o ON true WHEN MATCHED THEN DELETE", /pg_class belongs to/],
  ["change", "DELETE FROM away", /away is a foreign table/],
  ["query", "SELECT * FROM away", ["db.read shop.away"]],
  ["query", "SELECT * FROM base", ["db.read shop.base", "db.read shop.heir"]],
  ["change", "DELETE FROM base", ["db.delete shop.base", "db.delete shop.heir"]],
  ["change", "UPDATE years SET id = 2", ["db.update shop.year_1", "db.update shop.years"]],
  ["query", "SELECT * FROM wiping", /calls shop.wipe.*only reads/],
  ["change", "SELECT * FROM wiping", ["db.call shop.wipe", "db.read shop.wiping"]],
  ["change", "ALTER TABLE customers RENAME TO other", ["db.read shop.customers", "db.schema shop.customers"]],
  [
    "change",
    "ALTER TABLE audit.orders INHERIT customers",
    ["db.read shop.customers", "db.schema shop.audit.orders", "db.schema shop.customers"],
  ],
  [
    "change",
    "ALTER TABLE years ATTACH PARTITION customers DEFAULT",
    ["db.read shop.customers", "db.schema shop.customers", "db.schema shop.year_1", "db.schema shop.years"],
  ],
  ["query", 'SELECT * FROM "orders"', ["db.read shop.orders"]],
  ["query", "SELECT * FROM ORDERS -- FROM customers", ["db.read shop.orders"]],
  ["query", "SELECT E'\\' FROM orders --' FROM customers", ["db.read shop.customers"]],
  ["query", "SELECT $q$ FROM orders; $q$ FROM customers", ["db.read shop.customers"]],
  ["query", "SELECT * FROM audit.orders", ["db.read shop.audit.orders"]],
  ["query", "WITH customers AS (SELECT 1) SELECT * FROM customers", ["db.read shop"]],
  [
    "query",
    "WITH a AS (SELECT * FROM customers), customers AS (SELECT 1) SELECT * FROM a",
    ["db.read shop.customers"],
  ],
  ["query", "SELECT * FROM (WITH customers AS (SELECT 1) SELECT 1) x, customers", ["db.read shop.customers"]],
  ["query", "SELECT * FROM public.customers, (SELECT 1) customers2", ["db.read shop.customers"]],
  ["query", "SELECT * FROM prying", ["db.read shop.customers", "db.read shop.prying"]],
  ["query", "TABLE customers", ["db.read shop.customers"]],
  ["query", "SELECT 1 WHERE EXISTS (SELECT FROM customers)", ["db.read shop.customers"]],
  ["change", "WITH items AS (SELECT 1) DELETE FROM items", ["db.delete shop.items"]],
  [
    "change",
    "INSERT INTO customers VALUES (1) ON CONFLICT (id) DO UPDATE SET mail = 'x' RETURNING mail",
    ["db.insert shop.customers", "db.read shop.customers", "db.update shop.customers"],
  ],
  [
    "change",
    "MERGE INTO customers c USING orders o ON c.id = o.id WHEN MATCHED THEN DELETE",
    ["db.delete shop.customers", "db.read shop.customers", "db.read shop.orders"],
  ],
  [
    "change",
    "INSERT INTO notes VALUES ('x')",
    [
      "db.delete shop.items",
      "db.insert shop.items",
      "db.insert shop.notes",
      "db.read shop.items",
      "db.update shop.items",
    ],
  ],
];

const SQLITE: readonly Case[] = [
  ["query", "ATTACH '/etc/passwd' AS other", /ATTACH and DETACH/],
  ["change", "ATTACH 'file:other.db?mode=rwc' AS other; CREATE TABLE other.x (y)", /ATTACH and DETACH/],
  ["change", "DETACH main", /ATTACH and DETACH/],
  ["query", "VACUUM INTO '/tmp/stolen.db'", /rewrites the whole file/],
  ["change", "VACUUM", /rewrites the whole file/],
  ["query", "SELECT load_extension('/tmp/evil.so')", /load_extension reaches outside/],
  ["query", "SELECT LOAD_EXTENSION('x', 'y')", /reaches outside/],
  ["query", "SELECT writefile('/tmp/x', 'y')", /no such function/],
  ["query", "PRAGMA writable_schema = ON", /PRAGMA writable_schema/],
  ["query", "PRAGMA journal_mode = OFF", /PRAGMA journal_mode/],
  ["change", "PRAGMA foreign_keys = OFF; DELETE FROM orders", /PRAGMA foreign_keys/],
  ["query", "SELECT * FROM pragma_database_list", /shows more than the tables/],
  ["query", "SELECT * FROM pragma_journal_mode('off')", /shows more than the tables|no such table/],
  ["query", "SELECT * FROM pragma_function_list", /shows more than the tables/],
  ["query", "SELECT * FROM dbstat", /shows more than the tables/],
  ["query", "PRAGMA table_info(orders)", ["db.read shop.sqlite_schema"]],
  ["change", "UPDATE sqlite_master SET sql = 'x'", /may not be modified/],
  ["change", "DELETE FROM sqlite_sequence", /no such table/],
  ["query", "SELECT 1;; ; /* */ -- end", ["db.read shop"]],
  ["query", "EXPLAIN DELETE FROM items", /deletes shop.items.*only reads/],
  ["query", "WITH x AS (SELECT 1) DELETE FROM items RETURNING id", /deletes shop.items.*only reads/],
  ["change", "CREATE TEMP TABLE orders (id)", /temporary tables/],
  ["change", "CREATE TEMP TRIGGER t AFTER DELETE ON items BEGIN SELECT 1; END", /temporary tables/],
  ["change", "CREATE VIRTUAL TABLE x USING csv(filename='/etc/passwd')", /virtual tables of csv/],
  ["query", "SELECT 'x' /* ' */ FROM customers -- FROM orders", ["db.read shop.customers"]],
  ["query", "SELECT [id] FROM `customers`", ["db.read shop.customers"]],
  ["query", 'SELECT "mail" FROM MAIN."CUSTOMERS"', ["db.read shop.customers"]],
  ["query", "WITH customers AS (SELECT 1) SELECT * FROM customers", ["db.read shop"]],
  ["query", "SELECT json_each.value FROM json_each('[1]'), customers", ["db.read shop.customers"]],
  [
    "change",
    "REPLACE INTO customers VALUES (1, 'x')",
    ["db.delete shop.customers", "db.insert shop.customers"],
  ],
  [
    "change",
    "UPDATE OR REPLACE customers SET id = 1",
    ["db.delete shop.customers", "db.update shop.customers"],
  ],
  [
    "change",
    "CREATE TRIGGER t AFTER DELETE ON items BEGIN DELETE FROM orders; END",
    ["db.schema shop.items"],
  ],
  ["change", "DROP TABLE items; SELECT 1", ["db.delete shop.items", "db.read shop", "db.schema shop.items"]],
  ["query", "SELECT c0 FROM words_content", ["db.read shop.words", "db.read shop.words_content"]],
  ["query", "SELECT * FROM main.[WORDS_DATA]", ["db.read shop.words", "db.read shop.words_data"]],
];

const NEVER = new AbortController().signal;
const limits = { timeoutMs: 1_000, lockMs: 100, rows: 10, bytes: 10_000, undoRows: 10 };
const work = (text: string) => {
  const statement: Statement = { text, touches: [] };
  return { statements: [statement], parameters: [] };
};

test(`SQLite: ${SQLITE.length} hostile and odd statements are refused, or judged by exactly what they touch`, async () => {
  await using world = await aRuntime({ config: { databases: { shop: { url: "sqlite:shop.db" } } } });
  makeShop(join(world.workspace, "shop.db"));
  besideGate(join(world.workspace, "shop.db"), "CREATE VIRTUAL TABLE words USING fts5(line)");
  await expectRight(world, SQLITE);
});

test("SQLite: the reading transaction is a wall of its own", async () => {
  await using world = await aRuntime();
  const file = join(world.workspace, "shop.db");
  makeShop(file);
  const database = openSqlite({ name: "shop", file: async () => file, limits });
  try {
    for (const sql of [
      "DELETE FROM items",
      "CREATE TABLE x (y)",
      "PRAGMA query_only = OFF",
      "ATTACH 'x.db' AS x",
    ])
      await expect(database.query(work(sql), { offset: 0, limit: 1 }, NEVER), sql).rejects.toThrow();
    await expect(database.change(work("DELETE FROM items"), async () => "done", NEVER)).rejects.toThrow(
      "would now also delete rows of items",
    );
    expect(besideGate(file, "SELECT count(*) AS n FROM items")).toEqual([{ n: 3 }]);
  } finally {
    await database.close();
  }
});

describe.runIf(hasPostgres)("hostile statements on PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  let url: string;
  beforeAll(async () => {
    server = await aPostgres();
    url = await server.newDatabase();
    await server.query(`${SHOP};${MORE_POSTGRES}`, url);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test(`PostgreSQL: ${POSTGRES.length} hostile and odd statements are refused, or judged by exactly what they touch`, async () => {
    await using world = await aRuntime({ config: { databases: { shop: { url } } } });
    await expectRight(world, POSTGRES);
  });

  test("PostgreSQL: the reading transaction and the one-statement protocol are walls of their own", async () => {
    const database = openPostgres({ name: "shop", url, limits });
    for (const sql of [
      "DELETE FROM items",
      "SELECT nextval('numbers')",
      "SELECT wipe()",
      "SELECT 1; DELETE FROM items",
      "SELECT 1; COMMIT; DELETE FROM items",
      "SET transaction_read_only = off; DELETE FROM items",
    ])
      await expect(database.query(work(sql), { offset: 0, limit: 1 }, NEVER), sql).rejects.toThrow();
    await expect(
      database.change(work("DELETE FROM items; COMMIT"), async () => "done", NEVER),
    ).rejects.toThrow("multiple commands");
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    expect((await client.query("SELECT count(*)::int AS n FROM items")).rows).toEqual([{ n: 3 }]);
    await client.end();
  });

  test("PostgreSQL: row security of the role holds, and strings are read as the parser reads them", async () => {
    await server.query(
      `CREATE ROLE limited LOGIN; ALTER DATABASE ${new URL(url).pathname.slice(1)} SET standard_conforming_strings = off;
       GRANT SELECT ON orders, customers TO limited; ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
       CREATE POLICY own ON orders TO limited USING (id = 1)`,
      url,
    );
    const limited = url.replace("dejima@", "limited@");
    await using world = await aRuntime({
      config: { databases: { shop: { url: limited } }, permissions: { safe: ["db.read(shop.*)"] } },
    });
    const query = (sql: string) => world.runtime.execute("sql_query", { database: "shop", sql });
    expect(await query("SELECT id FROM orders")).toMatchObject({ output: { rows: [{ id: 1 }] } });
    expect(await query("SELECT '\\' AS a FROM orders --' AS b FROM customers")).toMatchObject({
      output: { columns: ["a"], rows: [{ a: "\\" }] },
    });
    expect(errorOf(await query("SELECT * FROM items")).message).toContain("permission denied");
  });
});

test("a server that hangs, hangs up or answers nonsense ends a call in time, with the reason", async () => {
  const behaviours: Readonly<Record<string, (socket: Socket) => void>> = {
    timeout: (socket) => void socket.on("data", () => {}),
    "hangs up": (socket) => void socket.end(),
    nonsense: (socket) => void socket.on("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
  };
  for (const [name, behave] of Object.entries(behaviours)) {
    const open = new Set<Socket>();
    const listener = createServer((socket) => {
      open.add(socket);
      socket.on("error", () => {});
      behave(socket);
    }).listen(0, "127.0.0.1");
    await once(listener, "listening");
    const address = listener.address();
    const port = typeof address === "object" ? address?.port : 0;
    const lying = openPostgres({
      name: "shop",
      url: `postgres://x@127.0.0.1:${port}/x`,
      limits: { ...limits, timeoutMs: 200 },
    });
    const error = await lying.tables(NEVER).catch((thrown: unknown) => thrown);
    expect([name, error instanceof DejimaError && error.code]).toEqual([
      name,
      name === "timeout" ? "timeout" : "server_unavailable",
    ]);
    for (const socket of open) socket.destroy();
    listener.close();
  }
});
