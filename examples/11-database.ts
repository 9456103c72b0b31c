// A database: a change is tried first, shown with the rows that it touches, made after a yes, and undone.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createRuntime } from "dejima";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));
{
  using shop = new DatabaseSync(join(workspace, "shop.db"));
  shop.exec(
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO orders VALUES (1, 'Ada'), (2, 'Bo')",
  );
}
const questions: string[] = [];

// region: database
const runtime = createRuntime({
  workspace,
  config: {
    databases: { shop: { url: "sqlite:shop.db" } },
    permissions: { safe: ["db.read(shop.*)"], confirm: ["sql_change"] },
  },
  async ask({ preview }) {
    questions.push(preview?.text ?? "");
    return { answer: "approve", by: "you" };
  },
});
const removed = await runtime.execute("sql_change", {
  database: "shop",
  sql: "DELETE FROM orders WHERE name = 'Ada'",
});
const { undone } = await runtime.undo(removed.callId);
const left = await runtime.execute("sql_query", { database: "shop", sql: "SELECT name FROM orders" });
// endregion

console.log(questions, undone, left);
assert.match(questions.join(), /shop\.orders: 1 deleted \(of 2 rows\)\n- orders id=1, name="Ada"/);
assert.deepEqual(undone, [{ path: "shop.orders", action: "1 row restored" }]);
assert.equal(left.type, "success");
assert.deepEqual((left.output as { rows: unknown }).rows, [{ name: "Ada" }, { name: "Bo" }]);
await runtime.close();
await rm(workspace, { recursive: true });
