import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../../support/paths.ts";
import { hashContent } from "../skill-files.ts";
import type { LockedSkill } from "../skills-lock.ts";
import { lockedEntry, type SkillWorld } from "./skill-world.ts";

/** Where the content before an update waits until the update is complete. */
const folderBefore = ({ home }: SkillWorld, name: string): string => join(home, ".replaced", name);

/**
 * Replaces the content and the record of an installed skill. The record names the previous content until the end, so that after
 * a kill `settleReplaced` can determine which of the two is in place.
 */
export async function replaceSkill(
  world: SkillWorld,
  name: string,
  { folder, record }: { readonly folder: string; readonly record: LockedSkill },
): Promise<void> {
  const [current, before] = [join(world.home, name), folderBefore(world, name)];
  await makeFolder(join(world.home, ".replaced"));
  await world.lock.change(
    (data) => {
      const { replaces: _settled, ...held } = lockedEntry(data, name) ?? record;
      data.skills[name] = { ...record, replaces: held };
    },
    () => swap(current, folder, before),
  );
  await settleReplaced(world);
}

/** Replaces a folder. Restores the old one if that fails. */
async function swap(current: string, next: string, before: string): Promise<void> {
  await rm(before, { recursive: true, force: true });
  await rename(current, before);
  try {
    await rename(next, current);
  } catch (error) {
    await rename(before, current);
    throw error;
  }
}

/** Ends updates, also those of killed processes: each skill has the new content with its record, or the one before. */
export async function settleReplaced(world: SkillWorld): Promise<void> {
  const { skills } = await world.lock.read();
  if (!Object.values(skills).some(({ replaces }) => replaces !== undefined)) return;
  await world.lock.change(async (data) => {
    for (const [name, { replaces, ...next }] of Object.entries(data.skills)) {
      if (replaces === undefined) continue;
      const [current, before] = [join(world.home, name), folderBefore(world, name)];
      if (!existsSync(current) && existsSync(before)) await rename(before, current);
      const content = await hashContent(current).catch(() => undefined);
      data.skills[name] = content?.hash === next.hash ? next : replaces;
      await rm(before, { recursive: true, force: true });
    }
  });
}
