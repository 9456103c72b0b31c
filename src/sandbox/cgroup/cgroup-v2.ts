import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
  removeFolder,
  sweepFolder,
  writeOptional,
  writeValue,
} from "./group-files.ts";

/** Groups in the one hierarchy of version 2, below a folder that hands the controllers down. */
export function createCgroupV2(above: string): CgroupParent {
  const parent = makeFolder(join(above, GROUP_FOLDER));
  writeValue(parent, "cgroup.subtree_control", "+memory +pids");
  writeOptional(parent, "cgroup.subtree_control", "+cpu");
  writeOptional(parent, "cpu.weight", 100 * PARENT_WEIGHT);
  return { mechanism: "cgroup v2", create, sweep: () => sweepFolder(parent) };

  function create(limits: Limits): Cgroup {
    const folder = makeGroup(join(parent, groupName()));
    writeValue(folder, "memory.max", limits.memoryBytes);
    writeOptional(folder, "memory.swap.max", 0);
    writeOptional(folder, "memory.oom.group", 1);
    writeValue(folder, "pids.max", limits.processes);
    writeOptional(folder, "cpu.max", `${Math.round(limits.cpus * CPU_PERIOD_US)} ${CPU_PERIOD_US}`);
    return groupAt(folder);
  }
}

/** A group that is there: how it is entered, what it counted, how it goes. */
export function groupAt(folder: string): Cgroup {
  return {
    entries: [join(folder, "cgroup.procs")],
    cpuTimeMs: () => readCount(folder, "cpu.stat", "usage_usec") / 1000,
    brokenLimit: () => {
      if (readCount(folder, "memory.events", "oom_kill") > 0) return "memoryBytes";
      return readCount(folder, "pids.events", "max") > 0 ? "processes" : null;
    },
    remove: () => removeFolder(folder),
  };
}

/**
 * The nearest folder above our own group that hands memory and process limits down. Our own cannot: a group that holds
 * processes passes nothing on.
 */
export function findV2Folder(mountTable: string, ownGroups: string): string | undefined {
  const mount = mountTable
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, , type]) => type === "cgroup2")?.[1];
  const own = /^0::(.*)$/m.exec(ownGroups)?.[1];
  if (mount === undefined || own === undefined) return undefined;
  for (let path = join(mount, own); path.startsWith(mount); path = dirname(path)) {
    if (handsDown(path)) return path;
  }
  return undefined;
}

function handsDown(path: string): boolean {
  try {
    const controllers = readFileSync(join(path, "cgroup.subtree_control"), "utf8").trim().split(" ");
    return controllers.includes("memory") && controllers.includes("pids");
  } catch {
    return false;
  }
}
