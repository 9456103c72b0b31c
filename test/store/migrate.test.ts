import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restoreBackup } from "../../src/backup/restore-backup.ts";
import { writeBackup } from "../../src/backup/write-backup.ts";
import type { TeamVersion } from "../../src/contract/user/team.ts";
import { createRuntime } from "../../src/runtime.ts";
import { copyStoreTo } from "../../src/store/copy-store.ts";
import { moveStore, type StoreContents } from "../../src/store/move-store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { postgresContents } from "../../src/store/postgres/postgres-contents.ts";
import { sqliteContents } from "../../src/store/sqlite/sqlite-contents.ts";
import type { Store } from "../../src/store/store.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { anExecution } from "../conformance/ledgers.ts";
import { aSpend } from "../conformance/spends.ts";
import { aCliFolder, type CliFolder } from "../support/run-cli.ts";
import { aPostgres, hasPostgres } from "./a-postgres.ts";

describe.runIf(hasPostgres)("moving a store", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  let folder: string;
  let count = 0;
  const file = () => join(folder, `${count++}.db`);
  beforeAll(async () => {
    server = await aPostgres();
    folder = await mkdtemp(join(tmpdir(), "dejima-move-"));
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  test("a backup of a store in PostgreSQL holds everything, as a SQLite file", async () => {
    const [first, copy] = [file(), file()];
    const address = await server.newDatabase();
    const filled = await openStore({ file: first });
    await fill(filled);
    const before = await everything(filled);
    await filled.close();
    await moved(await sqliteContents(first), await postgresContents(address));
    await copyStoreTo({ home: folder, address }, copy);
    const copied = await openStore({ file: copy });
    expect(await everything(copied)).toEqual(before);
    await copied.close();
  });

  test("everything arrives in PostgreSQL and comes back to SQLite, odd characters included", async () => {
    const [first, last] = [file(), file()];
    const address = await server.newDatabase();
    const filled = await openStore({ file: first });
    await fill(filled);
    const before = await everything(filled);
    await filled.close();

    const there = await moved(await sqliteContents(first), await postgresContents(address));
    expect(there).toMatchObject({
      runs: 1200,
      documents: 2,
      steps: 3,
      executions: 3,
      spends: 2,
      memories: 2,
      vectors: 1,
    });
    const inPostgres = await openPostgresStore({ address });
    expect(await everything(inPostgres)).toEqual(before);
    // Written by PostgreSQL's own driver, and still alike on the way back.
    await inPostgres.runs.create({ ...aRun("later"), user: "local" });
    const after = await everything(inPostgres);
    await inPostgres.close();

    await moved(await postgresContents(address), await sqliteContents(last));
    const back = await openStore({ file: last });
    expect(await everything(back)).toEqual(after);
    await back.close();
  });

  test("every version of a team's config and skills goes to a home, to a backup and from both to another database", async () => {
    const address = await server.newDatabase();
    await addVersions(address);
    const before = await teamVersions(address);
    expect(before.map(({ name, number }) => `${name} ${number}`)).toEqual([
      ...["config 3", "config 2", "config 1", "skills 1"],
    ]);

    const local = file();
    const there = await moved(await postgresContents(address), await sqliteContents(local));
    expect(there.teamVersions).toBe(4);
    const [next, last] = [await server.newDatabase(), await server.newDatabase()];
    await moved(await sqliteContents(local), await postgresContents(next));
    expect(await teamVersions(next)).toEqual(before);

    const [home, archive] = [join(folder, "team-home"), join(folder, "team.tar.gz")];
    const at = new Date();
    await mkdir(home);
    await writeBackup({ home, store: address, file: archive, version: "0.1.0", at });
    const restored = join(folder, "restored");
    await restoreBackup({ file: archive, home: restored, replace: false, at });
    await moved(await sqliteContents(join(restored, "dejima.db")), await postgresContents(last));
    expect(await teamVersions(last)).toEqual(before);
    // The history goes on where it ended, and what came along cannot be changed.
    const store = await openPostgresStore({ address: last });
    const entry = { name: "config", text: "persona: plain\n", by: "eve", change: "after the move" } as const;
    await expect(store.shared?.versions.add(entry, { after: 2 })).rejects.toMatchObject({ code: "conflict" });
    expect(await store.shared?.versions.add(entry, { after: 3 })).toMatchObject({ number: 4 });
    await store.shared?.sql.send("UPDATE team_versions SET person = 'mallory'");
    await store.close();
    expect((await teamVersions(last)).slice(1)).toEqual(before);
  });

  test("every record of the logs in a database goes to a home, to a backup and from both to another database", async () => {
    const address = await server.newDatabase();
    await addLogs(address);
    const before = await logLines(address);
    expect(before).toHaveLength(2_503);
    const local = file();
    const there = await moved(await postgresContents(address), await sqliteContents(local));
    expect(there.runLogs).toBe(2_503);
    const [next, last] = [await server.newDatabase(), await server.newDatabase()];
    await moved(await sqliteContents(local), await postgresContents(next));
    expect(await logLines(next)).toEqual(before);

    const [home, archive] = [join(folder, "logs-home"), join(folder, "logs.tar.gz")];
    const at = new Date();
    await mkdir(home);
    await writeBackup({ home, store: address, file: archive, version: "0.1.0", at });
    const restored = join(folder, "logs-restored");
    await restoreBackup({ file: archive, home: restored, replace: false, at });
    await moved(await sqliteContents(join(restored, "dejima.db")), await postgresContents(last));
    expect(await logLines(last)).toEqual(before);
  });

  test("a target that holds something is refused and left as it is", async () => {
    const [one, other] = [file(), file()];
    for (const place of [one, other]) {
      const store = await openStore({ file: place });
      await store.documents.put("s", place, 1);
      await store.close();
    }
    await expect(moved(await sqliteContents(one), await sqliteContents(other))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("already contains documents"),
    });
  });

  test("a record that arrives otherwise is noticed", async () => {
    const source = file();
    const store = await openStore({ file: source });
    await store.documents.put("s", "k", "right");
    await store.close();
    const target = await sqliteContents(file());
    const lying: StoreContents = {
      ...target,
      write: (kind, records) =>
        target.write(
          kind,
          records.map((record) => (kind === "documents" ? { ...record, json: "wrong" } : record)),
        ),
    };
    await expect(moved(await sqliteContents(source), lying)).rejects.toMatchObject({
      code: "io_error",
      message: expect.stringContaining("record 1 of documents"),
    });
  });

  test("dejima store migrate moves a home, dejima store show tells where things are", async () => {
    const address = await server.newDatabase();
    await using cli = await aCommandLine();
    expect((await cli.run(["memory", "add", "I drink tea"])).code).toBe(0);
    const migrated = await cli.run(["store", "migrate", "--to", address]);
    expect(migrated.stdout).toMatch(/records copied and compared, all alike/);
    const env = { DEJIMA_STORE: address };
    expect((await cli.run(["memory", "list"], { env })).stdout).toContain("I drink tea");
    expect((await cli.run(["store", "show"], { env })).stdout).toMatch(
      /^postgres: 127\.0\.0\.1:\d+\/database/,
    );
    expect((await cli.run(["store", "show"])).stdout).toMatch(/^sqlite: [\s\S]*1\tmemories/);
    const again = await cli.run(["store", "migrate", "--to", address]);
    expect(again.code).not.toBe(0);
    expect(again.stderr).toContain("already contains");
    expect((await cli.run(["store", "migrate"])).stderr).toContain("Name one database");
  });

  test("every run that a home lists after moves there and back can be shown, and its log verifies", async () => {
    const [first, second] = [await server.newDatabase(), await server.newDatabase()];
    await using origin = await aCliFolder();
    await using fresh = await aCliFolder();
    await using last = await aCliFolder();
    const listed = async (cli: CliFolder) => {
      const runs = (await cli.run(["log", "list", "--json"])).json<{ id: string }[]>();
      for (const { id } of runs) expect((await cli.run(["log", "show", id])).code).toBe(0);
      for (const { id } of runs)
        expect((await cli.run(["log", "verify", id])).stdout).toMatch(
          /^intact [\s\S]* in the home's chain of heads/,
        );
      const all = await cli.run(["log", "verify"]);
      expect([all.code, all.stdout]).toEqual([0, expect.stringContaining("intact")]);
      return runs.map(({ id }) => id).sort();
    };
    const call = (cli: CliFolder) => cli.run(["tool", "call", "current_time"]);
    for (const _ of [1, 2]) expect((await call(origin)).code).toBe(0);
    const before = await listed(origin);
    expect((await origin.run(["log", "compress", "--older-than", "1ms"])).code).toBe(0);
    expect((await origin.run(["store", "migrate", "--to", first])).code).toBe(0);
    // A run of the team on another machine, which has a home of its own.
    const home = join(folder, "machine");
    const config = { store: first, runs: "workers" } as const;
    const team = createRuntime({ workspace: folder, home, variables: {}, config });
    await team.execute("current_time", {});
    await team.close();

    // A home that this command has made is as trusted as any other.
    const copied = await fresh.run(["store", "migrate", "--from", first]);
    expect(copied.code, copied.stderr).toBe(0);
    const there = await listed(fresh);
    expect(there).toHaveLength(3);
    expect(there).toEqual(expect.arrayContaining(before));
    expect((await call(fresh)).code).toBe(0);
    expect((await fresh.run(["store", "migrate", "--to", second])).stdout).toMatch(/^[1-9]\d* records/);

    expect((await last.run(["store", "migrate", "--from", second])).code).toBe(0);
    expect(await listed(last)).toHaveLength(4);
    // Back to where it all began.
    const refused = await origin.run(["store", "migrate", "--from", second]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("With --replace it is set aside"),
    ]);
    const back = await origin.run(["store", "migrate", "--from", second, "--replace"]);
    expect([back.code, back.stdout]).toEqual([0, expect.stringContaining("dejima.db.before-")]);
    expect(await listed(origin)).toEqual(await listed(last));
  });

  test("a home without a store is not copied, and an empty source is said to be empty", async () => {
    const address = await server.newDatabase();
    await using cli = await aCliFolder();
    const none = await cli.run(["store", "migrate", "--to", address]);
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringMatching(/Cannot copy the store of .*: there is none/),
    ]);
    expect(existsSync(join(cli.folder, ".dejima"))).toBe(false);
    const empty = await cli.run(["store", "migrate", "--from", address]);
    expect([empty.code, empty.stdout]).toEqual([0, "The source has no records: nothing was copied.\n"]);
  });
});

