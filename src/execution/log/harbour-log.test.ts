import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aRuntime, aTool, errorOf, outputOf } from "../../../test/support/a-runtime.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import { createRedactor } from "../redaction/redactor.ts";
import { type HarbourLogOptions, openHarbourLog } from "./harbour-log.ts";
import { createLogCloser } from "./log-closer.ts";
import { verifyLog } from "./verify-log.ts";

const RUN = "20261115-104215-k3f9qa";

async function aLogFolder(): Promise<HarbourLogOptions> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, runId: RUN, durability: "written", redactor: createRedactor() };
}

const event = (title: string): HarbourEvent => ({
  type: "run-start",
  runId: RUN,
  at: new Date(0).toISOString(),
  title,
  mode: "ci",
  version: "1",
});

test("openHarbourLog() continues the chain of a closed log", async () => {
  const options = await aLogFolder();
  for (const title of ["first", "second", "third"]) {
    const log = openHarbourLog(options);
    log.append(event(title));
    log.close();
  }
  const path = join(options.folder, "events.jsonl");
  expect(await verifyLog(path, { runId: RUN })).toEqual({ ok: true, records: 3 });
});

test("openHarbourLog() sets a torn last line apart, whole, and writing goes on", async () => {
  const options = await aLogFolder();
  const path = join(options.folder, "events.jsonl");
  const log = openHarbourLog(options);
  log.append(event("whole"));
  log.append(event("to be torn"));
  log.close();
  const whole = readFileSync(path);
  const begin = whole.indexOf(10) + 1;
  for (const size of [whole.length - 1, begin + 1, begin + 40]) {
    writeFileSync(path, whole);
    truncateSync(path, size);
    const again = openHarbourLog(options);
    again.append(event("after the crash"));
    again.close();
    const [name = ""] = (await readdir(options.folder)).filter((file) =>
      file.startsWith(`events.torn-${begin}-`),
    );
    const torn = await readFile(join(options.folder, name));
    expect(torn.equals(whole.subarray(begin, size))).toBe(true);
    rmSync(join(options.folder, name));
    expect(await verifyLog(path, { runId: RUN })).toEqual({ ok: true, records: 2 });
    expect(readFileSync(path, "utf8")).toContain("after the crash");
  }
});

test("openHarbourLog() moves a torn line away each time, even twice at the same place", async () => {
  const options = await aLogFolder();
  const path = join(options.folder, "events.jsonl");
  for (const torn of ["half of one", "half of another"]) {
    writeFileSync(path, torn);
    openHarbourLog(options).close();
  }
  const kept = (await readdir(options.folder)).filter((name) => name.includes("torn"));
  const texts = await Promise.all(kept.map((name) => readFile(join(options.folder, name), "utf8")));
  expect(texts.sort()).toEqual(["half of another", "half of one"]);
});

test("openHarbourLog() does not go on after a last line that is no record, and leaves it as it is", async () => {
  const options = await aLogFolder();
  const path = join(options.folder, "events.jsonl");
  writeFileSync(path, "something else\n");
  expect(() => openHarbourLog(options)).toThrow(/its last line is not a record.*`dejima log verify`/);
  expect(readFileSync(path, "utf8")).toBe("something else\n");
  rmSync(path);
  openHarbourLog(options).close();
});

test("openHarbourLog() lets one process write at a time, and takes over from one that is gone", async () => {
  const options = await aLogFolder();
  const lock = join(options.folder, "events.lock");
  const log = openHarbourLog(options);
  expect(() => openHarbourLog(options)).toThrow(/still has the run open/);
  log.close();
  expect(existsSync(lock)).toBe(false);
  writeFileSync(lock, "999999999");
  openHarbourLog(options).close();
  writeFileSync(lock, "");
  openHarbourLog(options).close();
});

test("a buffered log writes in batches, on flush, on close and by itself", async () => {
  const options = { ...(await aLogFolder()), durability: "buffered" } as const;
  const path = join(options.folder, "events.jsonl");
  const size = () => readFileSync(path).length;
  const log = openHarbourLog(options);
  log.append(event("waits"));
  expect(size()).toBe(0);
  log.flush();
  expect(size()).toBeGreaterThan(0);
  const before = size();
  for (let count = 0; count < 500; count++) log.append(event("x".repeat(200)));
  expect(size()).toBeGreaterThan(before + 64_000);
  log.append(event("by itself"));
  while (!readFileSync(path, "utf8").includes("by itself"))
    await new Promise((resolve) => setTimeout(resolve, 5));
  log.append(event("with the end"));
  log.close();
  expect(await verifyLog(path, { runId: RUN })).toEqual({ ok: true, records: 503 });
});

