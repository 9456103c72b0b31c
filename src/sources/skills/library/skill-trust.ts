import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { makeFolder } from "../../../support/paths.ts";
import { packSkill } from "../archive/pack-skill.ts";
import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import { withFileErrors } from "../file-error.ts";
import {
  type InstallOptions,
  judgePreview,
  lockedSkill,
  previewSkill,
  type SkillPreview,
} from "../install/install-skill.ts";
import { hashContent, listSkillFiles } from "../skill-files.ts";
import type { LockedSkill } from "../skills-lock.ts";
import { quickTrust } from "./list-skills.ts";
import type { SkillTrust } from "./skill-library.ts";
import {
  acceptedArchive,
  lockedEntry,
  lockKey,
  requireSkill,
  type SkillReading,
  type SkillWorld,
} from "./skill-world.ts";

/** Compares everything in the folder with the accepted content. */
export async function trustOf(world: SkillWorld, entry: CatalogueEntry): Promise<SkillTrust> {
  if (entry.level === "shipped") return "trusted";
  const locked = lockedEntry(await world.lock.read(), lockKey(entry));
  if (locked === undefined || !locked.accepted) return "unreviewed";
  return (await hashContent(entry.folder)).hash === locked.hash ? "trusted" : "changed";
}

/** Compares content that was read already. The main file that was read must be part of the accepted content. */
export function trustOfReading(
  entry: CatalogueEntry,
  { sha256, contentHash }: Pick<SkillReading, "sha256" | "contentHash">,
  locked: LockedSkill | undefined,
): SkillTrust {
  // The folder may have changed after the text was read, and changed back.
  const quick = quickTrust({ ...entry, sha256 }, locked);
  if (quick !== "trusted" || entry.level === "shipped") return quick;
  return contentHash === locked?.hash ? "trusted" : "changed";
}

/** Throws unless a person accepted exactly this content. */
export function requireTrusted(skill: string, trust: SkillTrust): void {
  if (trust === "trusted") return;
  const reason = trust === "changed" ? "it changed since it was accepted" : "nobody has accepted it yet";
  throw new DejimaError(
    "approval_required",
    `Cannot use skill "${skill}": ${reason}. After a review, a person can run: dejima skill trust ${skill}`,
    { skill, trust },
  );
}

/** Accepts the current content of a skill and the rights that it declares. */
export async function trustSkill(
  world: SkillWorld,
  name: string,
  options: Pick<InstallOptions, "accept" | "override"> & { accept: NonNullable<InstallOptions["accept"]> },
): Promise<SkillPreview> {
  const entry = requireSkill(world, name);
  const key = lockKey(entry);
  const before = lockedEntry(await world.lock.read(), key);
  const origin = before?.origin ?? { type: "found" as const, location: entry.folder };
  const preview = await previewSkill(entry.folder, { folderName: entry.name, origin });
  await judgePreview(preview, options);
  // Somebody may have changed it between the review and the acceptance.
  if ((await hashContent(entry.folder)).hash !== preview.content.hash) {
    throw new DejimaError(
      "conflict",
      `Cannot accept skill "${entry.name}": it changed during the review. Review it again`,
    );
  }
  await keepAccepted(world, entry, preview.content.hash);
  await world.lock.change((data) => {
    data.skills[key] = lockedSkill(preview, true);
  });
  if (before !== undefined && before.hash !== preview.content.hash)
    await rm(acceptedArchive(world, before.hash), { force: true });
  return preview;
}

/** Keeps a copy of the accepted content, so that a later change can be shown line by line. */
export async function keepAccepted(
  world: SkillWorld,
  entry: Pick<CatalogueEntry, "name" | "folder">,
  hash: string,
): Promise<void> {
  const target = acceptedArchive(world, hash);
  await withFileErrors(`keep a copy of skill "${entry.name}"`, async () => {
    await makeFolder(dirname(target));
    const files = (await listSkillFiles(entry.folder)).filter(({ type }) => type === "file");
    await packSkill(entry.folder, files, { name: entry.name, target });
  });
}
