import { existsSync } from "node:fs";
import { readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Runtime } from "../../src/runtime.ts";
import { aRuntime, outputOf } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";

const LATER = Date.now() + 3_600_000;

async function aRun(runtime: Runtime, end: "done" | "none" = "done") {
  const run = await runtime.openRun({ title: "a run" });
  outputOf(await run.execute({ tool: "current_time", input: {} }));
  outputOf(await run.execute({ tool: "current_time", input: {} }));
  if (end !== "none") await run.end(end);
  return run;
}

const packed = (home: string, id: string) => join(home, "runs", `${id}.jsonl.gz`);
const recordsOf = (runtime: Runtime, id: string) => Array.fromAsync(runtime.history.read(id));

test("a compressed log is read, followed and verified as before; open runs and young ones stay plain", async () => {
  await using world = await aRuntime();
  const { runtime, home } = world;
  const old = await aRun(runtime);
  const open = await aRun(runtime, "none");
  const before = await recordsOf(runtime, old.id);
  const path = (id: string) => join(home, "runs", id, "events.jsonl");
  const plain = await readFile(path(old.id));
  expect(await runtime.history.compress({ before: Date.now() - 3_600_000 })).toEqual({ runs: 0, saved: 0 });

  const report = await runtime.history.compress({ before: LATER });
  expect(report).toMatchObject({ runs: 1 });
  expect(report.saved).toBeGreaterThan(plain.length / 2);
  expect((await readdir(join(home, "runs"))).sort()).toEqual([`${old.id}.jsonl.gz`, open.id].sort());
  expect(gunzipSync(await readFile(packed(home, old.id)))).toEqual(plain);
  expect(existsSync(path(open.id))).toBe(true);
  expect(await runtime.history.compress({ before: LATER })).toEqual({ runs: 0, saved: 0 });

  expect(await recordsOf(runtime, old.id)).toEqual(before);
  const followed = runtime.history.follow(old.id, { signal: AbortSignal.timeout(30_000) });
  expect(await Array.fromAsync(followed)).toEqual(before);
  expect(await runtime.history.readEnd(old.id, { limit: 1 })).toEqual(before.slice(-1));
  expect(await runtime.history.verify(old.id)).toMatchObject({ ok: true, records: before.length });
  expect(await runtime.history.missing()).toEqual([]);
  await open.end("done");
});

test("a forged, cut or damaged compressed log is broken, and a removed one is missing", async () => {
  await using world = await aRuntime();
  const { runtime, home } = world;
  const forge: Record<string, (file: string) => Promise<void>> = {
    "a changed record": async (file) => {
      const text = gunzipSync(await readFile(file)).toString();
      await writeFile(file, gzipSync(text.replace("a run", "an run")));
    },
    "a record less": async (file) => {
      const lines = gunzipSync(await readFile(file))
        .toString()
        .split("\n");
      await writeFile(file, gzipSync(lines.slice(0, -2).join("\n")));
    },
    "half of the file": async (file) => truncate(file, 200),
    "no gzip": (file) => writeFile(file, "{}"),
    "an empty file": (file) => writeFile(file, ""),
  };
  for (const [name, change] of Object.entries(forge)) {
    const run = await aRun(runtime);
    await runtime.history.compress({ before: LATER });
    await change(packed(home, run.id));
    expect(await runtime.history.verify(run.id), name).toMatchObject({ ok: false });
  }
});

test("left over pieces of a killed compression harm nothing, and the next one takes them away", async () => {
  await using world = await aRuntime();
  const { runtime, home } = world;
  const [first, second] = [await aRun(runtime), await aRun(runtime)];
  // Killed while writing, and killed before the plain one was removed.
  await writeFile(`${packed(home, first.id)}.new`, "half");
  await writeFile(packed(home, second.id), gzipSync("older\n"));
  for (const run of [first, second]) expect(await runtime.history.verify(run.id)).toMatchObject({ ok: true });
  await runtime.history.compress({ before: LATER });
  for (const run of [first, second]) {
    expect(existsSync(join(home, "runs", run.id))).toBe(false);
    expect(await runtime.history.verify(run.id)).toMatchObject({ ok: true });
  }
  expect((await readdir(join(home, "runs"))).filter((name) => name.endsWith(".new"))).toEqual([]);
});

