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

/** Where the index is kept between starts: the store's collection of documents. */
export interface IndexStore {
  get(storage: string, key: string): Promise<unknown>;
  put(storage: string, key: string, value: unknown): Promise<void>;
}

const SHELF = "skill-index";

/** Another number makes older indexes count as empty. */
const INDEX_VERSION = 3;

/** Folders in one document: thousands of skills pass through memory a few at a time. */
const PART_SIZE = 250;

/** What was known of the folders below a root at the last start. */
export async function readIndex(
  storage: IndexStore | undefined,
  root: string,
): Promise<ReadonlyMap<string, ScannedFolder>> {
  const folders = new Map<string, ScannedFolder>();
  const head = await storage?.get(SHELF, root);
  if (typeof head !== "object" || head === null || !("version" in head) || !("parts" in head)) return folders;
  if (head.version !== INDEX_VERSION || typeof head.parts !== "number") return folders;
  for (let part = 0; part < head.parts; part++) {
    const stored = await storage?.get(SHELF, partKey(root, part));
    // Written by this very version of the code. A part that is not there only means that its folders are read again.
    if (Array.isArray(stored))
      for (const folder of stored as ScannedFolder[]) folders.set(folder.path, folder);
  }
  return folders;
}

/** Keeps the index. Each folder has its own stamp, so that parts of two indexes make a true one as well. */
export async function writeIndex(
  storage: IndexStore,
  root: string,
  folders: ReadonlyMap<string, ScannedFolder>,
): Promise<void> {
  let [parts, part]: [number, ScannedFolder[]] = [0, []];
  for (const folder of folders.values()) {
    part.push(folder);
    if (part.length < PART_SIZE) continue;
    await storage.put(SHELF, partKey(root, parts++), part);
    part = [];
  }
  if (part.length > 0) await storage.put(SHELF, partKey(root, parts++), part);
  await storage.put(SHELF, root, { version: INDEX_VERSION, parts });
}

/** No path starts like a list, so that no part is taken for a root. */
const partKey = (root: string, part: number): string => JSON.stringify([root, part]);
