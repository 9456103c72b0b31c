import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { programFile } from "../support/program.ts";
import { leaveTrace } from "./leave-trace.ts";

/** Half a minute of processor time, on a machine at load 30. */
const BUSY_MS = 600_000;

// Each killed process has several calls under way, each at a point of its own: 3 x 15 kills of 7 calls are 315 points.
const [SLOTS, KILLS, LANES] = [3, 15, 7];
const CALLER = programFile(import.meta.dirname, "crashing-caller.ts");

let folder: string;
const found = new Map<string, number>();

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-crash-")));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test(
  "kill -9 at 300 random points loses no approval and repeats no approved effect, and every log verifies",
  async () => {
    await Promise.all(
      Array.from({ length: SLOTS }, (_none, slot) => crashAndRecover(join(folder, `${slot}`))),
    );
    console.log(`interrupted calls, by what was found: ${JSON.stringify(Object.fromEntries(found))}`);
    // Not every kill meets an open question, but the points between them must have been met.
    expect([...found.keys()].length).toBeGreaterThanOrEqual(3);
  },
  BUSY_MS,
);

async function crashAndRecover(workspace: string): Promise<void> {
  await mkdir(workspace);
  const checked = new Set<string>();
  for (let kill = 0; kill < KILLS; kill++) {
    await killedCaller(workspace, `${kill}`);
    const runtime = createRuntime({ workspace, tools: [leaveTrace(workspace)] });
    for (const { id } of await runtime.history.list({ limit: LANES })) {
      if (checked.has(id)) continue;
      checked.add(id);
      await recover(runtime, id, workspace);
    }
    await runtime.close();
  }
}

async function killedCaller(workspace: string, name: string): Promise<void> {
  const child = spawn(process.execPath, [CALLER, workspace, name, String(LANES)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // A random number of steps, and then a moment: the points do not depend on how busy the machine is.
  let steps = Math.floor(Math.random() * 60);
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (dots) => {
      steps -= dots.length;
      if (steps < 0) resolve();
    });
  });
  await delay(Math.random() * 10);
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function recover(runtime: Runtime, runId: string, workspace: string): Promise<void> {
  const { history } = runtime;
  const announced: string[] = [];
  for await (const record of history.read(runId))
    if (record.type === "approval-start" && record.id !== undefined) announced.push(record.id);
  const approvals = await runtime.approvals.list({ runId, limit: 10_000 });
  expect(approvals.map(({ id }) => id)).toEqual(expect.arrayContaining(announced));
  for (const { id, input } of approvals) {
    const { key } = input as { key: string };
    const before = await runtime.approvals.show(id);
    const state = `${before.status}, ${before.call.state}`;
    found.set(state, (found.get(state) ?? 0) + 1);
    if (before.status === "pending")
      await runtime.approvals.answer(id, { answer: "approve", by: "bob", door: "cli" });
    const ran = await runtime.resumeApproved(id).then(
      ({ type }) => type,
      ({ code }) => code,
    );
    const times = await traces(workspace, key);
    if (before.status === "denied") expect([ran, times]).toEqual(["approval_denied", 0]);
    else if (before.call.state === "not run") expect([state, ran, times]).toEqual([state, "success", 1]);
    else if (before.call.state === "done") expect([ran, times]).toEqual(["conflict", 1]);
    else {
      expect([before.call.state, ran]).toEqual(["may have run", "conflict"]);
      expect(times).toBeLessThanOrEqual(1);
    }
    await expect(runtime.resumeApproved(id)).rejects.toThrow();
    expect(await traces(workspace, key)).toBe(times);
  }
  expect(await history.verify(runId)).toMatchObject({ ok: true });
}

async function traces(workspace: string, key: string): Promise<number> {
  const path = join(workspace, "traces");
  if (!existsSync(path)) return 0;
  return (await readFile(path, "utf8")).split("\n").filter((line) => line === key).length;
}
