import { packSkill } from "../archive/pack-skill.ts";
import { withFileErrors } from "../file-error.ts";
import { checkedFiles } from "../install/staging.ts";
import { requireSkill, type SkillWorld } from "./skill-world.ts";

/** Writes a skill as a zip that `install` takes, here or elsewhere. */
export async function packInstalled(world: SkillWorld, name: string, target: string): Promise<void> {
  const entry = requireSkill(world, name);
  await withFileErrors(`pack skill "${entry.name}"`, async () => {
    const files = await checkedFiles(entry.folder, world.install.limits);
    await packSkill(entry.folder, files, { name: entry.name, target });
  });
}