async function moved(from: StoreContents, to: StoreContents) {
  return moveStore(from, to).finally(() => Promise.all([from.close(), to.close()]));
}

async function addVersions(address: string): Promise<void> {
  const store = await openPostgresStore({ address });
  const texts = ["tools:\n  timeout: 7s\n", "# 日本 é \u{1f600}\npersona: plain\n", "{}\n"];
  for (const [after, text] of texts.entries())
    await store.shared?.versions.add(
      { name: "config", text, by: `person ${after}`, change: `change ${after}` },
      { after },
    );
  const skills = JSON.stringify({ skills: {}, disabled: ["weather"] });
  await store.shared?.versions.add(
    { name: "skills", text: skills, by: "ann", change: "disable weather" },
    { after: 0 },
  );
  await store.close();
}

const LOGS = { "run-a": 3, "run-b": 2_500 };

/** Adds the lines of two logs, one of them longer than a page. */
async function addLogs(address: string): Promise<void> {
  const { shared, close } = await openPostgresStore({ address });
  for (const [runId, count] of Object.entries(LOGS)) {
    const lease = await shared?.leases.claim(runId, { holder: "a test", forMs: 60_000 });
    const rows = Array.from({ length: count }, (_none, seq) => ({
      seq,
      line: `{"seq":${seq},"odd":"\\u0000\u{1f600}"}`,
    }));
    await shared?.logs.append(lease ?? expect.unreachable(), rows);
  }
  await close();
}

