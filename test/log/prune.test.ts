import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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

test("`log prune` needs an age; `log verify` names how many runs were pruned, and when a pruned one went", async () => {
  await using cli = await aCliFolder();
  const { runId } = (await cli.run(["tool", "call", "current_time", "--json"])).json<{ runId: string }>();
  expect((await cli.run(["log", "prune"])).code).toBe(2);
  const pruned = await cli.run(["log", "prune", "--older-than", "1ms", "--json"]);
  expect(pruned.json()).toMatchObject({ runs: [runId], dryRun: false });
  const asked = await cli.run(["log", "verify", runId]);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(/its log was pruned on \d{4}-/)]);
  await cli.run(["tool", "call", "current_time", "--json"]);
  const checked = await cli.run(["log", "verify", "--json"]);
  expect([checked.code, checked.json()]).toMatchObject([0, { ok: true, pruned: 1 }]);
});
