import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";

const WRITER = join(import.meta.dirname, "store-writer.ts");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-store-processes-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test("openStore() in several processes that start and write at once loses nothing", async () => {
  const file = join(folder, "shared", "dejima.db");
  const [writers, rounds] = [3, 200];
  const children = Array.from({ length: writers }, (_, index) => startWriter(file, `writer${index}`, rounds));
  const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
  expect(codes).toEqual([0, 0, 0]);
  const store = await openStore({ file });
  expect(await store.runs.list({ limit: 10_000 })).toHaveLength(writers * rounds);
  expect(await store.documents.list("shelf")).toHaveLength(writers * rounds);
  expect(await store.statistics.all()).toMatchObject([{ tool: "shared", count: writers * rounds }]);
  await store.close();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("kill -9 in the middle of writes leaves an intact database that can be written on", async () => {
  const file = join(folder, "killed", "dejima.db");
  for (let attempt = 0; attempt < 6; attempt++) {
    const child = startWriter(file, `attempt${attempt}`, 1_000_000);
    await once(child.stdout ?? child, "data");
    await untilGrown(file, attempt * 40);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(integrity(file)).toBe("ok");
  }
  const store = await openStore({ file });
  const runs = await store.runs.list({ limit: 1_000_000 });
  const [statistics] = await store.statistics.all();
  expect(runs.length).toBeGreaterThan(6);
  // Each attempt ends between one write and the next: at most one round of it is incomplete.
  expect(runs.length - (statistics?.count ?? 0)).toBeLessThanOrEqual(6);
  await store.close();
});

function startWriter(file: string, name: string, rounds: number): ChildProcess {
  return spawn(process.execPath, [WRITER, file, name, String(rounds)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Waits until the writer has added that many more runs. */
async function untilGrown(file: string, by: number): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const count = () => Number(database.prepare("SELECT count(*) AS runs FROM runs").get()?.runs);
  const goal = count() + by;
  while (count() < goal) await new Promise(setImmediate);
  database.close();
}

function integrity(file: string): unknown {
  const database = new DatabaseSync(file);
  const result = database.prepare("PRAGMA integrity_check").get()?.integrity_check;
  database.close();
  return result;
}
