import { randomUUID } from "node:crypto";
import { chmod, constants, copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { makeFolder } from "../../../support/paths.ts";
import { isAbandoned } from "../../../support/process/process-identity.ts";
import { badArchive, createAdmission, type SkillLimits } from "../archive/admission.ts";
import { listSkillFiles, type SkillFile } from "../skill-files.ts";

/** No skill can have this name. It is on the same disk, so that a finished skill can be moved in one step. */
const STAGING = ".staging";

/** Calls `work` with a new folder below the skills. Removes the folder afterwards, also after a failure. */
export async function withStaging<Result>(
  skillsFolder: string,
  work: (staging: string) => Promise<Result>,
): Promise<Result> {
  const parent = join(skillsFolder, STAGING);
  await makeFolder(parent);
  await removeLeftovers(parent);
  const staging = join(parent, `${process.pid}-${randomUUID()}`);
  await mkdir(staging, { mode: 0o700 });
  try {
    return await work(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Removes the folders of killed processes. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const info = await stat(join(parent, name)).catch(() => undefined);
    if (info !== undefined && isAbandoned(Number.parseInt(name, 10), info.mtimeMs)) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}

/** Not part of a skill: version control data, system files and the marker of another index. */
const EXCLUDED = /(?:^|\/)\.git(?:\/|$)|(?:^|\/)\.DS_Store$|^\.vectorized\.json$/i;

/** Copies a skill's folder under the same rules as archives: plain files, safe names, limited sizes. */
export async function copySkill(from: string, to: string, limits: SkillLimits): Promise<void> {
  for (const file of await checkedFiles(from, limits)) {
    const target = join(to, file.path);
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    await copyFile(join(from, file.path), target, constants.COPYFILE_EXCL);
    await chmod(target, file.executable ? 0o755 : 0o644);
  }
}

/** The files of a skill's folder. Throws if one of them is not allowed in a skill. */
export async function checkedFiles(folder: string, limits: SkillLimits): Promise<SkillFile[]> {
  const files = (await listSkillFiles(folder)).filter(({ path }) => !EXCLUDED.test(path));
  const admission = createAdmission(limits);
  for (const { path, type, size } of files) {
    if (type !== "file")
      throw badArchive(
        `"${path.slice(0, 120)}" is a link, a pipe or a device, which a skill may not contain`,
      );
    admission.admitPath(path, "file");
    admission.admitBytes(path, size, size);
  }
  return files;
}

const MAIN_FILE = /^skill\.(?:md|ya?ml)$/i;

/** Whether a folder is a skill. */
export async function isSkillFolder(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => MAIN_FILE.test(name));
}

/** The only folder at the root of an unpacked archive, which must be the skill. Throws for any other layout. */
export async function findSkillRoot(unpacked: string): Promise<{ folder: string; name: string }> {
  const entries = await readdir(unpacked, { withFileTypes: true });
  const [only, ...rest] = entries;
  if (
    only === undefined ||
    rest.length > 0 ||
    !only.isDirectory() ||
    !(await isSkillFolder(join(unpacked, only.name)))
  ) {
    const shown = entries
      .slice(0, 5)
      .map(({ name }) => `"${name.slice(0, 40)}"`)
      .join(", ");
    throw new DejimaError(
      "skill_invalid",
      `Cannot install the archive: its root must contain exactly one folder with a SKILL.md in it, but contains ${shown || "nothing"}; pack the folder, not its content`,
    );
  }
  return { folder: join(unpacked, only.name), name: only.name };
}

/** The folders of a repository that are skills, for an error. */
export async function skillFoldersIn(folder: string, depth = 3): Promise<string[]> {
  if (depth === 0) return [];
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (await isSkillFolder(path)) found.push(entry.name);
    else found.push(...(await skillFoldersIn(path, depth - 1)).map((inner) => `${entry.name}/${inner}`));
  }
  return found.sort();
}
