import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Outcome } from "../../src/contract/outcome.ts";
import { verifyLog } from "../../src/execution/log/verify-log.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aRuntime, aTool, errorOf, outputOf } from "../support/a-runtime.ts";
import { aSmallDisk } from "../support/a-small-disk.ts";

const MISSING = "passed over: a small disk can only be mounted by root";

for (const durability of ["written", "buffered"] as const) {
  test(`a full disk stops calls before they run, and they go on when there is room (${durability} log)`, async () => {
    using disk = aSmallDisk(4);
    if (disk === undefined) return console.log(MISSING);
    let runs = 0;
    const counting = aTool({
      name: "counting",
      input: z.object({ text: z.string() }),
      run: () => ++runs,
    });
    await using world = await aRuntime({
      tools: [counting],
      home: join(disk.path, "home"),
      config: { log: { durability } },
    });
    const call = (length: number) => world.runtime.execute("counting", { text: "x".repeat(length) });
    outputOf(await call(10));
    disk.fill();
    const failures: Outcome[] = [];
    for (let count = 0; count < 200 && failures.length < 20; count++) {
      const before = runs;
      const outcome = await call(3_000);
      if (outcome.type === "success") continue;
      failures.push(outcome);
      const { code, message, details } = errorOf(outcome);
      expect(code).toBe("io_error");
      expect(message).toMatch(
        /Cannot write the harbour log .*ENOSPC.*Free space or move the home with --home/,
      );
      // A call that has run says so; all others have not.
      expect([details.ran, runs - before]).toEqual(runs > before ? [true, 1] : [undefined, 0]);
    }
    expect(failures).toHaveLength(20);
    expect(failures.filter((outcome) => errorOf(outcome).details.ran !== true).length).toBeGreaterThan(15);
    expect(errorOf(await call(100_000))).toMatchObject({
      code: "io_error",
      message: expect.stringMatching(/Cannot store an observation/),
    });
    disk.empty();
    const { runId } = await call(10);
    await world.runtime.close();
    expect(await verifyLog(join(world.home, "runs", runId, "events.jsonl"), { runId })).toMatchObject({
      ok: true,
    });
  });
}

test("a full disk leaves files whole, keeps the error of a tool, and says what has run", async () => {
  using disk = aSmallDisk(4);
  if (disk === undefined) return console.log(MISSING);
  const workspace = join(disk.path, "workspace");
  await mkdir(workspace);
  await writeFile(join(workspace, "a.txt"), "old");
  const large = aTool({ name: "large", run: () => "x".repeat(50_000) });
  const streaming = aTool({
    name: "streaming",
    async *run() {
      yield { type: "chunk", text: "x".repeat(50_000) };
      throw new Error("lost it");
    },
  });
  const runtime = createRuntime({
    workspace,
    home: join(disk.path, "home"),
    tools: [large, streaming],
    config: { permissions: { safe: ["write_file(./**)"] } },
  });
  const write = (content: string) => runtime.execute("write_file", { path: "a.txt", content });
  const { runId } = await write("old");
  disk.fill();
  const size = (await readdir(workspace)).length;
  expect(errorOf(await write("n".repeat(3_000))).code).toBe("io_error");
  expect(errorOf(await runtime.execute("large"))).toMatchObject({ code: "io_error" });
  expect(["io_error", "internal"]).toContain(errorOf(await runtime.execute("streaming")).code);
  expect(await readFile(join(workspace, "a.txt"), "utf8")).toBe("old");
  expect(await readdir(workspace)).toHaveLength(size);
  disk.empty();
  outputOf(await write("new"));
  expect(await readFile(join(workspace, "a.txt"), "utf8")).toBe("new");
  await runtime.close();
  expect(await verifyLog(join(disk.path, "home/runs", runId, "events.jsonl"), { runId })).toMatchObject({
    ok: true,
  });
});

test("a run that cannot begin on a full disk leaves nothing behind, and the next one can", async () => {
  using disk = aSmallDisk(4);
  if (disk === undefined) return console.log(MISSING);
  const home = join(disk.path, "home");
  await using world = await aRuntime({ tools: [aTool({ name: "noop" })], home });
  disk.fill();
  await expect(world.runtime.execute("noop")).rejects.toMatchObject({ code: "io_error" });
  await expect(world.runtime.execute("noop")).rejects.toMatchObject({ code: "io_error" });
  expect(existsSync(join(home, "runs")) ? await readdir(join(home, "runs")) : []).toEqual([]);
  disk.empty();
  outputOf(await world.runtime.execute("noop"));
});

test("a run that cannot record its end says so, gives its log free, and verifies", async () => {
  using disk = aSmallDisk(4);
  if (disk === undefined) return console.log(MISSING);
  await using world = await aRuntime({ tools: [aTool({ name: "noop" })], home: join(disk.path, "home") });
  const run = await world.runtime.openRun();
  outputOf(await run.execute({ tool: "noop" }));
  disk.fill();
  while ((await run.execute({ tool: "noop" })).type === "success");
  const outcomes = await Promise.all([run.execute({ tool: "noop" }), run.execute({ tool: "noop" })]);
  const ended = await run.end("done").then(
    () => "recorded",
    (error) => error.code,
  );
  expect(["recorded", "io_error"]).toContain(ended);
  expect(outcomes.map(({ type }) => type)).toEqual(["failure", "failure"]);
  disk.empty();
  const { history } = world.runtime;
  expect(await history.verify(run.id)).toMatchObject({ ok: true });
  expect(existsSync(join(run.folder, "events.lock"))).toBe(false);
});

test("a home that cannot be written is an error that says what would work, and nothing hangs", async () => {
  for (const home of ["/proc/dejima", "/dev/null/home", "/sys/dejima"]) {
    const runtime = createRuntime({ workspace: "/tmp", home, tools: [aTool({ name: "noop" })] });
    const error = await runtime.execute("noop").catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "io_error" });
    expect(error.message).toMatch(
      /Point --home or DEJIMA_HOME at a folder that can be written|choose another home with --home/,
    );
    await runtime.close();
  }
});

test("a home that was made read-only is an error too", async () => {
  if (process.getuid?.() === 0) return console.log("passed over: root may write everywhere");
  await using world = await aRuntime({ tools: [aTool({ name: "noop" })] });
  await mkdir(world.home);
  await chmod(world.home, 0o500);
  await expect(world.runtime.execute("noop")).rejects.toMatchObject({ code: "io_error" });
  await chmod(world.home, 0o700);
});

test("a file that is not a database is reported with a remedy, and nothing is overwritten", async () => {
  await using world = await aRuntime({ tools: [aTool({ name: "noop" })] });
  await mkdir(world.home);
  const file = join(world.home, "dejima.db");
  await writeFile(file, "this is not a database, but somebody's notes ".repeat(100));
  const error = await world.runtime.execute("noop").catch((thrown) => thrown);
  expect(error).toMatchObject({ name: "DejimaError" });
  expect(error.message).toContain(file);
  expect(await readFile(file, "utf8")).toContain("somebody's notes");
  expect(await readdir(join(world.home, "runs")).catch(() => [])).toEqual([]);
});
