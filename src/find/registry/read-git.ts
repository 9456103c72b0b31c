import { skillFoldersIn } from "../../sources/skills/install/staging.ts";
import type { SkillLibrary } from "../../sources/skills/library/skill-library.ts";
import { defined } from "../../support/defined.ts";
import type { Candidate } from "../candidate.ts";
import { readSkills } from "./read-folder.ts";

interface ReadOptions {
  readonly inRepository: SkillLibrary["inRepository"];
  readonly signal?: AbortSignal;
}

/** The skills of a git repository: its root, or the folders in it with a SKILL.md. */
export async function readGit(location: string, { inRepository, signal }: ReadOptions): Promise<Candidate[]> {
  const [address, reference = ""] = location.split("#", 2);
  const sourceOf = (name: string) => (name === "." ? location : `${address}#${reference}:${name}`);
  return inRepository(
    location,
    async (folder) =>
      readSkills(folder, [".", ...(await skillFoldersIn(folder))], { registry: location, sourceOf }),
    defined({ signal }),
  );
}
