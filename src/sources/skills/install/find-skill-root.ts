import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";

const MAIN_FILE = /^skill\.(?:md|ya?ml)$/i;

/** Whether a folder holds a skill itself. */
export async function holdsSkill(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => MAIN_FILE.test(name));
}

/** The one folder at the root of an unpacked archive that holds the skill; anything else is refused with the rule. */
export async function findSkillRoot(unpacked: string): Promise<{ folder: string; name: string }> {
  const entries = await readdir(unpacked, { withFileTypes: true });
  const [only, ...rest] = entries;
  if (
    only === undefined ||
    rest.length > 0 ||
    !only.isDirectory() ||
    !(await holdsSkill(join(unpacked, only.name)))
  ) {
    const shown = entries
      .slice(0, 5)
      .map(({ name }) => `"${name.slice(0, 40)}"`)
      .join(", ");
    throw new DejimaError(
      "skill_invalid",
      `Cannot install the archive: its root must hold exactly one folder with a SKILL.md in it, but holds ${shown || "nothing"}; pack the folder, not its content`,
    );
  }
  return { folder: join(unpacked, only.name), name: only.name };
}

/** The folders of a repository that hold skills, to be named in an error. */
export async function skillFoldersIn(folder: string, depth = 3): Promise<string[]> {
  if (depth === 0) return [];
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (await holdsSkill(path)) found.push(entry.name);
    else found.push(...(await skillFoldersIn(path, depth - 1)).map((inner) => `${entry.name}/${inner}`));
  }
  return found.sort();
}
