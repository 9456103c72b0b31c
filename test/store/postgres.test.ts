import { afterAll, beforeAll, describe } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { storeConformance } from "../conformance/store.ts";
import { aPostgres, hasPostgres } from "./a-postgres.ts";

describe.runIf(hasPostgres)("PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  beforeAll(async () => {
    server = await aPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  storeConformance("openPostgresStore()", async () =>
    openPostgresStore({ address: await server.newDatabase() }),
  );
});
