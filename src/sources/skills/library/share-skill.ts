import { rename } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { makeFolder } from "../../../support/paths.ts";
import { withFileErrors } from "../file-error.ts";
import { fetchSource } from "../install/fetch-source.ts";
import { previewSkill } from "../install/install-skill.ts";
import { withStaging } from "../install/staging.ts";
import { skillName } from "../skill.ts";
import type { LockedSkill } from "../skills-lock.ts";
import { refuseInUse } from "./maintain-skill.ts";
import { replaceSkill } from "./replace-skill.ts";
import type { SkillRecord } from "./skill-library.ts";
import { keepAccepted } from "./skill-trust.ts";
import { lockedEntry, type SkillWorld, skillExists } from "./skill-world.ts";

/** The record of an installed skill. */
export async function skillRecord({ lock, catalogue }: SkillWorld, spelled: string): Promise<SkillRecord> {
  const data = await lock.read();
  const entry = catalogue.get(spelled) ?? catalogue.get(skillName(spelled));
  const name = entry?.name ?? spelled;
  const locked = entry?.level === "user" ? lockedEntry(data, name) : undefined;
  return { name, enabled: !data.disabled.includes(name), ...(locked && { locked }) };
}

/**
 * Installs a skill that another machine of the team has installed, with the same record: what was accepted
 * there is accepted here. Refuses content that does not match the record.
 */
export async function placeSkill(
  world: SkillWorld,
  name: string,
  { archive, locked }: { readonly archive: string; readonly locked: LockedSkill },
): Promise<void> {
  const existing = world.catalogue.get(name);
  if (existing !== undefined && existing.level !== "user") throw skillExists(name);
  await withFileErrors(`install skill "${name}" of the team`, () =>
    withStaging(world.home, async (staging) => {
      const source = { type: "archive", path: archive } as const;
      const { folder } = await fetchSource(source, { staging, world: world.install });
      const preview = await previewSkill(folder, { folderName: name, origin: locked.origin });
      if (preview.manifest.name !== name || preview.content.hash !== locked.hash)
        throw new DejimaError(
          "skill_invalid",
          `Cannot install skill "${name}" of the team: its content is not the accepted one`,
        );
      refuseInUse(world, name, "update");
      const target = join(world.home, name);
      await makeFolder(world.home);
      if (locked.accepted) await keepAccepted(world, { name, folder }, locked.hash);
      if (existing !== undefined)
        return replaceSkill(world, name, { folder, record: structuredClone(locked) });
      await rename(folder, target);
      await world.lock.change((data) => {
        data.skills[name] = structuredClone(locked);
      });
    }),
  );
  await world.catalogue.refresh();
}
