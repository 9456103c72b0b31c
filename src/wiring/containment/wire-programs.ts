import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { ProgramEngine } from "../../sources/builtin/program/program-engine.ts";
import { type CodeRunner, createCodeRunner } from "../../sources/builtin/shell.ts";
import { defined } from "../../support/defined.ts";
import { once } from "../../support/once.ts";
import type { Foundation } from "../foundation.ts";
import type { VaultServices } from "./wire-vault.ts";

/** Where programs run. */
export interface Programs {
  /** The sandbox of the config. Opened with the first program. */
  sandbox(): Promise<Sandbox>;
  /** The sandbox of a skill with separate limits; otherwise the shared one. */
  sandboxOf(skill: string): Promise<Sandbox>;
  readonly code: CodeRunner;
  /** Runs the programs of calls. `undefined` if the config turns programs off. */
  readonly engine: ProgramEngine | undefined;
}

/** Defers opening a sandbox until there is a program to run. */
export function wirePrograms(
  { settings, options, hidden, sealed, outside, closing }: Foundation,
  { secretsFor }: Pick<VaultServices, "secretsFor">,
): Programs {
  const config = settings.config.sandbox;
  const opening = once(() => import("./open-sandbox.ts"));
  const { sandbox: driver } = options;
  const sandbox = once(async () => (await opening.get()).openSandbox(config, outside, defined({ driver })));
  closing(sandbox, (own) => own.close());
  const ofSkills = once(async () =>
    (await opening.get()).createSkillSandboxes(config, {
      outside,
      shared: sandbox.get,
      ...defined({ driver }),
    }),
  );
  closing(ofSkills, (own) => own.close());
  const engine = once(async () => {
    const { createProgramEngine } = await import("../../sources/builtin/program/program-engine.ts");
    return createProgramEngine({ sandbox: sandbox.get });
  });
  return {
    sandbox: sandbox.get,
    sandboxOf: async (skill) => (await ofSkills.get()).of(skill),
    code: createCodeRunner({
      hidden,
      sealed,
      secretsFor,
      timeoutMs: config.timeout,
      sandbox: sandbox.get,
    }),
    engine:
      settings.config.agent.programs === "off"
        ? undefined
        : { run: async (...program) => (await engine.get()).run(...program) },
  };
}
