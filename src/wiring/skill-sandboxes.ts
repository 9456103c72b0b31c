import type { Config } from "../config/config-schema.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { defined } from "../support/defined.ts";
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
      once(() => openSandbox({ ...sandbox, ...defined(limits), scriptTimeout }, outside)),
    );
  }
  return {
    of: (skill) => own.get(skill)?.get() ?? shared(),
    async close() {
      for (const { made } of own.values()) await (await made?.catch(() => undefined))?.close();
    },
  };
}
