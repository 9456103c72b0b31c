import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { openPostgres } from "../../src/store/postgres/postgres-database.ts";
import type { SharedStore } from "../../src/store/shared-store.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { anExecution } from "../conformance/ledgers.ts";
import { aPostgres, hasPostgres } from "./a-postgres.ts";
import { aProxyThatEnds } from "./a-proxy-that-ends.ts";

describe.runIf(hasPostgres)("a store in PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  beforeAll(async () => {
    server = await aPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("eight that open a new database at once make its schema once", async () => {
    const address = await server.newDatabase();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore({ address })));
    await Promise.all(stores.map((store, index) => store.executions.create(anExecution(`e${index}`))));
    expect(await stores[0]?.executions.list({ limit: 99 })).toHaveLength(8);
    for (const store of stores) await store.close();
  });

  test("changes of one entry by two nodes follow one another, and none is missed by those who follow", async () => {
    const address = await server.newDatabase();
    const [here, there] = [await openPostgresStore({ address }), await openPostgresStore({ address })];
    await here.executions.create({ ...anExecution("counter"), startedAt: 0 });
    const seen: number[] = [];
    let revision = 0;
    const follow = async () => {
      const news = await there.executions.changedSince(revision);
      revision = news.revision;
      seen.push(...news.entries.map(({ startedAt }) => startedAt));
    };
    const work = [here, there].flatMap((store) =>
      Array.from({ length: 50 }, () =>
        store.executions.change("counter", (held) => ({ ...held, startedAt: held.startedAt + 1 })),
      ),
    );
    while (seen.at(-1) !== 100) await follow();
    await Promise.all(work);
    expect((await here.executions.get("counter"))?.startedAt).toBe(100);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    await here.close();
    await there.close();
  });

  test("a process that writes many records sends at most one notification in 50 ms, with the ids of runs and nothing else", async () => {
    const address = await server.newDatabase();
    const store = await openPostgresStore({ address });
    const { leases, logs } = store.shared ?? expect.unreachable();
    const listener = new pg.Client({ connectionString: address });
    await listener.connect();
    const heard: string[] = [];
    const last = Promise.withResolvers<void>();
    listener.on("notification", ({ payload = "" }) => {
      heard.push(payload);
      if (payload.includes("run:last")) last.resolve();
    });
    await listener.query('LISTEN "dejima_changes"');
    const claim = async (runId: string) =>
      (await leases.claim(runId, { holder: "", forMs: 60_000 })) ?? expect.unreachable();
    const [many, one] = [await claim("many"), await claim("last")];
    const began = performance.now();
    for (let seq = 0; seq < 300; seq++) await logs.append(many, [{ seq, line: '{"secret":"words"}' }]);
    await logs.append(one, [{ seq: 0, line: "{}" }]);
    await last.promise;
    const most = 2 + (performance.now() - began) / 50;
    expect(heard.length).toBeLessThan(Math.min(most, 300));
    for (const payload of heard) expect(payload).toMatch(/^run:(many|last)( run:(many|last))?$/);
    await listener.end();
    await store.close();
  });

  test("a change at one node is heard at another", async () => {
    const address = await server.newDatabase();
    const [here, there] = [await openPostgresStore({ address }), await openPostgresStore({ address })];
    await here.executions.create(anExecution("a"));
    const { promise, resolve } = Promise.withResolvers<void>();
    const { revision } = await there.executions.changedSince();
    const stop = there.executions.watch(async () => {
      if ((await there.executions.changedSince(revision)).entries.length > 0) resolve();
    });
    await here.executions.change("a", (held) => ({ ...held, status: "done" }));
    await promise;
    stop();
    await here.close();
    await there.close();
  });

  test("a server that is away is told in plain words, and is used again once it is back", async () => {
    const store = await openPostgresStore({ address: await server.newDatabase() });
    await store.executions.create(anExecution("a"));
    await server.stop();
    const failed = await store.executions.get("a").catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: "server_unavailable",
      message: expect.stringContaining(`Cannot use PostgreSQL at 127.0.0.1:${server.port}/`),
    });
    await server.start();
    expect(await store.executions.get("a")).toEqual(anExecution("a"));
    await store.close();
  });

  test("a database of a newer version is refused and left as it is; a process that has it open goes on", async () => {
    const address = await server.newDatabase();
    const running = await openPostgresStore({ address });
    await server.query("ALTER TABLE dejima.executions ADD COLUMN later TEXT", address);
    await server.query(`INSERT INTO dejima.migrations VALUES (999, 'later', 1)`, address);
    await expect(openPostgresStore({ address })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("a newer version of Dejima has written it (schema 999"),
    });
    await running.executions.create(anExecution("e"));
    expect(await running.executions.get("e")).toMatchObject({ id: "e" });
    await running.close();
  });

  test.each([
    ["mysql://h/d", "invalid_input", "is not of the form postgres://"],
    ["postgres://dejima@127.0.0.1:1/d", "server_unavailable", "cannot be reached"],
  ])("the address %s is %s: %s", async (address, code, message) => {
    await expect(openPostgresStore({ address })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  test("a missing database is named, and a password never", async () => {
    const address = `postgres://dejima:hunter2-hunter2@127.0.0.1:${server.port}/missing`;
    const error = await openPostgresStore({ address }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining("the database does not exist") });
    expect(String(error)).not.toContain("hunter2");
  });

  test("the command keeps everything in PostgreSQL where DEJIMA_STORE names it, and no password in what it writes", async () => {
    const plain = await server.newDatabase();
    const address = plain.replace("dejima@", "dejima:hunter2-hunter2@");
    await using cli = await aCommandLine();
    const env = { DEJIMA_STORE: address };
    const called = await cli.run(["tool", "call", "current_time", "--input", "{}"], { env });
    expect(called).toMatchObject({ code: 0 });
    expect((await cli.run(["memory", "add", "I drink tea"], { env })).code).toBe(0);
    expect((await cli.run(["memory", "list"], { env })).stdout).toContain("I drink tea");
    expect((await cli.run(["memory", "list"])).stdout).not.toContain("I drink tea");
    const checked = await cli.run(["doctor"], { env });
    expect(checked.stdout).toContain("PostgreSQL, latest run");
    const verified = await cli.run(["log", "verify"], { env });
    expect(verified).toMatchObject({ code: 0 });
    for (const text of [called.stdout, checked.stdout, checked.stderr, verified.stdout])
      expect(text).not.toContain("hunter2");
    expect(await readFile(join(cli.folder, ".dejima/dejima.db"), "latin1")).not.toContain("hunter2");
  });

  /** A store of its own, with what several machines share. */
  const opened = async () => {
    const store = await openPostgresStore({ address: await server.newDatabase() });
    if (store.shared === undefined) throw new Error("PostgreSQL is shared");
    return { store, shared: store.shared };
  };
  const untilAnswering = ({ ping }: SharedStore) =>
    expect.poll(() => ping(1_000).catch(() => "away")).toBeUndefined();
  // An error that nobody hears would end the process: the test runner fails the file for it.
  const endConnections = () =>
    server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dejima'");

  test("when PostgreSQL ends a connection in the packet that accepts it, the statement rejects, and the next one works", async () => {
    await using proxy = await aProxyThatEnds(server.port);
    const database = await openPostgres(`postgres://dejima@127.0.0.1:${proxy.port}/postgres`);
    for (let attempt = 0; attempt < 5; attempt++) {
      proxy.endNext();
      const send = attempt % 2 === 0 ? database.first("SELECT 1") : database.transaction(async () => 1);
      await expect(send).rejects.toThrow();
    }
    expect(await database.first("SELECT 1 AS one")).toEqual({ one: 1 });
    await database.close();
  });

  test("when PostgreSQL ends the connections, a transaction that waits in between rejects, and the next one works", async () => {
    const { store, shared } = await opened();
    const work = async () => {
      await endConnections();
      // Settles when the end of the other connections has arrived here as well.
      await untilAnswering(shared);
    };
    const code = "server_unavailable";
    await expect(shared.exclusive("x", work).then((done) => done)).rejects.toMatchObject({ code });
    expect(await shared.exclusive("x", () => "done")).toBe("done");
    await store.close();
  });

  test("when PostgreSQL ends the connections, a listener goes on listening", async () => {
    const { store, shared } = await opened();
    const heard: string[] = [];
    const again = Promise.withResolvers<void>();
    const listening = await shared.sql.listen("news", (payload) => heard.push(payload), again.resolve);
    await endConnections();
    await again.promise;
    await shared.sql.send("SELECT pg_notify('news', 'after')");
    await expect.poll(() => heard).toEqual(["after"]);
    await listening.close();
    await store.close();
  });

  test("when PostgreSQL ends the connections, a listener that is closed in that moment is closed once", async () => {
    const { store, shared } = await opened();
    for (let round = 0; round < 10; round++) {
      const unwatch = shared.logs.watch(`run-${round}`, () => {});
      const listening = await shared.sql.listen(
        "news",
        () => {},
        () => {},
      );
      const ending = endConnections();
      if (round % 2 === 0) await ending;
      unwatch();
      await listening.close();
      await ending;
    }
    await untilAnswering(shared);
    await store.close();
  });
});
