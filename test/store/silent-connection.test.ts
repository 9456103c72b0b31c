import { expect, onTestFinished, test } from "vitest";
import { openPostgres, postgresError } from "../../src/store/postgres/postgres-database.ts";
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
  "connections of a tenant give up by themselves, and PostgreSQL ends their idle transactions",
  async () => {
    await using postgres = await aPostgres();
    const database = await openPostgres(await postgres.newDatabase(), { tenant: "default" });
    onTestFinished(() => database.close());
    expect(await database.first("SHOW idle_in_transaction_session_timeout")).toEqual({
      idle_in_transaction_session_timeout: "1min",
    });
    await expect(database.first("SELECT pg_sleep(60)")).rejects.toThrow("Query read timeout");
  },
);