/** The lines of both logs. */
async function logLines(address: string): Promise<string[]> {
  const { shared, close } = await openPostgresStore({ address });
  const lines: string[] = [];
  for (const runId of Object.keys(LOGS))
    for (const { seq, line } of (await shared?.logs.read(runId, { from: 0, limit: 10_000 })) ?? [])
      lines.push(`${runId} ${seq} ${line}`);
  await close();
  return lines;
}

/** Every version with its text, newest first. */
async function teamVersions(address: string): Promise<TeamVersion[]> {
  const store = await openPostgresStore({ address });
  const found: TeamVersion[] = [];
  for (const name of ["config", "skills"] as const)
    for (const { number } of (await store.shared?.versions.list(name, { limit: 100 })) ?? []) {
      const version = await store.shared?.versions.get(name, number);
      if (version !== undefined) found.push(version);
    }
  await store.close();
  return found;
}

function aRun(id: string) {
  const times = { startedAt: 1, calls: 0, records: 2, head: "ff" };
  return { id, title: "odd \u0000 \ud800 \u{1f600}", mode: "interactive", status: "open", ...times } as const;
}

async function fill(store: Store): Promise<void> {
  for (let at = 0; at < 1199; at++) await store.runs.create(aRun(`run${at}`));
  await store.runs.create({ ...aRun("ann"), user: "ann" });
  await store.runs.noteChained([{ runId: "run3", records: 2 }]);
  await store.statistics.record([
    { tool: "grep", ok: true, durationMs: 4 },
    { tool: "grep", ok: false, durationMs: 900 },
  ]);
  await store.statistics.count([{ day: "2026-11-16", name: "calls", value: 2.5 }]);
  await store.documents.put("a", "k\u0000é", { text: "\u0000" });
  await store.documents.put("b", "k", null);
  const conversation = { id: "c", door: "cli", user: "ann", title: "Tea \u0000", createdAt: 1, updatedAt: 2 };
  await store.conversations.put(conversation);
  const turn = { runId: "run1", conversationId: "c", message: "Hello \u0000", status: "done" } as const;
  await store.conversations.putTurn({ ...turn, answer: "hi", startedAt: 1, context: [1] });
  const step = { runId: "run1", node: "n", patch: { a: "\u0000" }, at: 1 };
  await store.steps.append([1, 2].map((number) => ({ ...step, number })));
  await store.steps.append([{ ...step, number: 3 }]);
  await store.vectors.write({ collection: "s", embedder: "e" }, new Map([["h", new Uint8Array([0, 255])]]));
  for (const id of ["a", "b", "c"]) await store.executions.create(anExecution(id));
  await store.executions.change("a", (held) => ({ ...held, status: "done" }));
  await fillMemories(store);
  await store.spends.reserve(aSpend({ id: "a", schedule: "s" }), () => true);
  await store.spends.reserve(aSpend({ id: "b", price: "unknown", cost: 0 }), () => true);
}

