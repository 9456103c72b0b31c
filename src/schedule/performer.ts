import type { Past, Schedule } from "../contract/schedule.ts";

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
