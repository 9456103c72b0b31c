import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLog } from "../../src/execution/log/verify-log.ts";
import { createRuntime } from "../../src/runtime.ts";
import { sha256 } from "../../src/support/lazy-crypto.ts";
import { outputOf } from "../support/a-runtime.ts";
import { programFile } from "../support/program.ts";

/** Half a minute of processor time, on a machine at load 30. */
const BUSY_MS = 600_000;

// Each killed process has several runs under way, each at a point of its own: 25 kills of 8 runs are 200 points.
const KILLS = 25;
const RUNS = 8;
const LANES = 4;
const WRITER = programFile(import.meta.dirname, "writing-run.ts");
const ROOT = join(import.meta.dirname, "../..");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-killed-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

/** What a writer says first: "started", then the id of its run once a file is written. */
function lineOf(child: ChildProcess, number: 1 | 2): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      const lines = said.split("\n");
      if (lines.length > number) resolve(lines[number - 1] ?? "");
    });
    child.on("exit", () => resolve(""));
  });
}

/** Starts a writer and kills it at a moment of its life: in its first steps, or while it writes. */
async function killOne(workspace: string, home: string, kill: number): Promise<void> {
  const child = spawn(process.execPath, [WRITER, workspace, home, String(kill), String(RUNS)], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const early = kill % 4 === 0;
  await lineOf(child, early ? 1 : 2);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * (early ? 200 : 60)));
  child.kill("SIGKILL");
  const [code] = await ended;
  expect([code, complaint]).toEqual([null, ""]);
}

/** Every file is whole: its first line is the hash of all that follows. */
async function expectWhole(workspace: string): Promise<void> {
  for (const name of await readdir(workspace)) {
    if (name.startsWith(".dejima-tmp-")) continue;
    expect(name).toMatch(/^file-\d-\d\.txt$/);
    const text = await readFile(join(workspace, name), "utf8");
    const end = text.indexOf("\n");
    expect([name, sha256(text.slice(end + 1))]).toEqual([name, text.slice(0, end)]);
  }
}

test(
  `kill -9 at ${KILLS * RUNS} points of writing runs leaves every log verifiable and every file whole`,
  async () => {
    const home = join(folder, "home");
    const lanes = Array.from({ length: LANES }, async (_none, lane) => {
      const workspace = join(folder, `workspace-${lane}`);
      await mkdir(workspace);
      for (let kill = lane; kill < KILLS; kill += LANES) {
        await killOne(workspace, home, kill);
        await expectWhole(workspace);
      }
    });
    await Promise.all(lanes);

    const runs = await readdir(join(home, "runs"));
    expect(runs.length).toBeGreaterThan((KILLS * RUNS) / 2);
    let torn = 0;
    let records = 0;
    for (const runId of runs) {
      const log = join(home, "runs", runId, "events.jsonl");
      if (!existsSync(log)) continue; // Killed before the first record.
      const check = await verifyLog(log, { runId });
      expect([runId, check.ok, check.firstBad]).toEqual([runId, true, undefined]);
      records += check.records;
      if (check.torn === true) torn++;
    }
    expect(records).toBeGreaterThan(runs.length);
    console.log(`${KILLS} kills, ${runs.length} runs, ${records} records, ${torn} torn last lines`);

    // The next runtime on that home sees what happened, can undo the last finished write, and cleans up after the dead.
    const workspace = join(folder, "workspace-0");
    const runtime = createRuntime({
      workspace,
      home,
      config: { permissions: { safe: ["write_file(./**)"] } },
    });
    const { history } = runtime;
    const listed = await history.list({ limit: 1_000 });
    expect(new Set(listed.map(({ status }) => status))).toEqual(new Set(["interrupted"]));
    for (const { id } of listed) expect(await history.verify(id)).toMatchObject({ ok: true });
    outputOf(await runtime.execute("write_file", { path: "file-0-0.txt", content: `${sha256("x")}\nx` }));
    expect((await readdir(workspace)).filter((name) => name.startsWith(".dejima-tmp-"))).toEqual([]);
    await expectWhole(workspace);
    await runtime.close();
  },
  BUSY_MS,
);

test("two processes on one home at once: both runs are listed, and both logs verify", async () => {
  const home = join(folder, "shared-home");
  const workspaces = ["a", "b"].map((name) => join(folder, name));
  await Promise.all(workspaces.map((workspace) => mkdir(workspace)));
  const children = workspaces.map((workspace) =>
    spawn(process.execPath, [WRITER, workspace, home, "1", "1"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  try {
    const ids = await Promise.all(children.map((child) => lineOf(child, 2)));
    const runtime = createRuntime({ workspace: folder, home });
    const { history } = runtime;
    const open = await history.list({ limit: 10 });
    expect(open.map(({ id, status }) => `${id} ${status}`).sort()).toEqual(
      ids.map((id) => `${id} open`).sort(),
    );
    for (const id of ids) expect(await history.verify(id)).toMatchObject({ ok: true });
    const exits = children.map((child) => once(child, "exit"));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(exits);
    for (const id of ids) expect(await history.verify(id)).toMatchObject({ ok: true });
    for (const workspace of workspaces) await expectWhole(workspace);
    await runtime.close();
  } finally {
    for (const child of children) child.kill("SIGKILL");
  }
});
