import { readdirSync, readFileSync } from "node:fs";

/**
 * The memory that a process and all that descend from it hold together: private and shared, without files. For machines
 * where no control group counts it.
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
  // The second field is the program's name, in parentheses, and may hold anything.
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
