import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Cgroup,
  type CgroupParent,
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
} from "./cgroup.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";

/** The control groups that work here, tested by creating one. `undefined` if there are none. */
export async function findCgroups(): Promise<CgroupParent | undefined> {
  let mountTable: string;
  let ownGroups: string;
  try {
    mountTable = readFileSync("/proc/self/mounts", "utf8");
    ownGroups = readFileSync("/proc/self/cgroup", "utf8");
  } catch {
    return undefined; // not Linux
  }
  const folder = findV2Folder(mountTable, ownGroups);
  const mounts = findV1Mounts(mountTable);
  return (
    (folder && (await tryParent(() => createCgroupV2(folder)))) ||
    (mounts && (await tryParent(() => createCgroupV1(mounts))))
  );
}

async function tryParent(create: () => CgroupParent): Promise<CgroupParent | undefined> {
  try {
    const parent = create();
    parent.sweep();
    await parent.create(DEFAULT_LIMITS).remove();
    return parent;
  } catch {
    return undefined; // not ours to change
  }
}

/** Groups in the unified hierarchy of version 2, below a folder that delegates the controllers. */
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

/** An existing group: how to join it, what it counted, how to remove it. */
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
 * The nearest folder above our own group that delegates memory and process limits. Our own cannot: a group
 * with processes delegates nothing.
 */
export function findV2Folder(mountTable: string, ownGroups: string): string | undefined {
  const mount = mountTable
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, , type]) => type === "cgroup2")?.[1];
  const own = /^0::(.*)$/m.exec(ownGroups)?.[1];
  if (mount === undefined || own === undefined) return undefined;
  for (let path = join(mount, own); path.startsWith(mount); path = dirname(path)) {
    if (delegates(path)) return path;
  }
  return undefined;
}

function delegates(path: string): boolean {
  try {
    const controllers = readFileSync(join(path, "cgroup.subtree_control"), "utf8").trim().split(" ");
    return controllers.includes("memory") && controllers.includes("pids");
  } catch {
    return false;
  }
}

/** The separate hierarchies of version 1, each with its own mount. */
const V1_CONTROLLERS = ["memory", "pids", "cpu", "cpuacct"] as const;

type V1Mounts = Readonly<Record<(typeof V1_CONTROLLERS)[number], string>>;

/** Groups in the separate hierarchies of version 1. */
function createCgroupV1(mounts: V1Mounts): CgroupParent {
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

/** The mounts of the version 1 hierarchies. `undefined` unless all that we need are mounted. */
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
