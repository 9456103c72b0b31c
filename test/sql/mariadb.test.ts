import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DejimaError } from "../../src/contract/error.ts";
import { openMariadb } from "../../src/sources/sql/mariadb/mariadb-database.ts";
import { aRuntime, errorOf } from "../support/a-runtime.ts";
import { aMariadb, hasMariadb } from "./a-mariadb.ts";
import { SHOP } from "./a-shop.ts";
import { type Case, expectRight } from "./judged-statements.ts";
import {
  change,
  DEFAULTS,
  query,
  type Shop,
  type ShopOptions,
  sharedScenes,
  undone,
} from "./shared-scenes.ts";

const MORE = `
CREATE TABLE audit (id INTEGER PRIMARY KEY AUTO_INCREMENT, line TEXT);
CREATE TABLE old (id INTEGER) ENGINE=MyISAM;
CREATE FUNCTION wipe() RETURNS INT MODIFIES SQL DATA BEGIN DELETE FROM items; RETURN 1; END;
CREATE PROCEDURE wiping() DELETE FROM items;
CREATE VIEW prying AS SELECT mail FROM customers;
CREATE VIEW deep AS SELECT p.mail FROM prying p JOIN orders o;
CREATE VIEW calling AS SELECT wipe();
CREATE TRIGGER logs AFTER UPDATE ON items FOR EACH ROW INSERT INTO audit (line) VALUES (NEW.what);
CREATE TABLE \`odd name\` (id INTEGER PRIMARY KEY);
CREATE TABLE \`2024\` (id INTEGER PRIMARY KEY);
CREATE TABLE \`1e\` (id INTEGER PRIMARY KEY);
CREATE TABLE \`0X41\` (id INTEGER PRIMARY KEY);
CREATE TABLE \`0B1\` (id INTEGER PRIMARY KEY);
CREATE TABLE load_file (id INTEGER PRIMARY KEY);
CREATE SEQUENCE numbers;`;

