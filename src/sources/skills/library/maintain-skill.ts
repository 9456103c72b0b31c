import { rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { packSkill } from "../archive/pack-skill.ts";
import { withFileErrors } from "../file-error.ts";
import { fetchSource } from "../install/fetch-source.ts";
import {
  type InstallOptions,
  judgePreview,
  lockedSkill,
  previewSkill,
  type SkillPreview,
} from "../install/install-skill.ts";
import { parseSkillSource } from "../install/skill-source.ts";
import { checkedFiles, withStaging } from "../install/staging.ts";
import { replaceSkill } from "./replace-skill.ts";
import { keepAccepted } from "./skill-trust.ts";
import {
  acceptedArchive,
  lockedEntry,
  lockKey,
  requireInstalled,
  requireSkill,
  type SkillWorld,
} from "./skill-world.ts";

/** Fetches a skill again from its origin, or from `source`, and replaces it. New content must be accepted again. */
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
      `Cannot update skill "${entry.name}": its origin is not known; give a source`,
    );
  }
  const source = await parseSkillSource(from, world.install.base);
  return withFileErrors(`update skill "${entry.name}"`, () =>
    withStaging(world.home, async (staging) => {
      const { signal, strict = false } = options;
      const fetched = await fetchSource(source, { staging, world: world.install, ...(signal && { signal }) });
      const preview = await previewSkill(fetched.folder, {
        folderName: fetched.name,
        origin: options.origin ?? fetched.origin,
        strict,
      });
      if (preview.manifest.name !== entry.name) {
        throw new DejimaError(
          "skill_invalid",
          `Cannot update skill "${entry.name}": the download is called "${preview.manifest.name}"`,
        );
      }
      if (preview.content.hash === locked?.hash) return { ...preview, changed: false };
      const accepted = await judgePreview(preview, options);
      refuseInUse(world, entry.name, "update");
      if (accepted) await keepAccepted(world, { ...entry, folder: fetched.folder }, preview.content.hash);
      await replaceSkill(world, entry.name, {
        folder: fetched.folder,
        record: lockedSkill(preview, accepted, options.tried),
      });
      if (locked !== undefined && accepted) await rm(acceptedArchive(world, locked.hash), { force: true });
      await world.catalogue.refresh();
      return { ...preview, changed: true };
    }),
  );
}

/** Removes an installed skill: moves it away in one step, then deletes it. Refuses one that is in use. */
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

/** Throws if a script of the skill is running: it would lose its files. */
export function refuseInUse({ inUse }: SkillWorld, name: string, action: string): void {
  if ((inUse.get(name) ?? 0) === 0) return;
  throw new DejimaError(
    "conflict",
    `Cannot ${action} skill "${name}": it is running; wait until it ends, or cancel it`,
    { skill: name },
  );
}

/** Writes a skill as a zip that `install` accepts. */
export async function packInstalled(world: SkillWorld, name: string, target: string): Promise<void> {
  const entry = requireSkill(world, name);
  await withFileErrors(`pack skill "${entry.name}"`, async () => {
    const files = await checkedFiles(entry.folder, world.install.limits);
    await packSkill(entry.folder, files, { name: entry.name, target });
  });
}

/** Checks a skill in any folder as an install would: issues, findings, declared rights. */
export async function validateFolder(
  folder: string,
  { strict = false }: { readonly strict?: boolean } = {},
): Promise<SkillPreview> {
  const origin = { type: "folder", location: folder } as const;
  return withFileErrors(`read "${folder}"`, () =>
    previewSkill(folder, { folderName: basename(folder), origin, strict }),
  );
}
