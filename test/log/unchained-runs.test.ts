import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createSigningKey } from "../../src/config/places/state-folder.ts";
import { createHeadChain } from "../../src/execution/anchor/head-chain.ts";
import { HEADS_FILE } from "../../src/execution/anchor/read-heads.ts";
import { programFile } from "../support/program.ts";
import { aHome, results } from "./a-home.ts";

const KILLED = programFile(import.meta.dirname, "killed-run.ts");

/** A run whose process was killed; gives its id. */
function killedRun({ folder, home }: { folder: string; home: string }, when: "after-end" | "before-end") {
  return new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [KILLED, folder, home, when], (fault, stdout, stderr) => {
      if (fault?.signal === "SIGKILL" && stdout !== "") resolve(stdout);
      else reject(new Error(`it was not killed as planned: ${stderr}`));
    });
  });
}

const headsOf = async (home: string, runId: string) =>
  (await readFile(join(home, HEADS_FILE), "utf8"))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter((record) => record.runId === runId);

const detail = (check: Awaited<ReturnType<Awaited<ReturnType<typeof aHome>>["verify"]>>, name: string) =>
  check.checks.find(({ what }) => what === name)?.detail ?? "";

test("a run whose process is killed right after its end is chained late by the next start, and log verify says so", async () => {
  const world = await aHome();
  const runId = await killedRun(world, "after-end");
  await world.finishedRun();
  expect(await headsOf(world.home, runId)).toMatchObject([{ late: true }]);
  const check = await world.verify(runId);
  expect(results(check)).toMatchObject({ records: "passed", heads: "passed" });
  expect(check.ok).toBe(true);
  expect(detail(check, "heads")).toMatch(/chained late, at 20/);
  expect(check.proves).toMatch(/^Nobody changed, removed or reordered a record after 20.*chained late/);
  world.forger.rewriteLog(runId);
  expect((await world.verify(runId)).ok).toBe(false);
});

test("a late head is signed like any other, and is added once", async () => {
  const world = await aHome();
  createSigningKey(join(world.folder, ".config/dejima/log-signing.pem"));
  const runId = await killedRun(world, "after-end");
  expect(results(await world.verify(runId))).toMatchObject({ heads: "passed", signature: "passed" });
  await world.finishedRun();
  expect(await headsOf(world.home, runId)).toHaveLength(1);
});

test("a run whose end is in its log but not in the store is ended there and chained late", async () => {
  const world = await aHome();
  const runId = await killedRun(world, "after-end");
  const database = new DatabaseSync(join(world.home, "dejima.db"));
  database.exec("update runs set status = 'open', endedAt = null, records = 1");
  database.close();
  await world.finishedRun();
  await using runtime = world.open();
  expect(await runtime.history.get(runId)).toMatchObject({ status: "done", records: 4 });
  expect(detail(await world.verify(runId), "heads")).toMatch(/chained late/);
});

test("what an interrupted run recorded is chained late, and changing it is noticed", async () => {
  const world = await aHome();
  const runId = await killedRun(world, "before-end");
  const check = await world.verify(runId);
  expect(results(check)).toMatchObject({ records: "passed", heads: "passed" });
  world.forger.rewriteLog(runId);
  expect((await world.verify(runId)).ok).toBe(false);
});

test("a run that is verified right after its end is chained once, and not late", async () => {
  const { home, open } = await aHome();
  await using runtime = open();
  const run = await runtime.openRun();
  await run.end("done");
  const check = await runtime.history.verify(run.id);
  expect(results(check)).toMatchObject({ heads: "passed" });
  const [head, ...others] = await headsOf(home, run.id);
  expect(head).not.toHaveProperty("late");
  expect(others).toEqual([]);
});

test("an interrupted run that goes on is chained again at its end, without a mark", async () => {
  const world = await aHome();
  const runId = await killedRun(world, "before-end");
  await world.finishedRun();
  {
    await using runtime = world.open();
    await (await runtime.reopenRun(runId)).end("done");
  }
  const check = await world.verify(runId);
  expect(results(check)).toMatchObject({ records: "passed", heads: "passed" });
  expect(detail(check, "heads")).not.toMatch(/late/);
  expect(await headsOf(world.home, runId)).toMatchObject([{ late: true }, {}]);
});

test("an earlier end that is chained after the end of its run takes nothing away from it", async () => {
  const world = await aHome();
  const runId = await world.finishedRun();
  await using runtime = world.open();
  const [first] = await Array.fromAsync(runtime.history.read(runId));
  const chain = createHeadChain({
    home: world.home,
    witnesses: [],
    signer: () => undefined,
    now: Date.now,
    onChained: async () => {},
    onFault: (fault) => expect.fail(String(fault)),
  });
  chain.add({ runId, records: 1, head: first?.hash ?? "", late: true });
  await chain.done();
  const check = await world.verify(runId);
  expect(results(check)).toMatchObject({ records: "passed", heads: "passed" });
  expect(detail(check, "heads")).not.toMatch(/late|added after/);
});

test("log verify fails for a run that ended and whose end record and head were both removed", async () => {
  const { finishedRun, verify, forger } = await aHome();
  const runId = await finishedRun();
  forger.removeEnd(runId);
  const check = await verify(runId);
  expect(check).toMatchObject({ ok: false, firstBad: { record: 4 } });
  expect(check.firstBad?.problem).toMatch(/is missing: the store says that the run ended \(done\)/);
  expect(results(check)).toMatchObject({ records: "failed", heads: "failed" });
});

test("log verify fails for a run that ended and whose head was removed, and says that nothing anchors it", async () => {
  const { finishedRun, verify, forger } = await aHome();
  const runId = await finishedRun();
  forger.removeHeads(runId);
  const check = await verify(runId);
  expect(check.ok).toBe(false);
  expect(detail(check, "heads")).toMatch(/its record is incomplete, and nothing anchors it/);
  expect(check.proves).toMatch(/the end of the run is not anchored/);
});

test("log verify fails for a run that neither the store nor the chain knows", async () => {
  const { home, finishedRun, verify, forger } = await aHome();
  const runId = await finishedRun();
  forger.removeHeads(runId);
  const database = new DatabaseSync(join(home, "dejima.db"));
  database.exec("delete from runs");
  database.close();
  expect(await verify(runId)).toMatchObject({ ok: false });
});

test("log verify passes for a run that is still open, and says that its end is not anchored yet", async () => {
  const { open } = await aHome();
  await using runtime = open();
  const run = await runtime.openRun();
  const check = await runtime.history.verify(run.id);
  expect(check.ok).toBe(true);
  expect(detail(check, "heads")).toMatch(/has not ended/);
});
