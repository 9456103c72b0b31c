import { hashContent, type SkillContent } from "../skill-files.ts";
import { loadSkill } from "../loader/load-skill.ts";
import type { SkillOrigin } from "../skills-lock.ts";
import { type ScanReport, scanSkill } from "./scan-skill.ts";
import type { SkillManifest } from "../skill.ts";

/** What a person sees before accepting a skill: what it says, what it wants, what was found in it. */
export interface SkillPreview {
  readonly manifest: SkillManifest;
  readonly content: SkillContent;
  readonly scan: ScanReport;
  readonly origin: SkillOrigin;
}

/** Looks at a skill in its folder without running anything of it. */
export async function previewSkill(
  folder: string,
  { folderName, origin, strict = false }: { folderName: string; origin: SkillOrigin; strict?: boolean },
): Promise<SkillPreview> {
  const { manifest } = await loadSkill(folder, { strict, folderName });
  return { manifest, content: await hashContent(folder), scan: await scanSkill(folder), origin };
}
