import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";
import { usable } from "./engines.ts";

const { works, why } = await usable("bubblewrap");

const NUMBERS = Array.from({ length: 9000 }, (_, at) => String(at + 1));

let workspace: string;
let runtime: Runtime;
beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-sandbox-tools-")));
  runtime = createRuntime({
    workspace,
    home: join(workspace, ".dejima"),
    ask: async () => ({ answer: "approve", by: "test" }),
    config: { sandbox: { output: "200k" } },
  });
});
afterAll(async () => {
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** The whole of what was kept, page by page as a model reads it. */
async function observed(ref: string): Promise<string> {
  let [text, offset]: [string, number | undefined] = ["", 0];
  while (offset !== undefined) {
    const page = await runtime.execute("read_observation", { ref, offset });
    if (page.type === "failure") throw new Error(page.error.message);
    const { text: piece, nextOffset } = page.output as { text: string; nextOffset?: number };
    [text, offset] = [text + piece, nextOffset];
  }
  return text;
}

test.runIf(works)(`run_shell keeps the whole output as an observation${why}`, async () => {
  const outcome = await runtime.execute("run_shell", { command: "seq 1 9000" });
  if (outcome.type !== "success") throw new Error(outcome.error.message);
  expect(outcome.observation).toMatchObject({ truncated: true });
  const text = await observed(outcome.observation?.ref ?? "");
  const { stdout } = JSON.parse(text) as { stdout: string };
  expect(stdout.split("\n").slice(0, 9000).join()).toBe(NUMBERS.join());
});

test.runIf(works)(`shell shows what a program prints while it runs${why}`, async () => {
  const seen: string[] = [];
  const stop = new AbortController();
  const outcome = await runtime.execute(
    "shell",
    { command: "echo first; sleep 20; echo second" },
    {
      signal: stop.signal,
      onEvent(event) {
        if (event.type !== "call-progress") return;
        seen.push(JSON.stringify(event));
        stop.abort(); // what has been seen was seen before the end
      },
    },
  );
  expect(outcome).toMatchObject({ type: "failure", error: { code: "cancelled" } });
  expect(seen.join()).toContain("first");
  expect(seen.join()).not.toContain("second");
});

test.runIf(works)(`shell gives each bad end its code, with the end of the output${why}`, async () => {
  const end = async (input: object) => {
    const outcome = await runtime.execute("shell", input);
    return outcome.type === "failure" ? { ...outcome.error.details, code: outcome.error.code } : outcome;
  };
  expect(await end({ command: "sleep 9", timeout: 0.2 })).toMatchObject({ code: "timeout", exitCode: 124 });
  expect(await end({ command: "exit 3" })).toMatchObject({ code: "exit_nonzero", exitCode: 3 });
  expect(await end({ command: "yes" })).toMatchObject({
    code: "output_truncated",
    stdout: expect.stringMatching(/\[TRUNCATED\]\s*$/),
  });
  const off = createRuntime({
    workspace,
    home: join(workspace, ".off"),
    ask: async () => ({ answer: "approve", by: "test" }),
    config: { sandbox: { enabled: false } },
  });
  expect(await off.execute("shell", { command: "true" })).toMatchObject({ error: { code: "spawn_failed" } });
  await off.close();
});

test.runIf(works)(`shell keeps the whole output of a program that failed${why}`, async () => {
  const outcome = await runtime.execute("shell", { command: "seq 1 9000; exit 3" });
  if (outcome.type !== "failure") throw new Error("it did not fail");
  const { partial } = outcome.error.details as { partial: { ref: string } };
  expect((await observed(partial.ref)).split("\n").slice(0, 9000).join()).toBe(NUMBERS.join());
});

test("dejima doctor and sandbox list show each driver with its boundary, its proof and its limits", async () => {
  await using cli = await aCliFolder();
  const [doctor, list] = await Promise.all([cli.run(["doctor"]), cli.run(["sandbox", "list", "--json"])]);
  expect(doctor.stdout).toMatch(
    /sandbox process +not a security boundary; proves nothing.*limits by rlimits only/,
  );
  if (works)
    expect(doctor.stdout).toMatch(
      /sandbox bubblewrap +security boundary; tried and refused: write \/proc\/sys, .*limits by (?:cgroup v[12]|rlimits only)/,
    );
  const drivers = list.json<{ name: string; boundary: string; proof: unknown[]; limits: object }[]>();
  expect(drivers.map(({ name, boundary }) => [name, boundary])).toEqual([
    ["bubblewrap", "security boundary"],
    ["docker", "security boundary"],
    ["process", "not a security boundary"],
  ]);
  for (const driver of drivers)
    expect(driver).toMatchObject({ usable: expect.any(Boolean), limits: { mechanism: expect.any(String) } });
});
