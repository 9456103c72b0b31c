import { lstatSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { Mask } from "../../contract/data/file-access.ts";
import { DejimaError } from "../../contract/error.ts";
import { isInside } from "../../support/paths.ts";
import type { HiddenPath, SettledMask } from "../driver.ts";
import type { Mount } from "../sandbox.ts";

/** Paths that the drivers supply themselves: a grant must not replace them. */
const SYSTEM = ["/bin", "/boot", "/dev", "/etc", "/lib", "/lib64", "/proc", "/sbin", "/sys", "/usr"];

/** Not even a part of these may be granted: they are the machine, not files. */
const MACHINE = ["/dev", "/proc", "/sys"];

/**
 * Checks the mounts of a run and resolves every folder to its real path. A path through a link is visible
 * under both spellings.
 */
export function settleMounts(mounts: readonly Mount[]): Mount[] {
  const settled = new Map<string, Mount>();
  for (const mount of mounts) {
    const requested = resolve(mount.path);
    const real = realPlace(mount.path);
    for (const path of new Set([real, requested])) {
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

/**
 * Puts each mask wherever the run sees its path: a folder granted through a link is visible under both names.
 */
export function settleMasks(
  masks: readonly Mask[],
  mounts: readonly Mount[],
  hidden: readonly HiddenPath[],
): SettledMask[] {
  const granted = mounts.map(({ path }) => ({ path: resolve(path), real: realpathSync.native(path) }));
  const places = masks.flatMap((mask) =>
    granted
      .filter(({ real }) => isInside(mask.path, real))
      .flatMap(({ path, real }) => [real, path].map((root) => join(root, relative(real, mask.path))))
      .map((place): SettledMask => ({ ...mask, place })),
  );
  const unique = [...new Map(places.map((mask) => [mask.place, mask])).values()];
  const covers = [
    ...hidden.map(({ path }) => path),
    ...unique.filter(({ type }) => type === "hide-folder").map(({ place }) => place),
  ];
  // A hidden path cannot be mounted over, and needs no mask.
  return unique.filter(
    ({ place }) => !covers.some((folder) => folder !== place && isInside(place, folder)) && !isHidden(place),
  );

  function isHidden(place: string): boolean {
    return hidden.some(({ path }) => path === place);
  }
}

/** Throws if the masks no longer match the files: a mask over nothing would create a file there. */
export function verifyMasks(masks: readonly SettledMask[]): void {
  for (const { path, identity } of masks) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && `${stats.dev}:${stats.ino}` === identity) continue;
    throw new DejimaError(
      "conflict",
      `Cannot start the program: "${path}", which it must not reach, was replaced meanwhile. Try again`,
    );
  }
}

/** Which of these paths exist below a mount, under every spelling by which the run could see them. */
export function settleHidden(paths: readonly string[], mounts: readonly Mount[]): HiddenPath[] {
  return paths.flatMap(lookUp).filter(({ path }) => mounts.some((mount) => isInside(path, mount.path)));
}

function lookUp(path: string): HiddenPath[] {
  try {
    const real = realpathSync.native(path);
    const type = statSync(real).isDirectory() ? "folder" : "file";
    // A link cannot be mounted over: its target is hidden, and the link then shows nothing.
    const isLink = lstatSync(path).isSymbolicLink();
    return [...new Set(isLink ? [real] : [real, path])].map((spelling) => ({ path: spelling, type }));
  } catch {
    return []; // there is nothing to hide
  }
}
