import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Effect } from "../../../contract/effect.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { SkillContract } from "../contract/skill-contract.ts";
import type { SkillLibrary } from "../library/skill-library.ts";

/** What the scripts of a skill may touch because its user accepted it: the policy sees it like any other effect. */
export async function contractEffects(
  library: SkillLibrary,
  name: string,
  workspace: string,
): Promise<Effect[]> {
  const contract = await contractOf(library, name);
  if (contract === undefined) return [];
  const effects: Effect[][] = await Promise.all([
    ...contract.folders.map(async ({ path, access }) => {
      const target = await truePath(resolve(workspace, path));
      const read: Effect = { kind: "file.read", target, accepted: true };
      return access === "read" ? [read] : [read, { kind: "file.write" as const, target, accepted: true }];
    }),
    ...contract.hosts.map((host) => {
      const target = `https://${host}/`;
      return (["host.read", "host.send"] as const).map((kind) => ({ kind, target, accepted: true }));
    }),
    ...contract.environment.map((target) => [{ kind: "env.read" as const, target, accepted: true }]),
  ]);
  return effects.flat();
}

/** Undefined for a skill that is not there or not accepted: the call itself refuses it, and says why. */
async function contractOf(library: SkillLibrary, name: string): Promise<SkillContract | undefined> {
  try {
    await library.refresh();
    const { trust, manifest } = await library.info(name);
    return trust === "trusted" ? manifest.contract : undefined;
  } catch (error) {
    if (error instanceof DejimaError && (error.code === "skill_not_found" || error.code === "skill_invalid"))
      return undefined;
    throw error;
  }
}

/** A folder that is not there yet goes by the name that it was accepted under. */
const truePath = (path: string): Promise<string> => realpath(path).catch(() => path);
