import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Limits } from "../limit/limits.ts";
import type { Cgroup, CgroupParent } from "./cgroup.ts";
import {
  CPU_PERIOD_US,
  GROUP_FOLDER,
  groupName,
  makeFolder,
  makeGroup,
  PARENT_WEIGHT,
  readCount,
  readValue,
  removeFolder,
  sweepFolder,
  writeOptional,
  writeValue,
} from "./group-files.ts";

/** The hierarchies that version 1 keeps apart, each with its own mount. */
const V1_CONTROLLERS = ["memory", "pids", "cpu", "cpuacct"] as const;

type V1Mounts = Readonly<Record<(typeof V1_CONTROLLERS)[number], string>>;

/** Groups in the separate hierarchies of version 1. */
export function createCgroupV1(mounts: V1Mounts): CgroupParent {
  const parents = [...new Set(Object.values(mounts))].map((mount) => join(mount, GROUP_FOLDER));
  parents.forEach(makeFolder);
  writeOptional(join(mounts.cpu, GROUP_FOLDER), "cpu.shares", 1024 * PARENT_WEIGHT);
  return { mechanism: "cgroup v1", create, sweep: () => parents.forEach(sweepFolder) };

  function create(limits: Limits): Cgroup {
    const name = groupName();
    const folder = (controller: keyof V1Mounts) => join(mounts[controller], GROUP_FOLDER, name);
    const folders = parents.map((parent) => makeGroup(join(parent, name)));
    writeValue(folder("memory"), "memory.limit_in_bytes", limits.memoryBytes);
    writeOptional(folder("memory"), "memory.memsw.limit_in_bytes", limits.memoryBytes);
    writeValue(folder("pids"), "pids.max", limits.processes);
    writeOptional(folder("cpu"), "cpu.cfs_period_us", CPU_PERIOD_US);
    writeOptional(folder("cpu"), "cpu.cfs_quota_us", Math.round(limits.cpus * CPU_PERIOD_US));
    return {
      entries: folders.map((path) => join(path, "tasks")),
      cpuTimeMs: () => Number(readValue(folder("cpuacct"), "cpuacct.usage")) / 1e6,
      brokenLimit: () => {
        if (readCount(folder("memory"), "memory.oom_control", "oom_kill") > 0) return "memoryBytes";
        return readCount(folder("pids"), "pids.events", "max") > 0 ? "processes" : null;
      },
      remove: async () => {
        await Promise.all(folders.map(removeFolder));
      },
    };
  }
}

/** Where the hierarchies of version 1 are mounted, if all that we need are. */
export function findV1Mounts(mountTable: string): V1Mounts | undefined {
  const found: Partial<Record<keyof V1Mounts, string>> = {};
  for (const line of mountTable.split("\n")) {
    const [, path = "", type, options = ""] = line.split(" ");
    if (type !== "cgroup") continue;
    for (const controller of V1_CONTROLLERS) {
      if (options.split(",").includes(controller)) found[controller] ??= path;
    }
  }
  const { memory, pids, cpu, cpuacct } = found;
  if (memory === undefined || pids === undefined || cpu === undefined || cpuacct === undefined)
    return undefined;
  return [memory, pids, cpu, cpuacct].every((path) => existsSync(path))
    ? { memory, pids, cpu, cpuacct }
    : undefined;
}
