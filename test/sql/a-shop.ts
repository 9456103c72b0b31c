import { DatabaseSync } from "node:sqlite";

/** The tables of the shop that the tests use, in SQL that SQLite and PostgreSQL both take. */
export const SHOP = `
CREATE TABLE orders (id INTEGER PRIMARY KEY, name TEXT NOT NULL, total NUMERIC);
CREATE TABLE items (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders(id) ON DELETE CASCADE, what TEXT);
CREATE TABLE notes (line TEXT);
CREATE TABLE customers (id INTEGER PRIMARY KEY, mail TEXT);
CREATE VIEW open_orders AS SELECT id, name FROM orders;
INSERT INTO orders VALUES (1, 'Ada', 10), (2, 'Bo', 20), (3, 'Cy', 30);
INSERT INTO items VALUES (1, 1, 'tea'), (2, 1, 'cup'), (3, 2, 'pot');
INSERT INTO notes VALUES ('first'), ('second');
INSERT INTO customers VALUES (1, 'ada@example.com');`;

/** Writes a shop into a new SQLite file. */
export function makeShop(file: string): void {
  using database = new DatabaseSync(file);
  database.exec(SHOP);
}

/** Runs SQL beside the gate, as another program would. */
export function besideGate(file: string, sql: string): unknown[] {
  using database = new DatabaseSync(file);
  if (!/^\s*select/i.test(sql)) {
    database.exec(sql);
    return [];
  }
  return database.prepare(sql).all();
}