const MARIADB: readonly Case[] = [
  ["change", "LOAD DATA INFILE '/etc/passwd' INTO TABLE notes", /reads or writes files/],
  ["change", "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE notes", /reads or writes files/],
  ["change", "LOAD XML INFILE 'x' INTO TABLE notes", /reads or writes files/],
  ["query", "SELECT * FROM orders INTO OUTFILE '/tmp/x'", /reads or writes files/],
  ["query", "SELECT mail INTO DUMPFILE '/tmp/x' FROM customers", /reads or writes files/],
  ["query", "SELECT mail INTO @x FROM customers", /variables/],
  ["query", "SELECT id INTO x FROM customers", /leave INTO out/],
  ["query", "SELECT @x := mail FROM customers", /variables/],
  ["query", "SELECT @@datadir", /variables/],
  ["query", "SELECT LOAD_FILE('/etc/passwd')", /LOAD_FILE is not known/],
  ["query", "SELECT load_file /* x */ ('/etc/passwd')", /load_file is not known/],
  ["query", "SELECT `LOAD_FILE`('/etc/passwd')", /LOAD_FILE is not known/],
  ["query", "SELECT SLEEP(60)", /SLEEP is not known/],
  ["query", "SELECT BENCHMARK(1000000000, MD5('x'))", /BENCHMARK is not known/],
  ["query", "SELECT GET_LOCK('x', 60)", /GET_LOCK is not known/],
  ["query", "SELECT MASTER_POS_WAIT('x', 1)", /MASTER_POS_WAIT is not known/],
  ["query", "SELECT sys_exec('id')", /sys_exec is not known/],
  ["query", "SELECT NEXTVAL(numbers)", /NEXTVAL is not known/],
  ["query", "SELECT NEXT VALUE FOR numbers", /sequences/],
  ["query", "SELECT wipe()", /calls shop.wipe.*only reads/],
  ["query", "SELECT WIPE ()", /calls shop.wipe.*only reads/],
  ["query", "SELECT * FROM calling", /calls shop.wipe.*only reads/],
  ["change", "SELECT wipe()", ["db.call shop.wipe"]],
  ["query", "SELECT /*! SLEEP(60), */ 1", /run by the server/],
  ["query", "SELECT 1 /*!50000 FROM customers */", /run by the server/],
  ["query", "SELECT 1 /*M! FROM customers */", /run by the server/],
  ["query", "SELECT /*+ SET_VAR(sql_mode='ANSI_QUOTES') */ 1", /run by the server/],
  ["query", "SELECT 1 --1 FROM customers", /two dashes/],
  ["query", "SELECT 1--\t1 FROM customers\n FROM orders", ["db.read shop.orders"]],
  ["query", "SELECT 5 - -1 AS n FROM orders", ["db.read shop.orders"]],
  ["query", "SELECT 1 # FROM customers\n FROM orders", ["db.read shop.orders"]],
  ["query", "SELECT '\\' FROM orders -- ' FROM customers", ["db.read shop.customers"]],
  ["query", 'SELECT "\\" FROM orders # " FROM customers', ["db.read shop.customers"]],
  ["query", 'SELECT "FROM orders" FROM customers', ["db.read shop.customers"]],
  ["query", "SELECT _gbk'\u00bf\\' FROM orders -- ' FROM customers", /another encoding/],
  ["query", "SELECT 1e1union SELECT mail FROM customers", /begins like a number/],
  ["query", "SELECT 1.union SELECT mail FROM customers", /write a space/],
  ["query", "SELECT {x (SELECT mail FROM customers)}", /cannot be parsed at/],
  ["query", "SELECT 'open FROM customers", /never closed/],
  ["query", "SELECT * FROM cust/**/omers", /doesn't exist|not known/],
  ["query", "SELECT * FROM `customers`", ["db.read shop.customers"]],
  ["query", "SELECT * FROM`customers`WHERE`id`=1", ["db.read shop.customers"]],
  ["query", "SELECT * FROM database0 . customers", ["db.read shop.customers"]],
  ["query", "SELECT (SELECT mail FROM customers LIMIT 1) AS orders", ["db.read shop.customers"]],
  ["query", "TABLE customers", /syntax|customers/],
  ["query", "SELECT * FROM `odd name`", ['db.read shop."odd name"']],
  ["query", "SELECT * FROM customers `.`", ["db.read shop.customers"]],
  ["query", "SELECT 1 AS `.`, mail FROM customers `.` WHERE 1", ["db.read shop.customers"]],
  ["query", "SELECT * FROM .customers", /SQL syntax/],
  ["query", "SELECT * FROM.`customers`", /SQL syntax/],
  ["query", "SELECT * FROM orders,.customers", /begin with a dot/],
  ["query", "SELECT * FROM (.customers)", /begin with a dot/],
  ["query", "SELECT o . name, `o`.`id`, o.`total`, o.* FROM orders o", ["db.read shop.orders"]],
  ["query", "SELECT * FROM database0.`2024`", ['db.read shop."2024"']],
  ["change", "CREATE INDEX i ON orders (name)", ["db.read shop.orders", "db.schema shop.orders"]],
  ["query", "SELECT * FROM orders JOIN . customers", /SQL syntax/],
  ["query", "SELECT mail FROM (SELECT .customers.mail FROM .customers) AS x", /SQL syntax/],
  ["query", "SELECT * FROM `#mysql50#customers`", /#mysql50#/],
  ["query", "SELECT * FROM `#mysql50#other`.secrets", /#mysql50#/],
  ["query", "SELECT * FROM database0.2024", /begins like a number/],
  ["query", "SELECT * FROM 0X41", /begins like a number/],
  ["query", "SELECT * FROM 0B1", /begins like a number/],
  ["query", "SHOW COLUMNS FROM secrets FROM other", /other is another database/],
  ["query", "SHOW FULL TABLES IN `mysql`", /mysql is another database/],
  ["query", "SHOW INDEX FROM customers IN database0", ["db.read shop.customers"]],
  ["query", "SELECT * FROM 1e", /begins like a number/],
  ["query", "SELECT 1e-2, 1E+2, 1e2 FROM orders", ["db.read shop.orders"]],
  ["query", "SELECT * FROM `database0`.2024", /begins like a number/],
  ["query", "SELECT * FROM `database0`.7days", /begins like a number/],
  ["query", "SELECT 1.5, 1.e2, .5 FROM orders o WHERE o.id = 1.5", ["db.read shop.orders"]],
  ["query", "SELECT 1 FROM orders a JOIN orders b ON load_file('/etc/passwd')", /load_file is not known/],
  ["change", "DROP TABLE .customers", /SQL syntax/],
  [
    "change",
    "UPDATE orders, customers `.` SET mail = 'x'",
    ["db.read shop.customers", "db.read shop.orders", "db.update shop.customers", "db.update shop.orders"],
  ],
  ["change", "DELETE FROM notes RETURNING line", ["db.delete shop.notes", "db.read shop.notes"]],
  [
    "query",
    "SELECT * FROM deep",
    ["db.read shop.customers", "db.read shop.deep", "db.read shop.orders", "db.read shop.prying"],
  ],
  ["query", "SELECT * FROM mysql.user", /mysql is another database/],
  ["query", "SELECT * FROM `mysql`.`global_priv`", /mysql is another database/],
  ["query", "SELECT * FROM performance_schema.threads", /another database/],
  ["query", "SELECT * FROM other.secrets", /other is another database/],
  ["query", "SELECT * FROM information_schema.processlist", /shows more than the definitions/],
  ["query", "SELECT * FROM information_schema.user_privileges", /shows more than the definitions/],
  ["query", "SELECT * FROM information_schema.tables", ["db.read shop.information_schema.tables"]],
  ["query", "SHOW PROCESSLIST", /not among the statements/],
  ["query", "SHOW GRANTS", /not among the statements/],
  ["query", "SHOW TABLES", ["db.read shop"]],
  ["query", "SHOW CREATE TABLE customers", ["db.read shop.customers"]],
  ["query", "SELECT * FROM orders FOR UPDATE", /lock rows/],
  ["query", "SELECT * FROM orders LOCK IN SHARE MODE", /lock rows/],
  ["query", "SELECT * FROM orders PROCEDURE ANALYSE()", /procedure runs code/],
  ["query", "ANALYZE SELECT * FROM orders", /EXPLAIN ANALYZE runs/],
  ["query", "EXPLAIN DELETE FROM items", /only a SELECT/],
  ["query", "EXPLAIN SELECT * FROM customers", ["db.read shop.customers"]],
  ["change", "CALL wiping()", /procedure runs code/],
  ["change", "DO SLEEP(60)", /procedure runs code/],
  ["change", "SET sql_mode = 'ANSI_QUOTES'", /SET changes/],
  ["change", "SET STATEMENT max_statement_time = 0 FOR SELECT 1", /SET changes/],
  ["change", "PREPARE p FROM 'DELETE FROM items'", /PREPARE P is not among/],
  ["change", "EXECUTE IMMEDIATE 'DELETE FROM items'", /procedure runs code/],
  ["change", "HANDLER customers OPEN", /HANDLER CUSTOMERS is not among/],
  ["change", "LOCK TABLES orders WRITE", /LOCK TABLES is not among/],
  ["change", "TRUNCATE TABLE items", /TRUNCATE cannot/],
  ["change", "USE mysql", /USE MYSQL is not among/],
  ["change", "GRANT ALL ON *.* TO root", /not among/],
  ["change", "CREATE USER evil", /CREATE USER is not among/],
  ["change", "CREATE FUNCTION f RETURNS STRING SONAME 'x.so'", /CREATE FUNCTION is not among/],
  ["change", "INSTALL PLUGIN x SONAME 'x.so'", /not among/],
  ["change", "CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM items", /CREATE EVENT is not among/],
  [
    "change",
    "CREATE TRIGGER t AFTER DELETE ON items FOR EACH ROW DELETE FROM orders",
    /CREATE TRIGGER is not among/,
  ],
  ["change", "CREATE DEFINER=root VIEW v AS SELECT 1", /not among/],
  ["change", "CREATE TABLE x (a INT) ENGINE=CONNECT TABLE_TYPE=CSV FILE_NAME='/etc/passwd'", /InnoDB/],
  ["change", "CREATE TABLE x (a INT) DATA DIRECTORY='/tmp'", /InnoDB/],
  ["change", "CREATE TABLE x (a INT) ENGINE=FEDERATED CONNECTION='mysql://x'", /InnoDB/],
  ["change", "CREATE TABLE x (a INT) ENGINE MyISAM", /InnoDB/],
  ["change", "ALTER TABLE orders PARTITION BY HASH(id)", /InnoDB/],
  ["change", "CREATE TABLE x (a INT); DELETE FROM items", /a separate call/],
  ["change", "KILL 1", /KILL x is not among/],
  ["change", "INSERT INTO old VALUES (1)", /old is kept by MyISAM/],
  ["change", "INSERT DELAYED INTO old VALUES (1)", /DELAYED/],
  ["change", "UPDATE nothing SET id = 1", /names no table/],
  ["change", "UPDATE items SET what = 'x'", ["db.call shop.logs", "db.update shop.items"]],
  [
    "change",
    "UPDATE orders o, customers c SET o.name = c.mail",
    ["db.read shop.customers", "db.read shop.orders", "db.update shop.customers", "db.update shop.orders"],
  ],
  [
    "change",
    "DELETE notes FROM notes JOIN customers",
    ["db.delete shop.customers", "db.delete shop.notes", "db.read shop.customers", "db.read shop.notes"],
  ],
  [
    "change",
    "REPLACE INTO customers VALUES (1, 'x')",
    ["db.delete shop.customers", "db.insert shop.customers"],
  ],
  [
    "change",
    "INSERT INTO customers VALUES (1, 'x') ON DUPLICATE KEY UPDATE mail = 'x'",
    ["db.insert shop.customers", "db.update shop.customers"],
  ],
  ["change", "INSERT INTO notes VALUES ('x') RETURNING line", ["db.insert shop.notes", "db.read shop.notes"]],
  [
    "change",
    "ALTER TABLE customers RENAME TO other",
    ["db.read shop.customers", "db.schema shop.customers", "db.schema shop.other"],
  ],
  [
    "change",
    "RENAME TABLE customers TO other",
    ["db.read shop.customers", "db.schema shop.customers", "db.schema shop.other"],
  ],
  [
    "change",
    "CREATE TABLE copy AS SELECT * FROM customers",
    ["db.read shop.customers", "db.schema shop.copy", "db.schema shop.customers"],
  ],
];

const NEVER = new AbortController().signal;
const limits = { timeoutMs: 1_000, lockMs: 100, rows: 10, bytes: 10_000, undoRows: 10 };

describe.runIf(hasMariadb)("the sql tools on MariaDB", () => {
  let server: Awaited<ReturnType<typeof aMariadb>>;
  beforeAll(async () => {
    server = await aMariadb();
    await server.query("CREATE DATABASE other; CREATE TABLE other.secrets (id INT)");
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  async function aShop(options: ShopOptions & { login?: string; database?: string } = {}): Promise<Shop> {
    const database = options.database ?? (await server.newDatabase());
    if (options.database === undefined) await server.query(`${SHOP}${options.more ?? ""}`, database);
    const connection = await server.connect(database);
    const { ask = DEFAULTS.ask, permissions = DEFAULTS.permissions, limits, login } = options;
    const url = server.address(database, login);
    const world = await aRuntime({
      config: { databases: { shop: { url, ...limits } }, permissions },
      ask,
    });
    return {
      ...world,
      beside: async (sql) => {
        const [rows] = await connection.query(sql);
        return Array.isArray(rows) ? rows : [];
      },
      async [Symbol.asyncDispose]() {
        await connection.end();
        await world[Symbol.asyncDispose]();
      },
    };
  }

  test(`${MARIADB.length} hostile and odd statements are refused, or judged by exactly what they touch`, async () => {
    await using world = await aShop({ more: MORE });
    expect(await world.beside("SELECT DATABASE() AS name")).toEqual([{ name: "database0" }]);
    await expectRight(world, MARIADB);
  });

  sharedScenes({
    aShop,
    placeholder: "?",
    chance: "rand()",
    trigger: "CREATE TRIGGER adds AFTER INSERT ON customers FOR EACH ROW INSERT INTO notes VALUES ('log')",
  });

  test("undo keeps odd values of odd types, rows without a key and rows that differ by case alone", async () => {
    await using world = await aShop({
      more: `CREATE TABLE odd (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, f FLOAT, d DOUBLE, b VARBINARY(20), bits BIT(3), at TIMESTAMP(6) NULL, day DATE, t TEXT, j JSON, twice INT AS (2) STORED);
        INSERT INTO odd (id, f, d, b, bits, at, day, t, j) VALUES (18446744073709551614, 0.1, 1e-300, x'00ff27', b'101', '2026-01-02 03:04:05.678901', '0001-01-01', 'é日\\\\''"\\n', '{"x" : 1}');
        INSERT INTO odd (id) VALUES (7); INSERT INTO notes VALUES ('First'), ('first');`,
    });
    const before = [
      await world.beside("SELECT * FROM odd"),
      await world.beside("SELECT * FROM notes ORDER BY BINARY line"),
    ];
    expect(await undone(world, "DELETE FROM odd")).toBe("undone");
    expect(
      await undone(
        world,
        "UPDATE odd SET f = 2, d = NULL, b = x'01', bits = 0, at = NULL, day = NULL, t = 'x', j = NULL",
      ),
    ).toBe("undone");
    expect(await undone(world, "DELETE FROM notes WHERE BINARY line = 'First'")).toBe("undone");
    expect([
      await world.beside("SELECT * FROM odd"),
      await world.beside("SELECT * FROM notes ORDER BY BINARY line"),
    ]).toEqual(before);
    expect(
      await undone(
        world,
        "UPDATE notes SET line = 'FIRST' WHERE BINARY line = 'First'",
        "UPDATE notes SET line = 'fIRST' WHERE BINARY line = 'FIRST'",
      ),
    ).toContain("is not as the call left it");
    expect(
      await undone(world, "DELETE FROM items WHERE id = 3", "DELETE FROM orders WHERE id = 2"),
    ).toContain("refer to rows");
  });

  test("a change of the schema is not tried, asked about with the whole definition, and that is kept", async () => {
    const previews: string[] = [];
    await using world = await aShop({
      async ask({ preview }) {
        previews.push(preview?.text ?? "");
        return { answer: previews.length === 1 ? "deny" : "approve", by: "tester" };
      },
      more: "CREATE INDEX by_name ON orders (name(5)); CREATE TRIGGER logs AFTER DELETE ON orders FOR EACH ROW INSERT INTO notes VALUES ('gone')",
    });
    expect(errorOf(await change(world, "ALTER TABLE orders DROP COLUMN total")).code).toBe("approval_denied");
    expect(await query(world, "SELECT total FROM orders")).toMatchObject({ type: "success" });
    expect(previews[0]).toContain(
      "Not tried beforehand: MariaDB and MySQL commit a change of the schema at once",
    );
    expect(previews[0]).toMatch(
      /- CREATE TABLE `orders`[\s\S]*KEY `by_name`[\s\S]*- CREATE[\s\S]*TRIGGER[\s\S]*logs/,
    );
    const outcome = await change(world, "ALTER TABLE orders DROP COLUMN total");
    expect(outcome).toMatchObject({ type: "success", output: { cannotUndo: "it changes the schema" } });
    expect(errorOf(await query(world, "SELECT total FROM orders")).code).toBe("invalid_input");
  });

  test("views and triggers that the role cannot see are refused, not guessed", async () => {
    const database = await server.newDatabase();
    await server.query(
      `${SHOP} CREATE VIEW mails AS SELECT mail FROM customers;
       CREATE TRIGGER hidden AFTER UPDATE ON orders FOR EACH ROW DELETE FROM items;
       CREATE USER limited; GRANT SELECT, UPDATE ON ${database}.orders TO limited; GRANT SELECT ON ${database}.mails TO limited;`,
      database,
    );
    await using world = await aShop({ database, login: "limited" });
    expect(errorOf(await query(world, "SELECT * FROM mails")).message).toContain("grant it SHOW VIEW");
    expect(errorOf(await change(world, "UPDATE orders SET total = 1")).message).toContain("grant it TRIGGER");
    await server.query(`GRANT TRIGGER ON ${database}.orders TO limited`);
    expect(errorOf(await change(world, "UPDATE orders SET total = 1")).message).toContain(
      "a trigger names items, which this role cannot see",
    );
    expect(await world.beside("SELECT count(*) AS n FROM items")).toEqual([{ n: 3 }]);
    expect(errorOf(await query(world, "SELECT * FROM customers")).code).toBe("invalid_input");
    // What it may not see is left out of the definitions that are kept, and prevents no change of its own tables.
    await server.query(`GRANT ALL ON ${database}.notes TO limited`);
    expect(await change(world, "ALTER TABLE notes ADD COLUMN n integer")).toMatchObject({ type: "success" });
  });

  test("the server reads statements as they were judged, whatever its own mode and encoding are", async () => {
    await server.query(
      "SET GLOBAL sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT'; SET GLOBAL character_set_client = gbk",
    );
    try {
      await using world = await aShop();
      expect(await query(world, `SELECT '\\' AS a FROM orders -- ' AS b FROM customers\n`)).toMatchObject({
        output: { columns: ["b"], rows: [{ b: "' AS a FROM orders -- " }] },
      });
      expect(await query(world, 'SELECT "mail" AS a FROM customers')).toMatchObject({
        output: { rows: [{ a: "mail" }] },
      });
    } finally {
      await server.query("SET GLOBAL sql_mode = DEFAULT; SET GLOBAL character_set_client = DEFAULT");
    }
  });

  test("the reading transaction and the one-statement protocol are walls of their own; time, locks and bytes end a call", async () => {
    await using world = await aShop({ limits: { timeout: 1_500, lockTimeout: 1_000, maxBytes: 2_000 } });
    const [row] = await world.beside("SELECT DATABASE() AS name");
    const url = server.address(String(Object(row).name));
    const database = openMariadb({ name: "shop", url, limits });
    for (const text of ["DELETE FROM items", "SELECT 1; DELETE FROM items"])
      await expect(
        database.query(
          { statements: [{ text, touches: [] }], parameters: [] },
          { offset: 0, limit: 1 },
          NEVER,
        ),
        text,
      ).rejects.toThrow();
    expect(await world.beside("SELECT count(*) AS n FROM items")).toEqual([{ n: 3 }]);
    const endless =
      "WITH RECURSIVE c AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c, c AS d, c AS e";
    expect(errorOf(await query(world, endless)).code).toBe("timeout");
    expect(await query(world, "SELECT repeat('x', 600) AS text FROM orders, items")).toMatchObject({
      output: { more: true, next: 3 },
    });
    expect(errorOf(await query(world, "SELECT repeat('x', 6000) AS text")).message).toContain(
      "more than 2000 bytes",
    );
    await world.beside("BEGIN; UPDATE items SET what = 'held'");
    expect(errorOf(await change(world, "DELETE FROM items")).code).toBe("conflict");
    await world.beside("ROLLBACK");
  });
});

test("MariaDB: a server that hangs, hangs up or answers nonsense ends a call in time, with the reason", async () => {
  const behaviours: Readonly<Record<string, (socket: Socket) => void>> = {
    timeout: (socket) => void socket.on("data", () => {}),
    "hangs up": (socket) => void socket.end(),
    nonsense: (socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"),
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
    const url = `mariadb://x@127.0.0.1:${port}/x`;
    const lying = openMariadb({ name: "shop", url, limits: { ...limits, timeoutMs: 200 } });
    const error = await lying.tables(NEVER).catch((thrown: unknown) => thrown);
    expect([name, error instanceof DejimaError && error.code]).toEqual([
      name,
      name === "timeout" ? "timeout" : "server_unavailable",
    ]);
    for (const socket of open) socket.destroy();
    listener.close();
  }
});
