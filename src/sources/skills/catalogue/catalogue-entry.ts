import { defined } from "../../../support/defined.ts";
import type { SkillLevel, SkillManifest } from "../skill.ts";

/** A folder of skills, and the level of its skills. */
export interface SkillRoot {
  readonly folder: string;
  readonly level: SkillLevel;
  /** How deep below it skills are searched; plugins keep theirs deeper than the default. */
  readonly depth?: number;
}

/** What the catalogue keeps in memory about a skill: enough to list and find it, without its text. */
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
  /** How many issues the loader found. */
  readonly issues: number;
}

/** A folder that looks like a skill but cannot be used, with the reason. */
export interface CatalogueProblem {
  readonly folder: string;
  readonly reason: string;
}

/** Identifies a state of a file: equal stamps mean that it did not change. */
export type FileStamp = readonly [size: number, modified: number, changed: number, inode: number];

/** A folder that contains a skill, and the stamp of its main file. */
export interface SkillFolder {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly stamp: FileStamp;
}

/** What is stored about a folder between starts. */
export interface ScannedFolder {
  readonly path: string;
  readonly stamp: FileStamp;
  readonly skill?: Omit<CatalogueEntry, "folder" | "level">;
  readonly reason?: string;
}

/** Picks what is stored about a skill. */
export function toCachedSkill(manifest: SkillManifest, sha256: string): NonNullable<ScannedFolder["skill"]> {
  const { name, title, description, version, keywords, intents, examples, issues } = manifest;
  return {
    name,
    title,
    description,
    ...defined({ version }),
    sha256,
    keywords,
    intents,
    examples,
    modelInvocable: manifest.modelInvocable,
    userInvocable: manifest.userInvocable,
    issues: issues.length,
  };
}

/** Stores the index between starts: the documents of the store. */
export interface IndexStore {
  get(storage: string, key: string): Promise<unknown>;
  put(storage: string, key: string, value: unknown): Promise<void>;
}

const COLLECTION = "skill-index";

/** An index of another version is ignored. */
const INDEX_VERSION = 3;

/** Folders per document, so that thousands of skills are read a few at a time. */
const PART_SIZE = 250;

/** Reads the stored facts about the folders below a root, from the last start. */
export async function readIndex(
  storage: IndexStore | undefined,
  root: string,
): Promise<ReadonlyMap<string, ScannedFolder>> {
  const folders = new Map<string, ScannedFolder>();
  const head = await storage?.get(COLLECTION, root);
  if (typeof head !== "object" || head === null || !("version" in head) || !("parts" in head)) return folders;
  if (head.version !== INDEX_VERSION || typeof head.parts !== "number") return folders;
  for (let part = 0; part < head.parts; part++) {
    const stored = await storage?.get(COLLECTION, partKey(root, part));
    // This version of the code wrote it. If a part is missing, its folders are read again.
    if (Array.isArray(stored))
      for (const folder of stored as ScannedFolder[]) folders.set(folder.path, folder);
  }
  return folders;
}

/** Stores the index. Each folder has its own stamp, so a mix of parts of two indexes is valid too. */
export async function writeIndex(
  storage: IndexStore,
  root: string,
  folders: ReadonlyMap<string, ScannedFolder>,
): Promise<void> {
  let [parts, part]: [number, ScannedFolder[]] = [0, []];
  for (const folder of folders.values()) {
    part.push(folder);
    if (part.length < PART_SIZE) continue;
    await storage.put(COLLECTION, partKey(root, parts++), part);
    part = [];
  }
  if (part.length > 0) await storage.put(COLLECTION, partKey(root, parts++), part);
  await storage.put(COLLECTION, root, { version: INDEX_VERSION, parts });
}

/** No path starts with a bracket, so the key of a part is never that of a root. */
const partKey = (root: string, part: number): string => JSON.stringify([root, part]);
