import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { withFileErrors } from "../file-error.ts";
import { withStaging } from "../install/staging.ts";
import { acceptedArchive, lockedEntry, lockKey, requireInstalled, type SkillWorld } from "./skill-world.ts";

/** Removes an installed skill: out of sight in one step, then from the disk. One that is in use stays. */
export async function uninstallSkill(world: SkillWorld, name: string): Promise<void> {
  const entry = requireInstalled(world, name, "uninstall");
  refuseInUse(world, entry.name, "uninstall");
  await withFileErrors(`uninstall skill "${entry.name}"`, () =>
    withStaging(world.home, async (staging) => {
      await rename(entry.folder, join(staging, "removed"));
      const locked = lockedEntry(await world.lock.read(), lockKey(entry));
      await world.lock.change((data) => {
        delete data.skills[lockKey(entry)];
        data.disabled = data.disabled.filter((disabled) => disabled !== entry.name);
      });
      if (locked !== undefined) await rm(acceptedArchive(world, locked.hash), { force: true });
    }),
  );
  await world.catalogue.refresh();
}

/** A script that is running would lose its files. */
export function refuseInUse({ inUse }: SkillWorld, name: string, action: string): void {
  if ((inUse.get(name) ?? 0) === 0) return;
  throw new DejimaError(
    "conflict",
    `Cannot ${action} skill "${name}": it is running; wait until it ends, or cancel it`,
    { skill: name },
  );
}
