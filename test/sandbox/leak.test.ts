import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import type { Sandbox, SandboxResult } from "../../src/sandbox/sandbox.ts";
import { usable } from "./engines.ts";
import { findProcesses } from "./escape/world.ts";

const SCRIPTS = 1000;
const AT_ONCE = 50;

/** Shows among the arguments of every sandbox of this test, and of no other. */
const MARK = 7_319_041;

const { works, why } = await usable("bubblewrap");

/** What a script may do on its way out; all of it has to go with it. */
const BODIES = [
  "echo done",
  "head -c 50000 /dev/zero > junk; mkdir -p a/b/c; echo done",
  "setsid sleep 777.5 > /dev/null 2>&1 & echo done",
  "( sleep 777.5 & ) ; echo done; exit 3",
  "sleep 777.5",
  "trap '' TERM HUP; sleep 777.5 & sleep 777.5",
  "yes > /dev/null & sleep 777.5",
];

test.runIf(works)(
  `a thousand scripts, fifty at once, some killed, leave nothing behind${why}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "dejima-leak-"));
    const before = await remains();
    const filesBefore = (await readdir("/proc/self/fd")).length;
    const sandbox = await createSandbox({ driver: "bubblewrap", warmPool: {} });
    const random = seeded(20_261_115);
    const results: SandboxResult[] = [];
    let next = 0;
    const work = async () => {
      while (next < SCRIPTS) results.push(await runOne(sandbox, next++, { folder, random }));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(results.length).toBe(SCRIPTS);
    expect(results.filter((result) => result.exitCode === null)).toEqual([]);
    expect(results.filter((result) => result.cause === "cancelled").length).toBeGreaterThan(SCRIPTS / 20);
    expect(results.filter((result) => result.exitCode === 0).length).toBeGreaterThan(SCRIPTS / 5);
    await sandbox.close();
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
    expect(await remains()).toEqual(before);
    expect((await readdir("/proc/self/fd")).length).toBeLessThan(filesBefore + 10);
  },
  900_000,
);

interface World {
  readonly folder: string;
  random(): number;
}

async function runOne(sandbox: Sandbox, index: number, { folder, random }: World): Promise<SandboxResult> {
  const body = BODIES[index % BODIES.length] ?? "";
  const workspace =
    index % 3 === 0
      ? { path: await mkdtemp(join(folder, "run-")), access: "read-write" as const }
      : undefined;
  const limits = { workspaceBytes: MARK, wallTimeMs: 1000 + 2000 * random(), cpuTimeMs: 1000 };
  const run = sandbox.start(["sh", "-c", body], { workspace, limits });
  const dice = random();
  if (dice < 0.15) setTimeout(() => run.kill(), 60 * random());
  else if (body.startsWith("yes")) setTimeout(() => run.kill(), 20);
  else if (body.includes("sleep 777.5")) setTimeout(() => run.kill(), 20 + 100 * dice);
  return run.result;
}

/** Everything that a run could leave: processes, folders, mounts, control groups, open files. */
async function remains() {
  const own = (names: string[]) =>
    names.filter((name) => name.startsWith("dejima-") && name.includes(`-${process.pid}-`));
  const groups = await Promise.all(
    ["memory", "pids", "cpu", "cpuacct", ""].map((name) =>
      readdir(join("/sys/fs/cgroup", name, "dejima")).catch(() => []),
    ),
  );
  return {
    processes: [...(await findProcesses(String(MARK))), ...(await findProcesses("777.5"))],
    folders: own(await readdir(tmpdir())),
    mounts: (await readFile("/proc/self/mounts", "utf8"))
      .split("\n")
      .filter((line) => line.includes("dejima-leak")),
    groups: groups.flat().filter((name) => name.startsWith(`${process.pid}-`)),
    zombies: await zombieChildren(),
  };
}

async function zombieChildren(): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry))) {
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const [state, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" && Number(parent) === process.pid) found.push(text);
  }
  return found;
}

/** The same dice in every run, so that a failure can be had again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
