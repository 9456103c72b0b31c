import { existsSync } from "node:fs";
import type { Mask } from "../../../contract/mask.ts";
import type { StreamStep } from "../../../contract/tool.ts";
import { programSteps } from "../../../sandbox/request/program-steps.ts";
import type { Access, Sandbox } from "../../../sandbox/sandbox.ts";

interface CodeOptions {
  readonly access: Access;
  readonly hosts: readonly string[];
  /** What of the workspace it may not reach. */
  readonly masks: readonly Mask[];
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** Runs programs in the workspace, inside the sandbox, as a stream of their output. */
export interface CodeRunner {
  /** How long a call may take: what the sandbox allows, and time to end it properly. */
  readonly timeoutMs: number;
  run(argv: readonly string[], options: CodeOptions): AsyncIterable<StreamStep>;
}

interface CodeRunnerOptions {
  readonly workspace: string;
  /** Places of the workspace that programs must not see: Dejima's own. */
  readonly hidden: readonly string[];
  /** Places of the workspace that programs may read and never change. */
  readonly sealed?: readonly string[];
  readonly timeoutMs: number;
  sandbox(): Promise<Sandbox>;
}

const GRACE_MS = 5_000;

/** Makes the runner. The sandbox is looked for with the first program. */
export function createCodeRunner({
  workspace,
  hidden,
  sealed = [],
  timeoutMs,
  sandbox,
}: CodeRunnerOptions): CodeRunner {
  return {
    timeoutMs: timeoutMs + GRACE_MS,
    async *run(argv, { access, masks, hosts, signal, timeoutMs: asked }) {
      const limits = { wallTimeMs: Math.min(asked ?? timeoutMs, timeoutMs) };
      const run = (await sandbox()).start(argv, {
        workspace: { path: workspace, access },
        mounts: sealed
          .filter((path) => existsSync(path))
          .map((path) => ({ path, access: "read-only" as const })),
        hidden,
        masks,
        hosts,
        limits,
        signal,
      });
      yield* programSteps(run);
    },
  };
}
