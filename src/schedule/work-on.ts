import { DejimaError } from "../contract/error.ts";
import type { PastOccurrence, Schedule } from "../contract/user/schedule.ts";
import type { Ledger } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import { changeClaimed, type DueLimits, finish } from "./steps.ts";

/** A claimed run, which may have to be replaced by another one, and the name of this worker. */
interface ClaimedRun {
  run: string;
  readonly owner: string;
}

interface WorkWorld extends SchedulerParts {
  readonly leaving: AbortController;
}

/** Works on a claimed occurrence and records how it ended. When `leaving` aborts, it stops and leaves the work to another process. */
export async function workOn(schedule: Schedule, claimed: ClaimedRun, world: WorkWorld): Promise<void> {
  const { schedules, clock } = world;
  const cancelled = new AbortController();
  const ended = new AbortController();
  const keeping = keepLease(schedule.id, claimed, world, { ended: ended.signal, cancelled }).catch(
    (error) => {
      world.onFault(error);
      world.leaving.abort();
    },
  );
  let ending: Ending | "busy";
  try {
    ending = await perform(schedule, claimed, world, cancelled.signal);
  } catch (error) {
    // Another process still has the run open: it continues the run, or its lease expires.
    ending = error instanceof DejimaError && error.code === "conflict" ? "busy" : "failed";
    if (ending === "failed") world.onFault(error);
  } finally {
    ended.abort();
    await keeping;
  }
  if (ending === "busy") return;
  if (ending !== "left" && ending !== "parked")
    await world.performer.deliver(schedule, claimed.run).catch(world.onFault);
  const now = clock.now();
  await schedules.change(schedule.id, (latest) => {
    if (ending === "left")
      return changeClaimed(latest, claimed, (current) => ({ ...current, leaseUntil: now }));
    if (ending === "parked")
      return changeClaimed(latest, claimed, (current) => ({ ...current, parked: true }));
    return finish(latest, claimed, { status: ending, now });
  });
}

/** Starts the run, resumes it, or records an end that was not yet recorded. */
async function perform(
  schedule: Schedule,
  claimed: ClaimedRun,
  { schedules, performer, clock, newRun, leaving }: WorkWorld,
  cancelled: AbortSignal,
): Promise<Ending> {
  const found = await performer.look(claimed.run);
  if (found.state === "over") return found.status;
  if (found.state === "abandoned") {
    const run = newRun(clock.now());
    const changed = await schedules.change(schedule.id, (one) =>
      changeClaimed(one, claimed, (current) => ({ ...current, run })),
    );
    if (changed.current?.run !== run) return "left";
    claimed.run = run;
  }
  if (leaving.signal.aborted) return "left";
  const signal = AbortSignal.any([leaving.signal, cancelled]);
  const left = Promise.withResolvers<Ending>();
  // A run that was left cannot change anything any more, so there is no need to wait for tools that ignore the signal.
  const leave = () => {
    performer.leave(claimed.run);
    left.resolve("left");
  };
  leaving.signal.addEventListener("abort", leave, { once: true });
  const go = found.state === "open" ? performer.resume : performer.begin;
  try {
    return await Promise.race([go(schedule, claimed.run, signal), left.promise]);
  } finally {
    leaving.signal.removeEventListener("abort", leave);
  }
}

/** Renews the lease repeatedly. Leaves the work if another process has taken it, and cancels it if the task was cancelled. */
async function keepLease(
  id: string,
  claimed: ClaimedRun,
  { schedules, clock, leaving, limits: { leaseMs } }: WorkWorld,
  { ended, cancelled }: { ended: AbortSignal; cancelled: AbortController },
): Promise<void> {
  for (;;) {
    await clock.wait(leaseMs / 3, ended);
    if (ended.aborted) return;
    const leaseUntil = clock.now() + leaseMs;
    const { status, current } = await schedules.change(id, (one) =>
      changeClaimed(one, claimed, (occurrence) => ({ ...occurrence, leaseUntil })),
    );
    if (current?.owner !== claimed.owner || current.run !== claimed.run) return leaving.abort();
    if (status === "cancelled") return cancelled.abort();
  }
}

/** The dependencies of a scheduler. */
export interface SchedulerParts {
  readonly schedules: Ledger<Schedule>;
  readonly performer: Performer;
  readonly clock: Clock;
  readonly limits: DueLimits & {
    /** How long a worker that has become silent keeps its claim. */
    readonly leaseMs: number;
    /** Maximum number of concurrent occurrences in this process. */
    readonly maxConcurrent: number;
  };
  /** The id for a run that begins now. */
  newRun(now: number): string;
  /** Called when something other than a run fails. */
  onFault(error: unknown): void;
}

/** How the work on an occurrence ended: it is over, waits for a person, or was left to another process. */
export type Ending = PastOccurrence["status"] | "parked" | "left";

/** The state of an occurrence's run. */
type RunState =
  | { readonly state: "none" }
  /** The run was opened but is empty: the work needs a run with another id. */
  | { readonly state: "abandoned" }
  /** It began and has not ended. `waits`: a person must answer first. */
  | { readonly state: "open"; readonly waits: boolean }
  | { readonly state: "over"; readonly status: PastOccurrence["status"] };

/** Does the work. A run id is started at most once, and a resumed run never repeats what it did. */
export interface Performer {
  look(run: string): Promise<RunState>;
  begin(schedule: Schedule, run: string, signal: AbortSignal): Promise<Ending>;
  /** Rejects with `conflict` while another process still has the run open. */
  resume(schedule: Schedule, run: string, signal: AbortSignal): Promise<Ending>;
  /** Sends the result of a finished run to the person, if they do not see it anyway. At most once. */
  deliver(schedule: Schedule, run: string): Promise<void>;
  /** Leaves a run as it is, so that another process can continue it. */
  leave(run: string): void;
}
