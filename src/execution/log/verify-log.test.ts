import { appendFile, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRuntime, aTool, outputOf, type TestRuntime } from "../../../test/support/a-runtime.ts";
import { sealRecord } from "./log-record.ts";
import { verifyLog } from "./verify-log.ts";

/** A run of three calls that has ended, and its log. */
async function anEndedRun(): Promise<TestRuntime & { runId: string; log: string; lines: string[] }> {
  const world = await aRuntime({ tools: [aTool({ name: "noop" })] });
  const run = await world.runtime.openRun({ title: "a run" });
  for (const text of ["one", "two — zwei \u2028 二", "three"])
    outputOf(await run.execute({ tool: "noop", input: { text } }));
  await run.end("done");
  const log = join(run.folder, "events.jsonl");
  const lines = (await readFile(log, "utf8")).split("\n").slice(0, -1);
  return { ...world, runId: run.id, log, lines, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test("verifyLog() passes a log as it was written, whatever characters stand in it", async () => {
  await using world = await anEndedRun();
  const { history } = world.runtime;
  expect(await history.verify(world.runId)).toMatchObject({ ok: true, records: 8 });
  const records = await Array.fromAsync(history.read(world.runId));
  expect(records.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(records[3]).toMatchObject({ params: { text: "two — zwei \u2028 二" } });
});

const CHANGES: readonly (readonly [
  what: string,
  change: (lines: string[]) => string[],
  record: number,
  problem: RegExp,
])[] = [
  ["a changed record", (lines) => lines.with(2, (lines[2] ?? "").replace("one", "two")), 3, /was changed/],
  [
    "a changed first record",
    (lines) => lines.with(0, (lines[0] ?? "").replace("a run", "my run")),
    1,
    /was changed/,
  ],
  [
    "a changed last record",
    (lines) => lines.with(7, (lines[7] ?? "").replace('"calls":3', '"calls":2')),
    8,
    /was changed/,
  ],
  ["a removed record", (lines) => lines.toSpliced(3, 1), 4, /was removed: record 5 took its place/],
  ["a removed first record", (lines) => lines.slice(1), 1, /was removed: record 2 took/],
  ["two removed records", (lines) => lines.toSpliced(2, 2), 3, /was removed: record 5 took/],
  [
    "swapped records",
    (lines) => lines.with(2, lines[3] ?? "").with(3, lines[2] ?? ""),
    3,
    /record 4 took its place/,
  ],
  ["a repeated record", (lines) => lines.toSpliced(3, 0, lines[2] ?? ""), 4, /reordered: record 3 took/],
  ["an inserted text", (lines) => lines.toSpliced(4, 0, "{}"), 5, /is not a record/],
  ["an empty line", (lines) => lines.toSpliced(4, 0, ""), 5, /is not a record/],
  [
    "a cut end",
    (lines) => lines.slice(0, 5),
    6,
    /was removed with all after it: the (store|chain of heads) has 8 records/,
  ],
  ["an empty log", () => [], 1, /was removed with all after it/],
];

for (const [what, change, record, problem] of CHANGES) {
  test(`verifyLog() names ${what}`, async () => {
    await using world = await anEndedRun();
    const text = change(world.lines).map((line) => `${line}\n`);
    await writeFile(world.log, text.join(""));
    const check = await world.runtime.history.verify(world.runId);
    expect(check).toMatchObject({ ok: false, records: record - 1, firstBad: { record } });
    expect(check.firstBad?.problem).toMatch(problem);
  });
}

test("verifyLog() names rewritten records with valid hashes", async () => {
  await using world = await anEndedRun();
  const forge = (from: number) => {
    let previous = /"prev":"(\w+)"/.exec(world.lines[from] ?? "")?.[1] ?? "";
    const kept = world.lines.slice(0, from).map((line) => `${line}\n`);
    const anew = world.lines.slice(from).map((line, index) => {
      const event = { ...JSON.parse(line), title: "forged", by: "nobody" };
      for (const key of ["seq", "prev", "hash"]) delete event[key];
      const sealed = sealRecord(JSON.stringify(event), { seq: from + index, previous });
      previous = sealed.hash;
      return sealed.line;
    });
    return [...kept, ...anew].join("");
  };
  for (const from of [0, 3, 7]) {
    await writeFile(world.log, forge(from));
    const check = await world.runtime.history.verify(world.runId);
    expect(check).toMatchObject({ ok: false, firstBad: { record: 8 } });
    expect(check.firstBad?.problem).toMatch(/was rewritten/);
  }
  await writeFile(world.log, world.lines.map((line) => `${line}\n`).join(""));
  expect(await verifyLog(world.log, { runId: "20260101-000000-aaaaaa" })).toMatchObject({
    ok: false,
    firstBad: { record: 1 },
  });
});

test("verifyLog() notices every change of a single byte", async () => {
  await using world = await aRuntime();
  const run = await world.runtime.openRun({ title: "二" });
  await run.end("done");
  const log = join(run.folder, "events.jsonl");
  const whole = await readFile(log);
  const [known] = await world.runtime.history.list({ limit: 1 });
  const expectation = { runId: run.id, known: [{ by: "the store", records: 2, hash: known?.head ?? "" }] };
  for (const [at, byte] of whole.entries()) {
    // Each byte is changed in another way, and into what may end a line for a reader of lines.
    for (const other of new Set([byte ^ (1 << (at % 8)), 10, 13].filter((value) => value !== byte))) {
      const bytes = Buffer.from(whole);
      bytes[at] = other;
      await writeFile(log, bytes);
      const { ok, torn } = await verifyLog(log, expectation);
      expect([at, other, ok, torn]).toEqual([at, other, false, undefined]);
    }
  }
});

test("verifyLog() distinguishes invalid bytes from their replacement character", async () => {
  const world = await aRuntime({ tools: [aTool({ name: "noop" })] });
  const outcome = await world.runtime.execute("noop", { text: "\ufffd" });
  await world.runtime.close();
  const log = join(world.home, "runs", outcome.runId, "events.jsonl");
  const bytes = await readFile(log);
  const at = bytes.indexOf(Buffer.from("\ufffd"));
  bytes[at] = 0xf0; // Decodes to the same sign.
  await writeFile(log, bytes);
  const check = await verifyLog(log, { runId: outcome.runId });
  expect(check).toMatchObject({ ok: false, firstBad: { record: 2 } });
});

test("verifyLog() takes a last line without its end for torn, and for cut when the store knows it", async () => {
  await using world = await anEndedRun();
  const whole = await readFile(world.log);
  const before = whole.lastIndexOf(10, whole.length - 2) + 1;
  for (const size of [whole.length - 1, before + 1, Math.floor((before + whole.length) / 2)]) {
    await writeFile(world.log, whole);
    await truncate(world.log, size);
    expect(await verifyLog(world.log, { runId: world.runId })).toEqual({ ok: true, records: 7, torn: true });
    const known = await world.runtime.history.verify(world.runId);
    expect(known).toMatchObject({ ok: false, records: 7, firstBad: { record: 8 } });
  }
  await writeFile(world.log, whole);
  await appendFile(world.log, '{"seq":8,"prev":"');
  expect(await world.runtime.history.verify(world.runId)).toMatchObject({
    ok: true,
    records: 8,
    torn: true,
  });
});

test("verify() of an unknown run says how to find the runs there are", async () => {
  await using world = await aRuntime();
  const { history } = world.runtime;
  for (const id of ["nothing", "../..", "20260101-000000-aaaaaa", ""]) {
    await expect(history.verify(id)).rejects.toThrow(/Cannot find run ".*`dejima log list`/);
  }
});
