import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { withFileErrors } from "../file-error.ts";
import { fetchSource } from "../install/fetch-source.ts";
import { type InstallOptions, judgePreview, lockedSkill } from "../install/install-skill.ts";
import { previewSkill, type SkillPreview } from "../install/preview-skill.ts";
import { parseSkillSource } from "../install/skill-source.ts";
import { withStaging } from "../install/staging.ts";
import { keepAccepted } from "./skill-trust.ts";
import { acceptedArchive, lockedEntry, lockKey, requireInstalled, type SkillWorld } from "./skill-world.ts";
import { refuseInUse } from "./uninstall-skill.ts";

/** Fetches a skill again from where it came, or from `source`, and replaces it. New content has to be accepted anew. */
export async function updateSkill(
  world: SkillWorld,
  name: string,
  options: InstallOptions & { readonly source?: string } = {},
): Promise<SkillPreview & { readonly changed: boolean }> {
  const entry = requireInstalled(world, name, "update");
  const locked = lockedEntry(await world.lock.read(), lockKey(entry));
  const from = options.source || locked?.origin.location;
  if (from === undefined || from === "") {
    throw new DejimaError(
      "invalid_input",
      `Cannot update skill "${entry.name}": nothing is known of where it came from; give a source`,
    );
  }
  const source = await parseSkillSource(from, world.install.base);
  return withFileErrors(`update skill "${entry.name}"`, () =>
    withStaging(world.home, async (staging) => {
      const { signal, strict = false } = options;
      const fetched = await fetchSource(source, { staging, world: world.install, ...(signal && { signal }) });
      const preview = await previewSkill(fetched.folder, {
        folderName: fetched.name,
        origin: fetched.origin,
        strict,
      });
      if (preview.manifest.name !== entry.name) {
        throw new DejimaError(
          "skill_invalid",
          `Cannot update skill "${entry.name}": what was fetched is called "${preview.manifest.name}"`,
        );
      }
      if (preview.content.hash === locked?.hash) return { ...preview, changed: false };
      const accepted = await judgePreview(preview, options);
      refuseInUse(world, entry.name, "update");
      await swap(entry.folder, fetched.folder, join(staging, "old"));
      if (accepted) await keepAccepted(world, entry, preview.content.hash);
      await world.lock.change((data) => {
        data.skills[lockKey(entry)] = lockedSkill(preview, accepted);
      });
      if (locked !== undefined && accepted) await rm(acceptedArchive(world, locked.hash), { force: true });
      await world.catalogue.refresh();
      return { ...preview, changed: true };
    }),
  );
}

/** The old folder comes back when the new one cannot take its place. */
async function swap(current: string, next: string, old: string): Promise<void> {
  await rename(current, old);
  try {
    await rename(next, current);
  } catch (error) {
    await rename(old, current);
    throw error;
  }
}
