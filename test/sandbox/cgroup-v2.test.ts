import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createBubblewrapDriver } from "../../src/sandbox/bubblewrap/bubblewrap-driver.ts";
import { createStateFolder } from "../../src/sandbox/bubblewrap/sandbox-state.ts";
import { createDriverSandbox } from "../../src/sandbox/driver-sandbox.ts";
import { createCgroupV2, findV2Folder, groupAt } from "../../src/sandbox/limit/find-cgroups.ts";
import { DEFAULT_LIMITS } from "../../src/sandbox/limit/limits.ts";
import { limitArguments } from "../../src/sandbox/limit/resource-limits.ts";
import { findProgram } from "../../src/sandbox/process/find-program.ts";
import { spawnChild } from "../../src/sandbox/process/spawn-child.ts";
import { usable } from "./engines.ts";

const mounts = read("/proc/self/mounts");
const mount = /^\S+ (\S+) cgroup2 /m.exec(mounts)?.[1];
const own = read("/proc/self/cgroup");
const isRoot = process.getuid?.() === 0;
const noHierarchy = !isRoot ? "only root may make groups" : "the kernel shows no hierarchy of version 2";
const hierarchy = isRoot ? mount : undefined;
if (hierarchy === undefined) console.log(`cgroup v2: passed over: ${noHierarchy}`);

/** The kernel's own hierarchy, with whatever controllers it has left to it: entering, counting, leaving are always real. */
describe.runIf(hierarchy !== undefined)("a group of version 2, made by the kernel", () => {
  const folder = join(hierarchy ?? "", `dejima-test-${process.pid}`);
  afterAll(() => {
    if (existsSync(folder)) rmdirSync(folder);
  });

  test("groupAt() takes a program in with all that it starts, counts its time, and goes with it", async () => {
    mkdirSync(folder);
    const group = groupAt(folder);
    const work = "n=0; while [ $n -lt 60000 ]; do n=$((n+1)); done; sleep 600 & cat /proc/self/cgroup; wait";
    const child = spawnChild([...limitArguments(DEFAULT_LIMITS, group.entries), "sh", "-c", work], {
      environment: { PATH: "/usr/bin:/bin" },
      workingDirectory: "/",
      ownGroup: true,
    });
    let text = "";
    for await (const bytes of child.stdout) {
      text += bytes;
      if (text.includes("0::")) break;
    }
    expect(/^0::(.*)$/m.exec(text)?.[1]).toContain(`dejima-test-${process.pid}`);
    const members = readFileSync(join(folder, "cgroup.procs"), "utf8").trim().split("\n");
    expect(members.length).toBeGreaterThanOrEqual(2);
    expect(members).toContain(String(child.process.pid));
    expect(group.cpuTimeMs()).toBeGreaterThan(1);
    process.kill(-(child.process.pid ?? 0), "SIGKILL");
    await child.exited;
    await group.remove();
    expect(existsSync(folder)).toBe(false);
  });
});

const above = isRoot ? findV2Folder(mounts, own) : undefined;
const { works, why } = await usable("bubblewrap");
const left =
  hierarchy === undefined
    ? noHierarchy
    : `version 2 has only: ${read(join(hierarchy, "cgroup.controllers")).trim()}`;
const missing = above === undefined ? `no group hands memory and processes down, ${left}` : undefined;
if (missing !== undefined) console.log(`cgroup v2 limits: passed over: ${missing}`);

describe.runIf(missing === undefined && works)(
  `limits held by cgroup v2${why}${missing === undefined ? "" : ` (passed over: ${missing})`}`,
  () => {
    test("a run is held to its memory and its processes, and its group is gone afterwards", async () => {
      const cgroups = createCgroupV2(above ?? "");
      const programs = { bwrap: findProgram("bwrap") ?? "", setpriv: findProgram("setpriv") ?? "" };
      const driver = createBubblewrapDriver({
        ...programs,
        state: await createStateFolder(),
        node: process.execPath,
        cgroups,
        countProcesses: false,
      });
      const sandbox = createDriverSandbox(driver, DEFAULT_LIMITS);
      const hog = "const kept = []; for (;;) kept.push(Buffer.alloc(16 << 20, 1));";
      const memory = await sandbox.start(["node", "-e", hog], { limits: { memoryBytes: 160 << 20 } }).result;
      expect(memory).toMatchObject({ limitHit: "memoryBytes" });
      const forks = "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 5 & done; wait";
      const processes = await sandbox.start(["sh", "-c", forks], { limits: { processes: 6 } }).result;
      expect(processes).toMatchObject({ limitHit: "processes" });
      await sandbox.close();
      const probe = cgroups.create(DEFAULT_LIMITS);
      const parent = dirname(dirname(probe.entries[0] ?? ""));
      await probe.remove();
      expect(readFileSync(join(parent, "cgroup.procs"), "utf8")).toBe("");
    });
  },
);

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
