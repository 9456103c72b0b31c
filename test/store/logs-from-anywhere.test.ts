import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRuntime } from "../../src/runtime.ts";
import { aCliFolder, type CliFolder } from "../support/run-cli.ts";
import { aPostgres, hasPostgres } from "./a-postgres.ts";

describe.runIf(hasPostgres)("logs of runs in PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  let folder: string;
  beforeAll(async () => {
    server = await aPostgres();
    folder = await mkdtemp(join(tmpdir(), "dejima-anywhere-"));
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  const node = (home: string, store: string, runs: "here" | "workers") =>
    createRuntime({
      workspace: folder,
      home: join(folder, home),
      variables: {},
      config: { store, runs },
    });

  /** Shows and verifies every run that a home lists. Returns their ids. */
  async function listed(cli: CliFolder, variables: Record<string, string>): Promise<string[]> {
    const runs = (await cli.run(["log", "list", "--json"], { variables })).json<{ id: string }[]>();
    for (const { id } of runs) {
      const shown = await cli.run(["log", "show", id], { variables });
      expect([shown.code, shown.stderr]).toEqual([0, ""]);
      expect((await cli.run(["log", "verify", id], { variables })).stdout).toMatch(
        /^intact [\s\S]* in the home's chain of heads/,
      );
    }
    const all = await cli.run(["log", "verify"], { variables });
    expect([all.code, all.stdout]).toEqual([0, expect.stringContaining("intact")]);
    return runs.map(({ id }) => id).sort();
  }

  test("a new home shows, verifies and exports migrated runs and those of workers, whichever way it runs its own", async () => {
    const address = await server.newDatabase();
    await using origin = await aCliFolder();
    for (const _ of [1, 2]) expect((await origin.run(["tool", "call", "current_time"])).code).toBe(0);
    const migrated = await listed(origin, {});
    expect((await origin.run(["store", "migrate", "--to", address])).code).toBe(0);
    const worker = node("worker", address, "workers");
    const { runId } = await worker.execute("current_time", {});
    await worker.close();
    const before = [...migrated, runId].sort();

    await using fresh = await aCliFolder();
    const variables = { DEJIMA_STORE: address };
    expect(await listed(fresh, variables)).toEqual(before);
    const exported = await fresh.run(["log", "export", migrated[0] ?? ""], { variables });
    expect([exported.code, exported.stdout]).toEqual([0, expect.stringMatching(/^4 records of /)]);
    // Its own run continues the chain that all machines have.
    expect((await fresh.run(["tool", "call", "current_time"], { variables })).code).toBe(0);
    const own = (await listed(fresh, variables)).find((id) => !before.includes(id)) ?? "";

    await using other = await aCliFolder();
    const team = { ...variables, DEJIMA_RUNS: "workers" };
    for (const id of before)
      expect((await other.run(["log", "verify", id], { variables: team })).stdout).toMatch(/^intact/);
    const elsewhere = await other.run(["log", "show", own], { variables });
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      2,
      expect.stringContaining("stays in the home of the machine that ran it"),
    ]);
  });

  test("a run that was migrated is continued in the database, from a home that keeps its own logs", async () => {
    const address = await server.newDatabase();
    const worker = node("first", address, "workers");
    const run = await worker.openRun();
    await run.execute("current_time", {});
    run.leave();
    await worker.close();

    const here = node("second", address, "here");
    const again = await here.reopenRun(run.id);
    await again.execute("current_time", {});
    await again.end("done");
    expect(await here.history.verify(run.id)).toMatchObject({ ok: true });
    await here.close();
    const third = node("third", address, "workers");
    expect(await third.history.verify(run.id)).toMatchObject({ ok: true });
    const calls = await Array.fromAsync(third.history.read(run.id));
    expect(calls.filter(({ type }) => type === "call-end")).toHaveLength(2);
    await third.close();
  });

  test("a run that a home began before it had workers goes to the database with its first records", async () => {
    const address = await server.newDatabase();
    const before = node("same", address, "here");
    const run = await before.openRun();
    await run.execute("current_time", {});
    run.leave();
    await before.close();

    const worker = node("same", address, "workers");
    const again = await worker.reopenRun(run.id);
    await again.execute("current_time", {});
    await again.end("done");
    await worker.close();
    const other = node("another", address, "here");
    expect(await other.history.verify(run.id)).toMatchObject({ ok: true });
    const types = (await Array.fromAsync(other.history.read(run.id))).map(({ type }) => type);
    expect(types.filter((type) => type === "run-start" || type === "call-end")).toEqual([
      ...["run-start", "call-end", "call-end"],
    ]);
    await other.close();
  });
});
