import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createCgroupV2, findV1Mounts, findV2Folder } from "./find-cgroups.ts";
import { DEFAULT_LIMITS } from "./limits.ts";

const root = mkdtempSync(join(tmpdir(), "dejima-cgroup-"));
afterAll(() => rmSync(root, { recursive: true }));

test("findV2Folder() takes the nearest group above that hands memory and process limits down", () => {
  const table = `proc /proc proc rw 0 0\ncgroup2 ${root} cgroup2 rw 0 0\n`;
  mkdirSync(join(root, "system.slice/dejima.service"), { recursive: true });
  writeFileSync(join(root, "system.slice/dejima.service/cgroup.subtree_control"), "\n");
  writeFileSync(join(root, "system.slice/cgroup.subtree_control"), "cpu memory pids\n");
  writeFileSync(join(root, "cgroup.subtree_control"), "cpu memory pids\n");
  expect(findV2Folder(table, "0::/system.slice/dejima.service\n")).toBe(join(root, "system.slice"));
  writeFileSync(join(root, "system.slice/cgroup.subtree_control"), "cpu pids\n");
  expect(findV2Folder(table, "0::/system.slice/dejima.service\n")).toBe(root);
  writeFileSync(join(root, "cgroup.subtree_control"), "hugetlb\n");
  expect(findV2Folder(table, "0::/system.slice/dejima.service\n")).toBeUndefined();
});

test("createCgroupV2() writes each limit in the kernel's spelling, and reads what it enforced", () => {
  const group = createCgroupV2(root).create({
    ...DEFAULT_LIMITS,
    memoryBytes: 1000,
    processes: 7,
    cpus: 0.25,
  });
  const folder = dirname(group.entries[0] ?? "");
  const written = (file: string) => readFileSync(join(folder, file), "utf8");
  expect([written("memory.max"), written("pids.max"), written("cpu.max")]).toEqual([
    "1000",
    "7",
    "250000 1000000",
  ]);
  expect(written("memory.swap.max")).toBe("0");
  expect(folder).toMatch(new RegExp(`^${join(root, "dejima")}/${process.pid}-`));
  expect(createCgroupV2(root).create(DEFAULT_LIMITS).entries).not.toEqual(group.entries);
  expect(group.brokenLimit()).toBeNull();
  writeFileSync(join(folder, "cpu.stat"), "usage_usec 2500\nuser_usec 1\n");
  expect(group.cpuTimeMs()).toBe(2.5);
  writeFileSync(join(folder, "pids.events"), "max 3\n");
  expect(group.brokenLimit()).toBe("processes");
  writeFileSync(join(folder, "memory.events"), "oom 1\noom_kill 1\n");
  expect(group.brokenLimit()).toBe("memoryBytes");
});

test("findV1Mounts() finds hierarchies that share a mount, and nothing less than all", () => {
  const table = `cgroup ${root} cgroup rw,cpu,cpuacct 0 0\ncgroup ${root} cgroup rw,memory 0 0\n`;
  expect(findV1Mounts(table)).toBeUndefined();
  expect(findV1Mounts(`${table}cgroup ${root} cgroup rw,pids 0 0\n`)).toMatchObject({
    cpuacct: root,
    pids: root,
  });
});
