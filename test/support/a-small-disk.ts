import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of a few megabytes that can be filled up and emptied again. */
export interface SmallDisk extends Disposable {
  readonly path: string;
  fill(): void;
  empty(): void;
}

/** Mounts a small disk; undefined where this machine does not allow it, which only root can. */
export function aSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), "dejima-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]);
  if (status !== 0) {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const ballast = join(path, "ballast");
  return {
    path,
    fill() {
      const file = openSync(ballast, "a");
      try {
        for (const size of [65_536, 4_096, 1]) {
          try {
            for (;;) writeSync(file, Buffer.alloc(size));
          } catch {
            // Full for writes of this size.
          }
        }
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]() {
      spawnSync("umount", ["-l", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
