import { readdirSync, readFileSync } from "node:fs";
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Mount } from "../sandbox.ts";

/** The smallest size on a disk: an empty file or folder still costs this much. */
const BLOCK_BYTES = 4096;

/** A deeper tree is an attack on the process that walks it, and counts as full. */
const MAX_DEPTH = 64;

/** How many entries are examined together. */
const BATCH = 64;

/** Measures how much a run writes into its folders. */
interface WorkspaceGauge {
  /** Ignores everything written so far. */
  reset(): void;
  /** Whether the files that were created or changed since the last reset exceed the limit. */
  isFull(): Promise<boolean>;
}

export function createWorkspaceGauge(folders: readonly Mount[], maxBytes: number): WorkspaceGauge {
  let since = Number.POSITIVE_INFINITY;
  const writable = new Set(
    folders.filter((folder) => folder.access === "read-write").map((folder) => folder.path),
  );
  let earliest = 0;
  return {
    reset() {
      since = Date.now() - 1000; // file systems have coarser clocks than ours
    },
    async isFull() {
      const started = performance.now();
      if (writable.size === 0 || started < earliest) return false;
      let room = maxBytes;
      for (const path of writable) {
        if (room >= 0) room = await spend(path, { room, depth: 0, since });
      }
      const took = performance.now() - started;
      earliest = started + 20 * took; // measuring takes at most a twentieth of the time
      return room < 0;
    },
  };
}

interface Walk {
  readonly room: number;
  readonly depth: number;
  readonly since: number;
}

/** The room left after subtracting everything below the folder. Negative once it is used up. */
async function spend(path: string, walk: Walk): Promise<number> {
  let room = walk.room;
  try {
    const folder = await opendir(path, { bufferSize: BATCH });
    let names: string[] = [];
    for await (const entry of folder) {
      names.push(entry.name);
      if (names.length < BATCH) continue;
      room = await spendBatch(path, names, { ...walk, room });
      names = [];
      if (room < 0) return room;
    }
    return await spendBatch(path, names, { ...walk, room });
  } catch {
    return room; // a folder that vanished or became unreadable counts as empty
  }
}

async function spendBatch(path: string, names: readonly string[], walk: Walk): Promise<number> {
  let room = walk.room;
  const paths = names.map((name) => join(path, name));
  const infos = await Promise.all(paths.map((child) => lstat(child).catch(() => undefined)));
  for (const [index, info] of infos.entries()) {
    if (info === undefined) continue;
    const isNew = info.ctimeMs >= walk.since;
    if (isNew) room -= Math.max(info.blocks * 512, BLOCK_BYTES);
    if (info.isDirectory()) {
      const depth = walk.depth + 1;
      if (depth <= MAX_DEPTH) room = await spend(paths[index] ?? "", { ...walk, room, depth });
      else if (isNew) return -1;
    }
    if (room < 0) return room;
  }
  return room;
}

/**
 * The memory of a process and all its descendants: private and shared, without files. For machines without a
 * control group.
 */
export function treeMemoryBytes(root: number): number {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = parentOf(pid);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  let total = 0;
  for (const queue = [root]; queue.length > 0; ) {
    const pid = queue.pop() as number; // the loop's condition
    total += memoryOf(pid);
    queue.push(...(children.get(pid) ?? []));
  }
  return total;
}

function parentOf(pid: number): number | undefined {
  const text = readProcessFile(pid, "stat");
  // The second field is the program's name, in parentheses, and may contain anything.
  const parent = text?.slice(text.lastIndexOf(")") + 2).split(" ")[1];
  return parent === undefined ? undefined : Number(parent);
}

function memoryOf(pid: number): number {
  let kibibytes = 0;
  for (const match of (readProcessFile(pid, "status") ?? "").matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)) {
    kibibytes += Number(match[1]);
  }
  return kibibytes * 1024;
}

function readProcessFile(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined; // it ended meanwhile
  }
}
