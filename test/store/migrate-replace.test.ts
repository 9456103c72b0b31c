import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aCliFolder, type CliFolder } from "../support/run-cli.ts";
import { aPostgres, hasPostgres } from "./a-postgres.ts";

describe.runIf(hasPostgres)("a store that replaces the one of a home", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  beforeAll(async () => {
    server = await aPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** A home with a person, and with one run if it is asked for. */
  async function aHome(person: string, { run = false } = {}): Promise<CliFolder> {
    const cli = await aCliFolder();
    if (run) expect((await cli.run(["tool", "call", "current_time"])).code).toBe(0);
    expect((await cli.run(["token", "create", person, "--role", "admin"])).code).toBe(0);
    return cli;
  }
  const people = async (cli: CliFolder) => (await cli.run(["token", "list"])).stdout;
  const filesOf = async (cli: CliFolder) => (await readdir(join(cli.folder, ".dejima"))).sort();
  const runsOf = async (cli: CliFolder) => {
    const folder = join(cli.folder, ".dejima/runs");
    return existsSync(folder) ? readdir(folder) : [];
  };

  async function aDatabaseOf(person: string) {
    const address = await server.newDatabase();
    await using cli = await aHome(person, { run: true });
    expect((await cli.run(["store", "migrate", "--to", address])).code).toBe(0);
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    return { address, client };
  }

  test("is not in use after a refusal, and nothing of it is left", async () => {
    const { address, client } = await aDatabaseOf("eve");
    await using home = await aHome("owner");
    const before = await filesOf(home);
    await client.query("UPDATE dejima.run_logs SET run_id = '../../x' WHERE seq = 1");
    const refused = await home.run(["store", "migrate", "--from", address, "--replace"]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("is not a run")]);
    expect(await people(home)).toMatch(/^\S*owner/m);
    expect(await people(home)).not.toContain("eve");
    expect(await filesOf(home)).toEqual(before);
    expect(await runsOf(home)).toEqual([]);
    await client.end();
  });

  test("is not in use after a kill, and the next attempt begins anew", async () => {
    const { address, client } = await aDatabaseOf("eve");
    await using home = await aHome("owner");
    // The last records cannot be read for now: the copy stops among them.
    await client.query("BEGIN; LOCK TABLE dejima.run_logs IN ACCESS EXCLUSIVE MODE");
    await home.run(["store", "migrate", "--from", address, "--replace"], {
      onStderr: (text, send) => text.includes("documents: ") && send("SIGKILL"),
    });
    await client.query("COMMIT");
    await client.end();
    expect(await people(home)).toContain("owner");
    expect(await filesOf(home)).toContain("store.new");

    const done = await home.run(["store", "migrate", "--from", address, "--replace"]);
    expect([done.code, done.stderr]).toEqual([0, expect.any(String)]);
    expect(await people(home)).toContain("eve");
    expect(await people(home)).not.toContain("owner");
    expect(await runsOf(home)).toHaveLength(1);
    expect(await filesOf(home)).not.toContain("store.new");
    // The store before is whole, under the name that was said.
    const place = /previous store is now (\S+)\.$/m.exec(done.stdout)?.[1] ?? expect.unreachable();
    const old = new DatabaseSync(place, { readOnly: true });
    expect(JSON.stringify(old.prepare("SELECT json FROM documents").all())).toContain("owner");
    old.close();
  });

  test("does not replace one that another process uses", async () => {
    const { address, client } = await aDatabaseOf("eve");
    await client.end();
    await using home = await aHome("owner");
    const used = new DatabaseSync(join(home.folder, ".dejima/dejima.db"));
    used.prepare("SELECT count(*) FROM documents").all();
    const refused = await home.run(["store", "migrate", "--from", address, "--replace"]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("another process uses it")]);
    used.close();
    expect(await people(home)).toContain("owner");
    expect((await home.run(["store", "migrate", "--from", address, "--replace"])).code).toBe(0);
    expect(await people(home)).toContain("eve");
  });
});
