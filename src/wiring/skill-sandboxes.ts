import type { Config } from "../config/config-schema.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { type Once, once } from "../support/once.ts";
import { openSandbox } from "./open-sandbox.ts";
import type { Outside } from "./outside.ts";

/** Sandboxes for the skills whose limits the user set apart; all others share one. */
export interface SkillSandboxes {
  of(skill: string): Promise<Sandbox>;
  close(): Promise<void>;
}

export function createSkillSandboxes(
  sandbox: Config["sandbox"],
  { outside, shared }: { readonly outside: Outside; shared(): Promise<Sandbox> },
): SkillSandboxes {
  const own = new Map<string, Once<Sandbox>>();
  for (const [skill, { timeout, ...limits }] of Object.entries(sandbox.skills)) {
    const scriptTimeout = timeout ?? sandbox.scriptTimeout;
    own.set(
      skill,
      once(() => openSandbox({ ...sandbox, ...withoutGaps(limits), scriptTimeout }, outside)),
    );
  }
  return {
    of: (skill) => own.get(skill)?.get() ?? shared(),
    async close() {
      for (const { made } of own.values()) await (await made?.catch(() => undefined))?.close();
    },
  };
}

/** A key without a value would hide the general one. */
function withoutGaps<Given extends object>(given: Given): { [Key in keyof Given]?: NonNullable<Given[Key]> } {
  // Only keys that hold something are left.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]?: NonNullable<Given[Key]>;
  };
}
