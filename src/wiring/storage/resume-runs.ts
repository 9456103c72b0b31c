import type { Outcome } from "../../contract/outcome.ts";
import { LOCAL_USER, type Run } from "../../contract/run.ts";
import type { Continued } from "../../execution/asking/resume-approved.ts";
import type { Harbour } from "../../execution/harbour.ts";
import type { Reopening } from "../../execution/run/broken-program.ts";
import { once } from "../../support/once.ts";
import type { RunOverrides, RunRegistry } from "./run-registry.ts";

/** Goes on with calls and programs whose process is gone. */
export interface ResumedRuns {
  /**
   * Runs an approved call, exactly once. A program that it belongs to is run again from its start: calls that were made give
   * what they gave. A door that knows the limits of the run states them in `options`.
   */
  resumeApproved(id: string, options?: RunOverrides): Promise<Outcome>;
  /** Continues after an answer that no process waits for. Returns `undefined` if there is nothing to do. */
  continueAnswered(id: string): Promise<Continued | undefined>;
  /** Goes on with a program of calls that broke off in a run without a conversation. */
  resumeProgram(runId: string, options?: RunOverrides): Promise<Outcome>;
  /**
   * A user's newest run whose program broke off and can continue here; one that waits for an answer comes last. Default: the local
   * user.
   */
  interruptedProgram(user?: string): Promise<Run | undefined>;
}

/** How the run of a program is opened again. `known`: the limits of the run, from a door that knows them. */
export function reopeningOf(runs: Pick<RunRegistry, "reopen">, known?: RunOverrides): Reopening {
  return {
    knowsLimits: known !== undefined,
    reopen: (runId, options) => runs.reopen(runId, { ...options, ...known }),
  };
}

/** Creates the ways to resume. */
export function wireResumedRuns(
  harbour: () => Promise<Harbour>,
  runs: Pick<RunRegistry, "reopen">,
): ResumedRuns {
  const resuming = once(() => import("../../execution/asking/resume-approved.ts"));
  return {
    resumeApproved: async (id, known) =>
      (await resuming.get()).resumeApproved(id, await harbour(), reopeningOf(runs, known)),
    continueAnswered: async (id) =>
      (await resuming.get()).continueAnswered(id, await harbour(), reopeningOf(runs)),
    resumeProgram: async (runId, known) =>
      (await resuming.get()).resumeProgram(runId, await harbour(), reopeningOf(runs, known)),
    interruptedProgram: async (user = LOCAL_USER) =>
      (await import("../../execution/run/broken-program.ts")).findInterruptedProgram(user, await harbour()),
  };
}
