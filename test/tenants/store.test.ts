import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openRunQueue } from "../../src/queue/run-queue.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import { sharedOf } from "../../src/wiring/storage/wire-storage.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { seeded } from "../support/seeded.ts";

const CASES = 10_000;
const AT_ONCE = 12;
const ROWS = 20;
const SEED = 20261116;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly generated: boolean;
}

describe.runIf(hasPostgres)("tenants in one PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  let address: string;
  let acme: Store;
  let globex: Store;
  let columns: readonly Column[];
  /** Above every policy, to look at everything. */
  let root: pg.Client;

  beforeAll(async () => {
    server = await aPostgres();
    address = await server.newDatabase();
    [acme, globex] = [
      await openPostgresStore({ address, tenant: "acme" }),
      await openPostgresStore({ address, tenant: "globex" }),
    ];
    root = new pg.Client({ connectionString: address });
    await root.connect();
    const { rows } = await root.query(
      `SELECT table_name, column_name, data_type, is_identity FROM information_schema.columns
        WHERE table_schema = 'dejima' AND table_name <> 'migrations' ORDER BY table_name, ordinal_position`,
    );
    columns = rows.map((row) => ({
      table: row.table_name,
      name: row.column_name,
      type: row.data_type,
      generated: row.is_identity === "YES",
    }));
    for (const table of tables()) await fill(table);
  });
  afterAll(async () => {
    await Promise.all([root?.end(), acme?.close(), globex?.close()]);
    await server[Symbol.asyncDispose]();
  });

  const tables = () => [...new Set(columns.map(({ table }) => table))];

  /** Rows of acme in a table, whatever columns it has: row 3 has `a-3` in every column of text. */
  async function fill(table: string): Promise<void> {
    const own = columns.filter((column) => column.table === table && !column.generated);
    const places = own.map((_column, at) => `$${at + 1}`);
    for (let row = 0; row < ROWS; row++)
      await root.query(
        `INSERT INTO dejima.${table} (${own.map(({ name }) => name)}) VALUES (${places})`,
        own.map((column) => sampleValue(column, row)),
      );
  }

  const everything = async () => {
    const all: unknown[] = [];
    for (const table of tables())
      all.push(
        (await root.query(`SELECT * FROM dejima.${table} WHERE tenant = 'acme' ORDER BY 1, 2, 3`)).rows,
      );
    return all;
  };

  /** Connections as a process of ours has them, with a tenant or none. */
  function connected(tenant: string | undefined): pg.Pool {
    const setting = tenant === undefined ? "" : ` -c dejima.tenant=${tenant}`;
    const options = `-c search_path=dejima -c role=dejima_app${setting}`;
    return new pg.Pool({ connectionString: address, options, max: 4 });
  }

  test("every table has a tenant and a policy that is forced, and the role of the processes owns none", async () => {
    const { rows } = await root.query(
      `SELECT relname, relrowsecurity AND relforcerowsecurity AS forced, relowner::regrole::text AS owner,
          EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid) AS policy
        FROM pg_class c WHERE relnamespace = 'dejima'::regnamespace AND relkind = 'r' AND relname <> 'migrations'`,
    );
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) {
      expect(row).toMatchObject({ forced: true, policy: true });
      expect(row.owner).not.toBe("dejima_app");
    }
    expect(
      tables().filter((table) => !columns.some((c) => c.table === table && c.name === "tenant")),
    ).toEqual([]);
    const role = await root.query(
      "SELECT rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = 'dejima_app'",
    );
    expect(role.rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
    const used = await sharedOf(globex).sql.send(
      "SELECT current_user AS role, current_setting('dejima.tenant') AS tenant",
    );
    expect(used.rows).toEqual([{ role: "dejima_app", tenant: "globex" }]);
  });

  test(`${CASES} made requests of one tenant for the rows of another give 0 rows and change none`, async () => {
    const before = await everything();
    const bare = connected(undefined);
    const other = connected("globex");
    const own = connected("acme");
    // The same requests find them for their own tenant: this test can fail.
    for (const table of tables())
      expect((await own.query(`SELECT count(*)::int AS count FROM ${table}`)).rows).toEqual([
        { count: ROWS },
      ]);
    const random = seeded(SEED);
    const pick = <Value>(some: readonly Value[]): Value => some[Math.floor(random() * some.length)] as Value;
    const leaks: string[] = [];
    const made = storeRequests(globex);
    const one = async () => {
      const row = Math.floor(random() * ROWS);
      if (random() < 0.5) {
        const { name, ask } = pick(made);
        const found = await ask(`a-${row}`).catch((error: { code?: string }) =>
          error.code === "not_found" || error.code === "conflict" ? undefined : `${name}: ${error}`,
        );
        if (!isNothing(found)) leaks.push(`${name}(a-${row}): ${JSON.stringify(found)}`);
        return;
      }
      const column = pick(columns);
      const statement = pick([
        `SELECT * FROM ${column.table} WHERE ${column.name} = $1`,
        `SELECT * FROM ${column.table} WHERE ${column.name} IS NOT NULL OR $1 IS NULL FOR SHARE`,
        `DELETE FROM ${column.table} WHERE ${column.name} = $1 OR tenant = 'acme'`,
        `UPDATE ${column.table} SET tenant = tenant WHERE ${column.name} = $1 OR tenant = 'acme'`,
      ]);
      const typed = statement.replaceAll("$1", `$1::${column.type}`);
      const { rowCount } = await pick([bare, other]).query(typed, [sampleValue(column, row)]);
      if (rowCount !== 0) leaks.push(`${statement}: ${rowCount}`);
    };
    for (let done = 0; done < CASES; done += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, CASES - done) }, one));
    expect(leaks).toEqual([]);
    expect(await everything()).toEqual(before);
    for (const client of [bare, other]) {
      // No row can be slipped to another tenant, nor be left without one.
      for (const sql of [
        "INSERT INTO documents VALUES ('c', 'k', '1', 'acme')",
        "UPDATE documents SET tenant = 'acme'",
        "ALTER TABLE documents DISABLE ROW LEVEL SECURITY",
        "DROP POLICY own_tenant ON documents",
        "TRUNCATE documents",
      ])
        expect(
          await client.query(sql).then(
            ({ rowCount }) => rowCount,
            () => "refused",
          ),
          sql,
        ).toBeOneOf(["refused", 0]);
      await client.end();
    }
    await own.end();
  });

  test("two tenants have the same names and ids without meeting, and hear only of their own changes", async () => {
    const heard: string[] = [];
    const stops = [
      acme.executions.watch(() => heard.push("acme")),
      sharedOf(acme).logs.watch("same", () => heard.push("acme log")),
    ];
    await globex.documents.put("c", "k", "of globex");
    await acme.documents.put("c", "k", "of acme");
    expect([await acme.documents.get("c", "k"), await globex.documents.get("c", "k")]).toEqual([
      "of acme",
      "of globex",
    ]);
    const lease = await sharedOf(globex).leases.claim("same", { holder: "g", forMs: 60_000 });
    expect(await sharedOf(acme).leases.claim("same", { holder: "a", forMs: 60_000 })).toBeDefined();
    if (lease === undefined) throw new Error("free");
    await sharedOf(globex).logs.append(lease, [{ seq: 0, line: "secret of globex" }]);
    expect(await sharedOf(acme).logs.read("same", { from: 0, limit: 10 })).toEqual([]);
    expect(await sharedOf(acme).logs.last("same")).toBeUndefined();
    // Both locks are held at once.
    await sharedOf(acme).exclusive("x", () => sharedOf(globex).exclusive("x", () => {}));
    const news = new pg.Client({ connectionString: address });
    await news.connect();
    const channels: string[] = [];
    news.on("notification", ({ channel, payload }) => channels.push(`${channel} ${payload}`));
    await news.query('LISTEN "dejima/acme_changes"');
    await news.query('LISTEN "dejima/globex_changes"');
    await sharedOf(globex).logs.append(lease, [{ seq: 1, line: "more" }]);
    await expect.poll(() => channels).toContain("dejima/globex_changes run:same");
    expect(channels.filter((text) => text.startsWith("dejima/acme"))).toEqual([]);
    for (const stop of stops) stop();
    await news.end();
  });

  test("a tenant's jobs are seen, taken and counted by nobody else", async () => {
    const faults: unknown[] = [];
    const onFault = (error: unknown) => void faults.push(error);
    const [of, others] = [
      await openRunQueue(sharedOf(acme).sql, { onFault }),
      await openRunQueue(sharedOf(globex).sql, { onFault }),
    ];
    onTestFinished(async () => {
      await Promise.all([of.close(), others.close()]);
    });
    await of.add({ runId: "run-of-acme" }, sharedOf(acme).sql.send);
    // Slipped through the connection of another tenant, it is refused.
    await expect(of.add({ runId: "slipped" }, sharedOf(globex).sql.send)).rejects.toThrow();
    const taken: string[] = [];
    await others.work(async ({ runId }) => void taken.push(`globex ${runId}`), { concurrency: 2 });
    await others.add({ runId: "run-of-globex" }, sharedOf(globex).sql.send);
    await expect.poll(() => taken).toEqual(["globex run-of-globex"]);
    expect(await of.depth()).toMatchObject({ waiting: 1 });
    const { rows: kept } = await root.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'dejima_jobs'",
    );
    expect(kept.length).toBeGreaterThan(5);
    for (const tenant of [undefined, "globex"]) {
      const client = connected(tenant);
      for (const { tablename } of kept)
        expect(
          JSON.stringify((await client.query(`SELECT * FROM dejima_jobs."${tablename}"`)).rows),
          tablename,
        ).not.toContain("acme");
      expect((await client.query("SELECT FROM dejima_jobs.queue WHERE name = 'runs/acme'")).rowCount).toBe(0);
      await client.end();
    }
    expect(faults).toEqual([]);
  });

  test.each(["", "Acme", "a b", "a' OR 1=1 --", "a -c role=dejima", "../b", "-a", "x".repeat(41)])(
    "%j is no name of a tenant",
    async (tenant) => {
      await expect(openPostgresStore({ address, tenant })).rejects.toMatchObject({ code: "invalid_input" });
    },
  );
});

