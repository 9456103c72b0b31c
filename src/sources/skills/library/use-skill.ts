import { DejimaError } from "../../../contract/error.ts";
import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import { loadSkill } from "../loader/load-skill.ts";
import { createReadingCache, type ReadingCache } from "../reading-cache.ts";
import type { SkillContract, SkillManifest } from "../skill.ts";
import { hashContent, listSkillFiles } from "../skill-files.ts";
import { summary } from "./list-skills.ts";
import type { SkillInfo, SkillUse } from "./skill-library.ts";
import { requireTrusted, trustOfReading } from "./skill-trust.ts";
import {
  lockedEntry,
  lockKey,
  requireSkill,
  type SkillReader,
  type SkillReading,
  type SkillWorld,
} from "./skill-world.ts";

/** Opens a skill for a model. Throws unless it is enabled and its current content was accepted. Keeps it from being removed. */
export async function useSkill(world: SkillWorld, name: string): Promise<SkillUse> {
  const entry = requireSkill(world, name);
  const release = hold(world, entry.name);
  try {
    const info = await skillInfo(world, entry);
    if (!info.enabled) {
      throw new DejimaError(
        "tool_not_allowed",
        `Cannot use skill "${entry.name}": it is disabled; a person can run: dejima skill enable ${entry.name}`,
      );
    }
    requireTrusted(entry.name, info.trust);
    return { ...info, release };
  } catch (error) {
    release();
    throw error;
  }
}

function hold({ inUse }: SkillWorld, name: string): () => void {
  inUse.set(name, (inUse.get(name) ?? 0) + 1);
  let released = false;
  return () => {
    if (!released) inUse.set(name, (inUse.get(name) ?? 1) - 1);
    released = true;
  };
}

/** Reads everything about one skill from its folder. */
export async function skillInfo(world: SkillWorld, entry: CatalogueEntry): Promise<SkillInfo> {
  const { contentHash, ...reading } = await world.read(entry);
  const data = await world.lock.read();
  const locked = lockedEntry(data, lockKey(entry));
  const trust = trustOfReading(
    entry,
    contentHash === undefined ? reading : { ...reading, contentHash },
    locked,
  );
  return {
    ...summary(entry, trust, !data.disabled.includes(entry.name)),
    ...reading,
    manifest: trust === "trusted" ? limited(reading.manifest, locked?.tried) : reading.manifest,
    folder: entry.folder,
  };
}

/** A skill that was tried gets what it was seen to need, whatever it declares. */
function limited(manifest: SkillManifest, tried: SkillContract | undefined): SkillManifest {
  if (tried === undefined) return manifest;
  const servers = manifest.servers.filter(({ name }) => tried.servers.includes(name));
  return { ...manifest, servers, contract: tried };
}

const CACHE_SIZE = 50;

/** Creates a reader of skills. It reads a folder again only if something in it may have changed. */
export function createSkillReader(
  readings: ReadingCache<SkillReading> = createReadingCache(CACHE_SIZE),
): SkillReader {
  return (entry) => readings(entry.folder, () => readNow(entry));
}

async function readNow({ folder, level }: Parameters<SkillReader>[0]): Promise<SkillReading> {
  const loaded = await loadSkill(folder);
  const files = await listSkillFiles(folder);
  if (level === "shipped") return { ...loaded, files };
  return { ...loaded, files, contentHash: (await hashContent(folder)).hash };
}
