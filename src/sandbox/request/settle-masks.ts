import { lstatSync, realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import type { Mask } from "../../contract/mask.ts";
import { isInside } from "../../support/is-inside.ts";
import type { HiddenPath, SettledMask } from "../driver.ts";
import type { Mount } from "../sandbox.ts";

/** Puts each mask wherever the run sees its path: a folder that was granted by a link is there under both names. */
export function settleMasks(
  masks: readonly Mask[],
  mounts: readonly Mount[],
  hidden: readonly HiddenPath[],
): SettledMask[] {
  const given = mounts.map(({ path }) => ({ path: resolve(path), real: realpathSync.native(path) }));
  const places = masks.flatMap((mask) =>
    given
      .filter(({ real }) => isInside(mask.path, real))
      .flatMap(({ path, real }) => [real, path].map((root) => join(root, relative(real, mask.path))))
      .map((place): SettledMask => ({ ...mask, place })),
  );
  const unique = [...new Map(places.map((mask) => [mask.place, mask])).values()];
  const covers = [
    ...hidden.map(({ path }) => path),
    ...unique.filter(({ type }) => type === "hide-folder").map(({ place }) => place),
  ];
  // In front of what is out of sight nothing can be put up, and nothing is needed.
  return unique.filter(
    ({ place }) => !covers.some((folder) => folder !== place && isInside(place, folder)) && !isHidden(place),
  );

  function isHidden(place: string): boolean {
    return hidden.some(({ path }) => path === place);
  }
}

/** Refuses a start whose masks no longer stand where the files are: a mask in front of nothing would make a file there. */
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