test("a log that an earlier version compressed inside its folder is read, and moved by the next compression", async () => {
  await using world = await aRuntime();
  const { runtime, home } = world;
  const run = await aRun(runtime);
  const before = await recordsOf(runtime, run.id);
  const plain = join(home, "runs", run.id, "events.jsonl");
  await writeFile(`${plain}.gz`, gzipSync(await readFile(plain)));
  await rm(plain);
  expect(await recordsOf(runtime, run.id)).toEqual(before);
  await runtime.history.compress({ before: LATER });
  expect(await readdir(join(home, "runs"))).toEqual([`${run.id}.jsonl.gz`]);
  expect(await recordsOf(runtime, run.id)).toEqual(before);
  expect(await runtime.history.verify(run.id)).toMatchObject({ ok: true, records: before.length });
});

test("the folder of a compressed run stays if it holds more than the log, and pruning removes both", async () => {
  await using world = await aRuntime({ config: { permissions: { safe: ["write_file(./**)"] } } });
  const { runtime, home } = world;
  const [kept, bare] = [await runtime.openRun({ title: "a run" }), await aRun(runtime)];
  outputOf(await kept.execute({ tool: "write_file", input: { path: "a.txt", content: "x" } }));
  await kept.end("done");
  await runtime.history.compress({ before: LATER });
  const left = [`${kept.id}.jsonl.gz`, kept.id, `${bare.id}.jsonl.gz`];
  expect((await readdir(join(home, "runs"))).sort()).toEqual(left.sort());
  const pruned = await runtime.history.prune({ before: LATER });
  expect([...pruned.runs].sort()).toEqual([kept.id, bare.id].sort());
  expect(pruned.bytes).toBeGreaterThan(1_000);
  expect(await readdir(join(home, "runs"))).toEqual([]);
});

test("a run can be read while its log is compressed, any number of times", async () => {
  await using world = await aRuntime();
  const { runtime } = world;
  const runs = await Promise.all(Array.from({ length: 20 }, () => aRun(runtime)));
  const [{ id } = { id: "" }] = runs;
  const { length } = await recordsOf(runtime, id);
  const compressing = runtime.history.compress({ before: LATER });
  for (let round = 0; round < 5; round++)
    for (const run of runs) expect(await recordsOf(runtime, run.id)).toHaveLength(length);
  expect((await compressing).runs).toBe(20);
});

test("a call of a compressed run is undone, and its log goes on where it ended", async () => {
  await using world = await aRuntime({ config: { permissions: { safe: ["write_file(./**)"] } } });
  const { runtime } = world;
  const run = await runtime.openRun({ title: "a run" });
  outputOf(await run.execute({ tool: "write_file", input: { path: "a.txt", content: "x" } }));
  await run.end("done");
  const { length } = await recordsOf(runtime, run.id);
  await runtime.history.compress({ before: LATER });
  const [change] = await runtime.history.changes({ limit: 1 });
  expect((await runtime.undo(change?.callId ?? "")).undone).toHaveLength(1);
  expect((await recordsOf(runtime, run.id)).length).toBeGreaterThan(length);
  expect(await runtime.history.verify(run.id)).toMatchObject({ ok: true });
});

test("a conversation goes on after its runs were compressed, and the command says what it saved", async () => {
  await using cli = await aCliFolder();
  const first = await cli.run(["run", "what time is it?", "--json"]);
  expect(first.code).toBe(0);
  const said = await cli.run(["log", "compress", "--older-than", "1ms"]);
  expect(said.stdout).toMatch(/^Compressed \d+ logs?, \d+ kB saved\./);
  expect((await cli.run(["log", "compress", "--older-than", "1ms"])).stdout).toBe("Nothing to compress.\n");
  expect((await cli.run(["log", "verify"])).code).toBe(0);
  expect((await cli.run(["replay"])).code).toBe(0);
  expect((await cli.run(["log", "show"])).stdout).toContain("current_time");
});
