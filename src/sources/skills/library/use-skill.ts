import { DejimaError } from "../../../contract/error.ts";
import { skillInfo } from "./skill-info.ts";
import type { SkillUse } from "./skill-library.ts";
import { requireTrusted } from "./skill-trust.ts";
import { requireSkill, type SkillWorld } from "./skill-world.ts";

/** Opens a skill for a model: enabled, accepted, and the text is the one that was accepted. Its folder is held. */
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
  let held = true;
  return () => {
    if (held) inUse.set(name, (inUse.get(name) ?? 1) - 1);
    held = false;
  };
}
