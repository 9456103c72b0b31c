import { DejimaError } from "../contract/error.ts";
import type { Past, Schedule } from "../contract/schedule.ts";
import type { Ledger } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import { changeHeld, type DueLimits, finish } from "./steps.ts";

/** What a worker holds: the run, which may have to be another one, and its own name. */
interface Mine {
  run: string;
  readonly owner: string;
}

interface WorkWorld extends SchedulerParts {
  readonly leaving: AbortController;
}

/** Works on what was taken, and writes down how it ended. It stops, and stays for another process, when `leaving` aborts. */
export async function workOn(schedule: Schedule, mine: Mine, world: WorkWorld): Promise<void> {
  const { schedules, clock } = world;
  const cancelled = new AbortController();
  const ended = new AbortController();
  const keeping = keepLease(schedule.id, mine, world, { ended: ended.signal, cancelled }).catch((error) => {
    world.onFault(error);
    world.leaving.abort();
  });
  let ending: Ending | "busy";
  try {
    ending = await perform(schedule, mine, world, cancelled.signal);
  } catch (error) {
    // Another process still has the run open: it goes on with it, or its lease runs out.
    ending = error instanceof DejimaError && error.code === "conflict" ? "busy" : "failed";
    if (ending === "failed") world.onFault(error);
  } finally {
    ended.abort();
    await keeping;
  }
  if (ending === "busy") return;
  if (ending !== "left" && ending !== "parked")
    await world.performer.deliver(schedule, mine.run).catch(world.onFault);
  const now = clock.now();
  await schedules.change(schedule.id, (held) => {
    if (ending === "left") return changeHeld(held, mine, (current) => ({ ...current, leaseUntil: now }));
    if (ending === "parked") return changeHeld(held, mine, (current) => ({ ...current, parked: true }));
    return finish(held, mine, { status: ending, now });
  });
}

/** Begins the run, resumes it, or records an end that was not yet recorded. */
async function perform(
  schedule: Schedule,
  mine: Mine,
  { schedules, performer, clock, newRun, leaving }: WorkWorld,
  cancelled: AbortSignal,
): Promise<Ending> {
  const looked = await performer.look(mine.run);
  if (looked.state === "over") return looked.status;
  if (looked.state === "abandoned") {
    const run = newRun(clock.now());
    const held = await schedules.change(schedule.id, (one) =>
      changeHeld(one, mine, (current) => ({ ...current, run })),
    );
    if (held.current?.run !== run) return "left";
    mine.run = run;
  }
  if (leaving.signal.aborted) return "left";
  const signal = AbortSignal.any([leaving.signal, cancelled]);
  const left = Promise.withResolvers<Ending>();
  // A run that was left can do nothing any more, so there is no need to wait for tools that ignore the signal.
  const leave = () => {
    performer.leave(mine.run);
    left.resolve("left");
  };
  leaving.signal.addEventListener("abort", leave, { once: true });
  const go = looked.state === "open" ? performer.resume : performer.begin;
  try {
    return await Promise.race([go(schedule, mine.run, signal), left.promise]);
  } finally {
    leaving.signal.removeEventListener("abort", leave);
  }
}

/** Says again and again that the work goes on; it is left when somebody else has taken it, and ended when it was cancelled. */
async function keepLease(
  id: string,
  mine: Mine,
  { schedules, clock, leaving, limits: { leaseMs } }: WorkWorld,
  { ended, cancelled }: { ended: AbortSignal; cancelled: AbortController },
): Promise<void> {
  for (;;) {
    await clock.wait(leaseMs / 3, ended);
    if (ended.aborted) return;
    const leaseUntil = clock.now() + leaseMs;
    const { status, current } = await schedules.change(id, (one) =>
      changeHeld(one, mine, (held) => ({ ...held, leaseUntil })),
    );
    if (current?.owner !== mine.owner || current.run !== mine.run) return leaving.abort();
    if (status === "cancelled") return cancelled.abort();
  }
}

/** What a scheduler is made of. */
export interface SchedulerParts {
  readonly schedules: Ledger<Schedule>;
  readonly performer: Performer;
  readonly clock: Clock;
  readonly limits: DueLimits & {
    /** How long a worker that is not heard of any more keeps what it took. */
    readonly leaseMs: number;
    /** How many occurrences run at once in this process. */
    readonly maxConcurrent: number;
  };
  /** The id for a run that begins now. */
  newRun(now: number): string;
  /** Hears of what went wrong beside the runs themselves. */
  onFault(error: unknown): void;
}

/** How the work on an occurrence ended: it is over, waits for a person, or was left for another process. */
export type Ending = Past["status"] | "parked" | "left";

/** How far the run of an occurrence is. */
type RunState =
  | { readonly state: "none" }
  /** It was opened, but nothing has happened in it: the work needs a run of another id. */
  | { readonly state: "abandoned" }
  /** It began and has not ended; `waits` while a person has to answer first. */
  | { readonly state: "open"; readonly waits: boolean }
  | { readonly state: "over"; readonly status: Past["status"] };

/** Does the work. A run of one id is begun at most once; what it did is never done again when it is resumed. */
export interface Performer {
  look(run: string): Promise<RunState>;
  begin(schedule: Schedule, run: string, signal: AbortSignal): Promise<Ending>;
  /** Rejects with `conflict` while another process still has the run open. */
  resume(schedule: Schedule, run: string, signal: AbortSignal): Promise<Ending>;
  /** Tells the person what came of a run that is over, where they do not see it by themselves; at most once. */
  deliver(schedule: Schedule, run: string): Promise<void>;
  /** Leaves a run as it is, so that another process can go on with it. */
  leave(run: string): void;
}
