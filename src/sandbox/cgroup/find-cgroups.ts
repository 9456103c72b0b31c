import { readFileSync } from "node:fs";
import { DEFAULT_LIMITS } from "../limit/limits.ts";
import type { CgroupParent } from "./cgroup.ts";
import { createCgroupV1, findV1Mounts } from "./cgroup-v1.ts";
import { createCgroupV2, findV2Folder } from "./cgroup-v2.ts";

/** The control groups that can be used here, shown by making one; undefined where there are none. */
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
