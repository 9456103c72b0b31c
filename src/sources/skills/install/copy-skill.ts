import { chmod, constants, copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createAdmission, type SkillLimits } from "../archive/admission.ts";
import { badArchive } from "../archive/archive-entry.ts";
import { listSkillFiles, type SkillFile } from "../skill-files.ts";

/** Version control data is no part of a skill, nor is what an index elsewhere noted in it. */
const LEFT_OUT = /(?:^|\/)\.git(?:\/|$)|(?:^|\/)\.DS_Store$|^\.vectorized\.json$/i;

/** Copies a skill's folder under the same rules that hold for archives: plain files only, safe names, bounded sizes. */
export async function copySkill(from: string, to: string, limits: SkillLimits): Promise<void> {
  for (const file of await checkedFiles(from, limits)) {
    const target = join(to, file.path);
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    await copyFile(join(from, file.path), target, constants.COPYFILE_EXCL);
    await chmod(target, file.executable ? 0o755 : 0o644);
  }
}

/** The files of a folder that may become a skill; throws on what may not. */
export async function checkedFiles(folder: string, limits: SkillLimits): Promise<SkillFile[]> {
  const files = (await listSkillFiles(folder)).filter(({ path }) => !LEFT_OUT.test(path));
  const admission = createAdmission(limits);
  for (const { path, type, size } of files) {
    if (type !== "file")
      throw badArchive(`"${path.slice(0, 120)}" is a link, a pipe or a device, which a skill may not hold`);
    admission.admitPath(path, "file");
    admission.admitBytes(path, size, size);
  }
  return files;
}
