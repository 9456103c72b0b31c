import type { Schedule } from "../contract/schedule.ts";
import type { Ledger } from "../store/ledger.ts";
import type { Clock } from "./clock.ts";
import type { Performer } from "./performer.ts";
import type { DueLimits } from "./steps.ts";

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
