import type { SkillLevel, SkillManifest } from "../skill.ts";

/** A folder that holds skills, and how far what lies in it is trusted. */
export interface SkillRoot {
  readonly folder: string;
  readonly level: SkillLevel;
}

/** What the catalogue keeps in memory of each skill: enough to list and to find it, not its text. */
export interface CatalogueEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version?: string;
  readonly level: SkillLevel;
  readonly folder: string;
  /** SHA-256 of the main file as it was read. */
  readonly sha256: string;
  readonly keywords: readonly string[];
  readonly intents: readonly string[];
  readonly examples: readonly string[];
  readonly modelInvocable: boolean;
  readonly userInvocable: boolean;
  /** How many warnings the loader gave. */
  readonly issues: number;
}

/** A folder that looks like a skill and is not in the list, with the reason. */
export interface CatalogueProblem {
  readonly folder: string;
  readonly reason: string;
}

/** Equal stamps mean an unchanged file: size, times of content and inode, and the inode itself. */
export type FileStamp = readonly [size: number, modified: number, changed: number, inode: number];

/** What is remembered of one folder between starts. */
export interface ScannedFolder {
  readonly path: string;
  readonly stamp: FileStamp;
  readonly skill?: Omit<CatalogueEntry, "folder" | "level">;
  readonly reason?: string;
}

export function toCachedSkill(manifest: SkillManifest, sha256: string): NonNullable<ScannedFolder["skill"]> {
  const { name, title, description, version, keywords, intents, examples, issues } = manifest;
  return {
    name,
    title,
    description,
    ...(version === undefined ? {} : { version }),
    sha256,
    keywords,
    intents,
    examples,
    modelInvocable: manifest.modelInvocable,
    userInvocable: manifest.userInvocable,
    issues: issues.length,
  };
}
