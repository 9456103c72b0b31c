import { createConnection } from "mysql2/promise";
import { expect, test } from "vitest";
import { RefusedStatement } from "../../src/sources/sql/database.ts";
import { type Catalogue, readCatalogue } from "../../src/sources/sql/mariadb/catalogue.ts";
import { inTransaction } from "../../src/sources/sql/mariadb/mariadb-session.ts";
import { readStatement } from "../../src/sources/sql/mariadb/read-statement.ts";
import { joinTokens, readTokens } from "../../src/sources/sql/mariadb/read-tokens.ts";
import { resolveNames } from "../../src/sources/sql/mariadb/resolve-names.ts";
import { aMariadb, hasMariadb } from "./a-mariadb.ts";
import { SHOP } from "./a-shop.ts";

const STATEMENTS = `
SELECT * FROM customers
SELECT mail FROM orders , customers
SELECT * FROM orders JOIN customers ON 1
SELECT ( SELECT mail FROM customers LIMIT 1 ) FROM orders
WITH x AS ( SELECT * FROM customers ) SELECT * FROM x
WITH customers AS ( SELECT 1 AS id ) SELECT * FROM customers , database0 . customers
SELECT * FROM ( orders , customers )
SELECT * FROM orders a JOIN ( customers b ) ON 1
SELECT 1 UNION SELECT mail FROM customers
SELECT * FROM orders WHERE id IN ( SELECT id FROM customers )
SELECT * FROM 1e
SELECT * FROM 0X41
SELECT * FROM database0 . 2024
DELETE FROM customers
DELETE a FROM customers a JOIN orders b ON 1
DELETE FROM a USING customers a JOIN orders ON 1
UPDATE orders a , customers b SET b . mail = 1
INSERT INTO customers SET id = 1
INSERT INTO notes SELECT mail FROM customers
REPLACE customers VALUES ( 1 , 'a' )
SHOW COLUMNS FROM customers
DESCRIBE customers
CREATE TABLE z LIKE customers
ALTER TABLE orders ADD FOREIGN KEY ( id ) REFERENCES customers ( id )`
  .trim()
  .split("\n");

const PIECES = [
  ..."SELECT * FROM customers orders . , ( ) `customers` `orders` `.` `AS` AS JOIN ON 1 a `a` mail".split(
    " ",
  ),
  ..."database0 `database0` WHERE IN UNION WITH x LIMIT 'a' \"customers\" = TABLE SET INTO notes USING".split(
    " ",
  ),
  ..."NATURAL LEFT STRAIGHT_JOIN LATERAL USE INDEX FOR .customers customers.mail e1 1. .5 1e 0x41 0X41".split(
    " ",
  ),
  ..."N'a' COLLATE BINARY CASE DROP RENAME TO LIKE IGNORE LOW_PRIORITY QUICK OVER ROW IS /**/ ? : ! DUAL".split(
    " ",
  ),
];

/** Statements that were made from others by putting pieces in, out or in another's place. */
function* mutated(count: number): Generator<string> {
  let seed = 20_261_116;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >> 8) % limit;
  };
  const oneOf = (list: readonly string[]) => list[below(list.length)] ?? "";
  for (let made = 0; made < count; made++) {
    const words = oneOf(STATEMENTS).split(" ");
    for (let change = below(3); change >= 0; change--)
      words.splice(below(words.length), below(2), ...[oneOf(PIECES), oneOf(PIECES)].slice(below(3)));
    yield words.map((word) => `${word}${below(4) === 0 ? "" : " "}`).join("");
  }
}

/** What would be sent, and what it was found to touch. `undefined` for what is refused. */
function judged(sql: string, catalogue: Catalogue) {
  try {
    const tokens = readTokens(sql);
    const { touches } = resolveNames(readStatement(tokens, catalogue), catalogue);
    return { text: joinTokens(tokens), touched: touches.map(({ object }) => object) };
  } catch (error) {
    if (error instanceof RefusedStatement) return undefined;
    throw error;
  }
}

const DENIED = /denied to user .* for table `database0`\.`(customers|1e|0X41|2024)`/;

test.runIf(hasMariadb)(
  "no spelling of 15,000 reaches a table in MariaDB that was not found in the statement",
  async () => {
    await using server = await aMariadb();
    const database = await server.newDatabase();
    const odd = ["1e", "0X41", "2024"].map((name) => `CREATE TABLE \`${name}\` (id INTEGER);`);
    await server.query(`${SHOP}${odd.join("")}CREATE USER low`, database);
    for (const table of ["orders", "items", "notes"])
      await server.query(`GRANT ALL ON ${database}.${table} TO low`);
    const limits = { timeoutMs: 10_000, lockMs: 100, rows: 10, bytes: 10_000, undoRows: 10 };
    const options = { name: "shop", url: server.address(database), limits };
    const { signal } = new AbortController();
    const catalogue = await inTransaction(options, "READ ONLY", signal, readCatalogue);
    // The server itself says which table a statement reaches: this user may not use the others.
    const low = await createConnection({ host: "127.0.0.1", port: server.port, user: "low", database });
    let denied = 0;
    const missed: unknown[] = [];
    for (const sql of mutated(15_000)) {
      const found = judged(sql, catalogue);
      if (found === undefined) continue;
      const message = await low.prepare(found.text).then(
        async (statement) => void (await statement.close()),
        (error: Error) => error.message,
      );
      const [, table] = DENIED.exec(message ?? "") ?? [];
      if (table === undefined) continue;
      denied++;
      if (!found.touched.some((name) => name.includes(table))) missed.push({ sql, table, ...found });
    }
    await low.end();
    expect(missed).toEqual([]);
    expect(denied).toBeGreaterThan(100);
  },
);
