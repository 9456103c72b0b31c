import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgres, postgresError } from "../../src/store/postgres/postgres-database.ts";
import { postgresOwner } from "../../src/store/postgres/postgres-shared.ts";
import { aProxy } from "../team/a-proxy.ts";
import { aPostgres, hasPostgres } from "./a-postgres.ts";

test.runIf(hasPostgres)(
  "a statement on a connection that went silent fails as unavailable, and the next one gets another connection",
  async () => {
    const postgres = await aPostgres();
    const proxy = await aProxy(postgres.port);
    const address = (await postgres.newDatabase()).replace(`:${postgres.port}/`, `:${proxy.port}/`);
    const database = await openPostgres(address, { tenant: "default", answerMs: 2_000 });
    onTestFinished(async () => {
      await proxy[Symbol.asyncDispose]();
      await database.close();
      await postgres[Symbol.asyncDispose]();
    });
    const said = (error: unknown) =>
      expect(postgresError("there", error)).toMatchObject({ code: "server_unavailable" });
    expect(await database.first("SELECT 1 AS one")).toEqual({ one: 1 });
    proxy.mute();
    await database.first("SELECT 1").then(() => expect.unreachable("answered"), said);
    expect(await database.first("SELECT 1 AS one")).toEqual({ one: 1 });
    const cut = database.transaction(async (queries) => {
      await queries.run("SELECT 1");
      proxy.mute();
      await queries.run("SELECT 2");
    });
    await cut.then(() => expect.unreachable("answered"), said);
    expect(await database.transaction((queries) => queries.first("SELECT 3 AS three"))).toEqual({ three: 3 });
  },
);

test.runIf(hasPostgres)(
  "connections of a tenant give up by themselves, and PostgreSQL ends idle transactions and connections to machines that are gone",
  async () => {
    await using postgres = await aPostgres();
    const database = await openPostgres(await postgres.newDatabase(), { tenant: "default" });
    onTestFinished(() => database.close());
    const settings = await database.all(
      "SELECT name, setting || coalesce(unit, '') AS value FROM pg_settings WHERE name LIKE 'tcp%' OR name LIKE 'idle_in%' ORDER BY name",
    );
    expect(Object.fromEntries(settings.map(({ name, value }) => [name, value]))).toEqual({
      idle_in_transaction_session_timeout: "60000ms",
      tcp_keepalives_count: "3",
      tcp_keepalives_idle: "5s",
      tcp_keepalives_interval: "2s",
      tcp_user_timeout: "11000ms",
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let ended = false;
    const asked = database.first("SELECT pg_sleep(60)").finally(() => {
      ended = true;
    });
    const refused = expect(asked).rejects.toThrow("Query read timeout");
    await vi.advanceTimersByTimeAsync(29_000);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    await refused;
  },
);

test.runIf(hasPostgres)(
  "an owner whose connection went silent stops before PostgreSQL gives its lock to the next one",
  async () => {
    await using postgres = await aPostgres();
    await using proxy = await aProxy(postgres.port);
    const address = (await postgres.newDatabase()).replace(`:${postgres.port}/`, `:${proxy.port}/`);
    // No statement gives up during this test.
    const database = await openPostgres(address, { tenant: "default", answerMs: 600_000 });
    onTestFinished(() => database.close());
    const over = new AbortController();
    const began = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const owning = postgresOwner(database)(
      "work",
      async (signal) => {
        began.resolve();
        if (!signal.aborted) await once(signal, "abort");
        stopped.resolve();
      },
      { signal: over.signal },
    );
    await began.promise;
    proxy.mute();
    await stopped.promise;
    over.abort();
    await owning;
  },
);