async function fillMemories({ memories }: Store): Promise<void> {
  for (const id of ["m1", "m2"])
    await memories.tell({ user: "ann", fingerprint: id }, () => ({
      id,
      user: "ann",
      text: `${id} \u0000`,
      type: "fact",
      importance: 0.5,
      createdAt: 1,
      usedAt: 1,
      mentions: 1,
      recalls: 0,
      source: { door: "cli" },
    }));
}

async function everything(store: Store) {
  return {
    runs: await store.runs.list({ limit: 9_999 }),
    unchained: (await store.runs.unchained({ limit: 9_999 })).length,
    statistics: await store.statistics.all(),
    days: await store.statistics.days("2000-01-01"),
    documents: [await store.documents.list("a"), await store.documents.list("b")],
    conversations: await store.conversations.list({ limit: 9, text: "hELLO" }),
    turns: await store.conversations.turns("c", { limit: 9 }),
    steps: await store.steps.list("run1"),
    vectors: await store.vectors.read({ collection: "s", embedder: "e" }, ["h"]),
    spends: [await store.spends.sums("model", ""), await store.spends.totals(aSpend({ id: "x" }))],
    executions: await store.executions.changedSince(0),
    memories: await store.memories.list("ann", { limit: 9 }),
    changes: await store.memories.changes("ann"),
  };
}
