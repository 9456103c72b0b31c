import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createSigningKey } from "../../src/config/places/state-folder.ts";
import { HEADS_FILE } from "../../src/execution/anchor/read-heads.ts";
import { sealRecord, unsealRecord } from "../../src/execution/log/log-record.ts";
import { aCliFolder } from "../support/run-cli.ts";
import { aHome } from "./a-home.ts";

const LATER = Date.now() + 60_000;

test("prune() removes what ended runs left behind, and they do not count as missing", async () => {
  const { home, open, finishedRun, verify } = await aHome();
  const old = await finishedRun();
  await using runtime = open();
  const dry = await runtime.history.prune({ before: LATER, dryRun: true });
  expect(dry).toMatchObject({ runs: [old], kept: [] });
  expect(dry.bytes).toBeGreaterThan(100);
  expect(existsSync(join(home, "runs", old))).toBe(true);
  expect(await runtime.history.prune({ before: LATER })).toEqual(dry);
  expect(existsSync(join(home, "runs", old))).toBe(false);
  expect(await runtime.history.missing()).toEqual([]);
  expect([...(await runtime.history.pruned()).keys()]).toEqual([old]);
  // It stays listed, and the runs after it are as provable as before.
  expect((await runtime.history.list({ limit: 5 })).map(({ id }) => id)).toEqual([old]);
  expect(await verify(await finishedRun())).toMatchObject({ ok: true });
});

test("prune() keeps younger runs and runs that have not ended", async () => {
  const { home, open, finishedRun } = await aHome();
  const ended = await finishedRun();
  await using runtime = open();
  const { runId: current } = await runtime.execute("current_time", {});
  expect(await runtime.history.prune({ before: 0 })).toEqual({ runs: [], bytes: 0, kept: [] });
  expect(await runtime.history.prune({ before: LATER })).toMatchObject({ runs: [ended], kept: [current] });
  expect(existsSync(join(home, "runs", current))).toBe(true);
  expect(await runtime.execute("current_time", {})).toMatchObject({ type: "success" });
});

test("`log prune` needs an age; `log verify` names how many runs were pruned, and when a pruned one went, as `log show` does", async () => {
  await using cli = await aCliFolder();
  const { runId } = (await cli.run(["tool", "call", "current_time", "--json"])).json<{ runId: string }>();
  expect((await cli.run(["log", "prune"])).code).toBe(2);
  const pruned = await cli.run(["log", "prune", "--older-than", "1ms", "--json"]);
  expect(pruned.json()).toMatchObject({ runs: [runId], dryRun: false });
  for (const command of ["verify", "show"]) {
    const asked = await cli.run(["log", command, runId]);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(/its log was pruned on \d{4}-/)]);
  }
  await cli.run(["tool", "call", "current_time", "--json"]);
  const checked = await cli.run(["log", "verify", "--json"]);
  expect([checked.code, checked.json()]).toMatchObject([0, { ok: true, pruned: 1 }]);
});

/** Deletes the log of a run, and notes it as pruned the way Dejima would without a signing key. */
function deleteAsPruned(home: string, runId: string, added: object = {}): void {
  rmSync(join(home, "runs", runId), { recursive: true });
  const file = join(home, HEADS_FILE);
  const last = unsealRecord(Buffer.from(readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? ""));
  if (last === undefined) throw new Error("the chain has no end");
  const note = { type: "run-pruned", at: new Date().toISOString(), runId, records: 2, head: "0", ...added };
  appendFileSync(file, sealRecord(JSON.stringify(note), { seq: last.seq + 1, previous: last.hash }).line);
}

test("a note in the store does not make a deleted run a pruned one", async () => {
  const { home, open, finishedRun } = await aHome();
  const [gone] = [await finishedRun(), await finishedRun()];
  rmSync(join(home, "runs", gone), { recursive: true });
  await using runtime = open();
  const note = { at: new Date().toISOString(), records: 2, head: "0" };
  await runtime.store.documents.put("pruned-runs", gone, note);
  expect(await runtime.history.missing()).toEqual([gone]);
});

test("if runs are signed, a run counts as pruned only with a signed note, even after later runs were signed", async () => {
  const { folder, home, open, finishedRun, verify } = await aHome();
  const before = await finishedRun();
  await using early = open();
  await early.history.prune({ before: LATER });
  expect(createSigningKey(join(folder, "key.pem"))).toBe(true);
  const signed = { signingKey: join(folder, "key.pem") };
  const [pruned, deleted, copied] = [
    await finishedRun(signed),
    await finishedRun(signed),
    await finishedRun(signed),
  ];
  const last = await finishedRun(signed);
  await using runtime = open(signed);
  // Only the first of them is old enough.
  const database = new DatabaseSync(join(home, "dejima.db"));
  database.prepare("update runs set startedAt = 1 where id = ?").run(pruned);
  database.close();
  expect(await runtime.history.prune({ before: 2 })).toMatchObject({ runs: [pruned] });
  const notes = readFileSync(join(home, HEADS_FILE), "utf8").split("\n");
  const { key, signature } = JSON.parse(
    notes.find((line) => line.includes('"signature":"') && line.includes(pruned)) ?? "",
  );
  deleteAsPruned(home, deleted);
  deleteAsPruned(home, copied, { key, signature });
  await finishedRun(signed);
  expect(await runtime.history.missing()).toEqual([deleted, copied].sort());
  expect([...(await runtime.history.pruned()).keys()].sort()).toEqual([before, pruned].sort());
  expect(await verify(last, signed)).toMatchObject({ ok: true });
});
