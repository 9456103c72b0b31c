import { realpathSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { isInside } from "../../support/is-inside.ts";
import type { Mount } from "../sandbox.ts";

/** What the drivers supply themselves: a grant must not stand in for it. */
const SYSTEM = ["/bin", "/boot", "/dev", "/etc", "/lib", "/lib64", "/proc", "/sbin", "/sys", "/usr"];

/** Not even a part of these may be granted: they are the machine, not files. */
const MACHINE = ["/dev", "/proc", "/sys"];

/**
 * Checks what a run is to see and gives every folder its real place. A path that leads over a link is visible under both
 * spellings.
 */
export function settleMounts(mounts: readonly Mount[]): Mount[] {
  const settled = new Map<string, Mount>();
  for (const mount of mounts) {
    const given = resolve(mount.path);
    const real = realPlace(mount.path);
    for (const path of new Set([real, given])) {
      refuseSystem(path);
      if (settled.get(path)?.access !== "read-write") settled.set(path, { path, access: mount.access });
    }
  }
  return [...settled.values()].sort((one, other) => one.path.length - other.path.length); // outer folders first
}

function realPlace(path: string): string {
  if (!isAbsolute(path))
    throw new DejimaError("path_blocked", `Cannot grant "${path}": the path must be absolute`);
  try {
    return realpathSync.native(path);
  } catch (error) {
    throw new DejimaError("path_blocked", `Cannot grant "${path}": it does not exist`, {}, { cause: error });
  }
}

function refuseSystem(path: string): void {
  const hit = SYSTEM.find((place) => isInside(place, path)) ?? MACHINE.find((place) => isInside(path, place));
  if (hit === undefined) return;
  throw new DejimaError(
    "path_blocked",
    `Cannot grant "${path}": it covers or is part of ${hit}, which belongs to the system; grant a folder of your own`,
  );
}