function sampleValue({ name, type }: Pick<Column, "name" | "type">, row: number): unknown {
  if (name === "tenant") return "acme";
  if (type === "bytea") return Buffer.from(`a-${row}`);
  if (type === "boolean") return row % 2 === 0;
  if (type === "timestamp with time zone") return new Date(row * 1_000);
  return type === "text" ? `a-${row}` : row;
}

function isNothing(found: unknown): boolean {
  if (found === undefined || found === false || found === 0) return true;
  if (Array.isArray(found)) return found.every(isNothing);
  if (found instanceof Map || found instanceof Set) return found.size === 0;
  return typeof found === "object" && found !== null && Object.values(found).every(isNothing);
}

interface StoreRequest {
  readonly name: string;
  ask(id: string): Promise<unknown>;
}

/** Everything that a store can be asked about something by its id, and what lists without one. */
function storeRequests(store: Store): readonly StoreRequest[] {
  const shared = sharedOf(store);
  const page = { limit: 100 };
  const space = (id: string) => ({ collection: id, embedder: id });
  const ledgers = ["approvals", "grants", "executions", "schedules"] as const;
  const asked: Record<string, (id: string) => Promise<unknown>> = {
    "runs.get": (id) => store.runs.get(id),
    "runs.list": () => store.runs.list(page),
    "runs.list before": (before) => store.runs.list({ ...page, before }),
    "runs.list of": (user) => store.runs.list({ ...page, user }),
    "runs.list text": (text) => store.runs.list({ ...page, text }),
    "runs.update": (id) => store.runs.update(id, { title: "mine" }),
    "runs.unchained": () => store.runs.unchained(page),
    "runs.noteChained": (runId) => store.runs.noteChained([{ runId, records: 1 }]),
    "statistics.all": () => store.statistics.all(),
    "statistics.days": () => store.statistics.days(""),
    "documents.get": (id) => store.documents.get(id, id),
    "documents.list": (id) => store.documents.list(id),
    "documents.delete": (id) => store.documents.delete(id, id),
    "conversations.get": (id) => store.conversations.get(id),
    "conversations.list": () => store.conversations.list(page),
    "conversations.list text": (text) => store.conversations.list({ ...page, text }),
    "conversations.delete": (id) => store.conversations.delete(id),
    "conversations.turn": (id) => store.conversations.turn(id),
    "conversations.turns": (id) => store.conversations.turns(id, page),
    "steps.list": (id) => store.steps.list(id),
    "vectors.read": (id) => store.vectors.read(space(id), [id]),
    "vectors.prune": (id) => store.vectors.prune(space(id), []),
    "vectors.embedders": (id) => store.vectors.embedders(id),
    "memories.get": (id) => store.memories.get(id, id),
    "memories.list": (id) => store.memories.list(id, page),
    "memories.ids": (id) => store.memories.ids(id),
    "memories.changes": (id) => store.memories.changes(id),
    "memories.changedSince": (id) => store.memories.changedSince(id, 0),
    "memories.delete": (id) => store.memories.delete(id, [id]),
    "marks.list": () => store.marks.list(page),
    "marks.changedSince": () => store.marks.changedSince(0),
    "spends.sums": (id) => store.spends.sums("model", "", { runId: id }),
    "logs.read": (id) => shared.logs.read(id, { from: 0, limit: 100 }),
    "logs.last": (id) => shared.logs.last(id),
    "logs.remove": (id) => shared.logs.remove([id]),
    "logs.append": (runId) => shared.logs.append({ runId, token: 1 }, [{ seq: 99, line: "mine" }]),
    "leases.holders": async (id) => [...(await shared.leases.holders([id]))],
    "leases.requestStop": (id) => shared.leases.requestStop(id),
    "leases.renew": async (runId) => [...(await shared.leases.renew([{ runId, token: 1 }], 1_000)).held],
    "leases.release": (runId) => shared.leases.release({ runId, token: 1 }),
    resumeLost: () => shared.resumeLost(),
  };
  for (const ledger of ledgers) {
    asked[`${ledger}.get`] = (id) => store[ledger].get(id);
    asked[`${ledger}.list`] = () => store[ledger].list(page);
    asked[`${ledger}.list of run`] = (runId) => store[ledger].list({ ...page, runId });
    asked[`${ledger}.change`] = (id) => store[ledger].change(id, () => expect.fail("seen"));
    asked[`${ledger}.changedSince`] = () => store[ledger].changedSince(0);
  }
  return Object.entries(asked).map(([name, ask]) => ({ name, ask }));
}
