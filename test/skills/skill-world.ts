import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSkillLibrary } from "../../src/sources/skills/library/create-skill-library.ts";
import type { SkillLibrary, SkillLibraryOptions } from "../../src/sources/skills/library/skill-library.ts";

export type Files = Readonly<Record<string, string | Buffer>>;

/** A temporary folder with a library in it. */
export interface TestWorld {
  readonly root: string;
  readonly home: string;
  readonly library: SkillLibrary;
  /** Writes files below the root and gives the path of that folder. */
  write(folder: string, files: Files): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function aWorld(options: Partial<SkillLibraryOptions> = {}): Promise<TestWorld> {
  const root = await mkdtemp(join(tmpdir(), "dejima-skills-"));
  const home = join(root, "home", "skills");
  return {
    root,
    home,
    library: createSkillLibrary({ home, base: root, ...options }),
    async write(folder, files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(root, folder, path)), { recursive: true });
        await writeFile(join(root, folder, path), content);
      }
      return join(root, folder);
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

/** A SKILL.md that no rule complains about. */
export function skillMd(name: string, description = `Does ${name}`, body = "Do it.\n"): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}

export const yes = async () => true;
