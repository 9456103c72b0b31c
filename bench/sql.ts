// One query of an SQLite file through the whole gate, and the same work of the driver alone: the difference is the gate's own cost.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createRuntime } from "../src/index.ts";
import { openSqlite } from "../src/sources/sql/sqlite/sqlite-database.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { median } from "./interleave.ts";

const SQL = "SELECT id, name FROM orders WHERE id < 10";
const ROUNDS = 15;
const WARM_UP = 15; // rounds until the compiler is done
const BATCH = 20;
const NEVER = new AbortController().signal;

const run: Benchmark = async ({ json }) => {
  const workspace = await mkdtemp(join(tmpdir(), "dejima-bench-"));
  const file = join(workspace, "shop.db");
  {
    using shop = new DatabaseSync(file);
    shop.exec(
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, name TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO orders SELECT i, 'name ' || i FROM n",
    );
  }
  const runtime = createRuntime({
    workspace,
    config: {
      databases: { shop: { url: "sqlite:shop.db", trusted: true } },
      permissions: { safe: ["db.read(shop.*)"] },
    },
  });
  const limits = { timeoutMs: 10_000, lockMs: 1_000, rows: 1_000, bytes: 1 << 20, undoRows: 100 };
  const driver = openSqlite({ name: "shop", file: async () => file, limits });
  const [ours, alone]: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const gate = await processorTime(async () => {
      const outcome = await runtime.execute("sql_query", { database: "shop", sql: SQL });
      if (outcome.type !== "success") throw new Error(outcome.error.message);
    });
    const engine = await processorTime(async () => {
      const statements = await driver.analyse(SQL, NEVER);
      await driver.query({ statements, parameters: [] }, { offset: 0, limit: 100 }, NEVER);
    });
    if (round < 0) continue;
    ours.push(gate);
    alone.push(engine);
  }
  await driver.close();
  await runtime.close();
  await rm(workspace, { recursive: true });
  const [gate, engine] = [median(ours), median(alone)];
  if (!json) console.log(`  gate ${gate.toFixed(0)} µs, driver alone ${engine.toFixed(0)} µs`);
  report(
    { name: "sql: the gate's own cost vs 1 ms", ours: gate - engine, peer: 1_000, unit: "µs", aim: 1 },
    json,
  );
};

export default run;

/** Processor time of this process for one operation, in microseconds: the engine runs in another one, and waiting takes no processor time. */
async function processorTime(once: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < BATCH; index++) await once();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / BATCH;
}
