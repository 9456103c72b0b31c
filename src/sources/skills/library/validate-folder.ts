import { basename } from "node:path";
import { withFileErrors } from "../file-error.ts";
import { previewSkill, type SkillPreview } from "../install/preview-skill.ts";

/** Looks at a skill in any folder as an install would: issues, findings, declared rights. */
export async function validateFolder(
  folder: string,
  { strict = false }: { readonly strict?: boolean } = {},
): Promise<SkillPreview> {
  const origin = { type: "folder", location: folder } as const;
  return withFileErrors(`read "${folder}"`, () =>
    previewSkill(folder, { folderName: basename(folder), origin, strict }),
  );
}