test("the end of a call is an audit record that can be read alone", async () => {
  const note = aTool({
    name: "note",
    risk: "high",
    effects: () => [{ kind: "file.write", target: "note.txt" }],
    run: async (_input, { files }) => {
      await files.write("note.txt", Buffer.from("x"));
      return { written: 1 };
    },
  });
  await using world = await aRuntime({
    tools: [note],
    config: { permissions: { safe: ["note(./note.txt)"] } },
  });
  const outcome = await world.runtime.execute("note", { text: "hello" });
  const records = await Array.fromAsync(world.runtime.history.read(outcome.runId));
  const end = records.find(({ type }) => type === "call-end");
  expect(end).toMatchObject({
    type: "call-end",
    runId: outcome.runId,
    callId: outcome.callId,
    tool: "note",
    risk: "high",
    params: { text: "hello" },
    result: { ok: true, output: { written: 1 } },
    policy: { verdict: "allow", approved: false, approval_scope: "none" },
    hashes: { output_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    seq: 2,
    prev: records[1]?.hash,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const { ts_start, ts_end, durationMs } = end as unknown as Record<string, string>;
  expect(new Date(String(ts_end)).getTime()).toBeGreaterThanOrEqual(new Date(String(ts_start)).getTime());
  expect(Number(durationMs)).toBeGreaterThan(0);
  expect(records[1]).toMatchObject({
    type: "call-start",
    version: "1.0.0",
    source: "custom",
    verdict: "allow",
    effects: [{ kind: "file.write", target: join(world.workspace, "note.txt") }],
    reasons: [{ rule: "note(./note.txt)", effect: "allow" }],
  });
});

test("undo() is recorded in the log of the run, open or ended, which still verifies", async () => {
  await using world = await aRuntime({
    files: { "a.txt": "before" },
    config: { permissions: { safe: ["write_file(./**)"] } },
  });
  const { runtime } = world;
  const text = () => readFile(join(world.workspace, "a.txt"), "utf8");
  const run = await runtime.openRun();
  const write = (content: string) => run.execute({ tool: "write_file", input: { path: "a.txt", content } });
  const [first, second] = [await write("one"), await write("two")];
  expect(await runtime.undo(second.callId)).toMatchObject({ undone: [{ path: "a.txt" }] });
  expect(await text()).toBe("one");
  await run.end("done");
  await runtime.undo(first.callId);
  expect(await text()).toBe("before");
  const { history } = runtime;
  expect(await history.verify(run.id)).toMatchObject({ ok: true, records: 8 });
  const types = (await Array.fromAsync(history.read(run.id))).map(({ type }) => type);
  expect(types.slice(-3)).toEqual(["undo-end", "run-end", "undo-end"]);
  await expect(runtime.undo("nonsense")).rejects.toThrow(/there is no call with this id.*`dejima undo`/);
  await expect(runtime.undo(`${run.id}.99`)).rejects.toMatchObject({ code: "invalid_input" });
});

test("undo() changes nothing when it could not be recorded, because another process has the run open", async () => {
  await using world = await aRuntime({ config: { permissions: { safe: ["write_file(./**)"] } } });
  const run = await world.runtime.openRun();
  const { callId } = await run.execute({ tool: "write_file", input: { path: "a.txt", content: "kept" } });
  await run.end("done");
  await writeFile(join(run.folder, "events.lock"), "1");
  await expect(world.runtime.undo(callId)).rejects.toMatchObject({ code: "conflict" });
  expect(await readFile(join(world.workspace, "a.txt"), "utf8")).toBe("kept");
  rmSync(join(run.folder, "events.lock"));
});

test("a run whose process is gone is shown as interrupted, and following its log comes to an end", async () => {
  await using world = await aRuntime({ tools: [aTool({ name: "noop" })] });
  const { runId } = await world.runtime.execute("noop");
  const { history } = world.runtime;
  expect(await history.list({ limit: 1 })).toMatchObject([{ id: runId, status: "open" }]);
  rmSync(join(world.home, "runs", runId, "events.lock"));
  expect(await history.list({ limit: 1 })).toMatchObject([{ id: runId, status: "interrupted" }]);
  const { signal } = new AbortController();
  const records = await Array.fromAsync(history.follow(runId, { signal }));
  expect(records.map(({ type }) => type)).toEqual(["run-start", "call-start", "call-end"]);
});

test("follow() gives records as they come, until the run ends", async () => {
  await using world = await aRuntime({ tools: [aTool({ name: "noop" })] });
  const run = await world.runtime.openRun();
  const types: string[] = [];
  for await (const { type } of world.runtime.history.follow(run.id, {
    signal: AbortSignal.timeout(10_000),
  })) {
    types.push(type);
    if (types.length === 1) outputOf(await run.execute({ tool: "noop" }));
    if (types.length === 3) await run.end("done");
  }
  expect(types).toEqual(["run-start", "call-start", "call-end", "run-end"]);
});

test("a call after the end of its run is refused, and the end waits for calls under way", async () => {
  let finish = () => {};
  const slow = aTool({
    name: "slow",
    run: () =>
      new Promise<string>((resolve) => {
        finish = () => resolve("ok");
      }),
  });
  await using world = await aRuntime({ tools: [slow] });
  const run = await world.runtime.openRun();
  const call = run.execute({ tool: "slow" });
  while (world.events.at(-1)?.type !== "call-start") await new Promise((resolve) => setImmediate(resolve));
  const ended = run.end("done");
  await expect(run.execute({ tool: "slow" })).rejects.toMatchObject({ code: "conflict" });
  finish();
  expect(outputOf(await call)).toBe("ok");
  await ended;
  expect(world.events.at(-1)).toMatchObject({ type: "run-end", calls: 1 });
  expect(errorOf(await world.runtime.execute("unknown")).code).toBe("tool_not_found");
});

test("a log that is closed writes nothing any more, whatever has the number of its file by then", async () => {
  const options = await aLogFolder();
  const closer = createLogCloser();
  const log = openHarbourLog({ ...options, closer });
  log.append(event("one"));
  log.close();
  await closer.done();
  const others = Array.from({ length: 20 }, (_none, at) =>
    openSync(join(options.folder, `other-${at}`), "w+"),
  );
  expect(() => log.append(event("two"))).toThrow(/it is closed/);
  expect(() => log.close()).not.toThrow();
  for (const file of others) {
    expect(fstatSync(file).size).toBe(0);
    closeSync(file);
  }
});
