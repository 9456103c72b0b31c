import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sandbox } from "../../../src/sandbox/sandbox.ts";
import type { Attempt } from "./attempt.ts";
import { FILE_ATTEMPTS } from "./file-attempts.ts";
import { KERNEL_ATTEMPTS } from "./kernel-attempts.ts";
import { LIMIT_ATTEMPTS } from "./limit-attempts.ts";
import { NETWORK_ATTEMPTS } from "./network-attempts.ts";
import { PROCESS_ATTEMPTS } from "./process-attempts.ts";
import { type Finding, runAttempts } from "./run-attempts.ts";
import { createWorld, type World } from "./world.ts";

/** Every way out that is tried. */
export const ATTEMPTS: readonly Attempt[] = [
  ...FILE_ATTEMPTS,
  ...NETWORK_ATTEMPTS,
  ...PROCESS_ATTEMPTS,
  ...LIMIT_ATTEMPTS,
  ...KERNEL_ATTEMPTS,
];

export interface Contained {
  create(): Promise<Sandbox>;
  /** Whom the workspaces belong to, ourselves unless told. */
  readonly owner?: number;
  readonly perRun?: number;
}

/** Tries everything, then shows each attempt as a test of its own. */
export function containsAll({ create, owner, perRun }: Contained): void {
  let sandbox: Sandbox;
  let world: World;
  let python: boolean;
  const findings = new Map<string, Finding>();
  beforeAll(async () => {
    sandbox = await create();
    world = await createWorld(owner);
    python = (await sandbox.start(["python3", "-c", "import ctypes"]).result).exitCode === 0;
    const tried = ATTEMPTS.filter((attempt) => python || attempt.forbidden.language !== "python");
    for (const finding of await runAttempts(sandbox, world, tried, { perRun: perRun ?? 1 }))
      findings.set(finding.name, finding);
  }, 600_000);
  afterAll(async () => {
    await sandbox?.close();
    await world?.close();
  }, 600_000);
  for (const { name, forbidden } of ATTEMPTS) {
    test(`does not let a program ${name}`, ({ skip }) => {
      if (forbidden.language === "python" && !python)
        skip("there is no Python inside to make raw system calls with");
      expect(findings.get(name)).toEqual({ name, twin: "", escape: "" });
    });
  }
}
