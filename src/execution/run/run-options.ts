import type { Ask, AskingPlace } from "../../contract/approval.ts";
import type { Parking, RunMode } from "../../contract/run.ts";
import type { Layer } from "../../policy/layer.ts";

/** How a run is opened. */
export interface RunOptions {
  readonly title: string;
  readonly mode: RunMode;
  /** The id to begin it under, chosen beforehand by whoever must find it again; a new one unless told. */
  readonly runId?: string;
  /** Whose task it is; that of the person at this machine unless told. */
  readonly user?: string;
  /** Asks a person. Without it, calls that would ask are refused with `approval_required`, unless they are parked. */
  readonly ask?: Ask;
  /** Where people are asked, which says how long a question stays open. */
  readonly place?: AskingPlace;
  /** What becomes of a question when nobody can be asked; `refuse` by default. */
  readonly park?: Parking;
  /** Where untrusted content came from that the run begins with, such as earlier runs of the conversation. */
  readonly untrusted?: readonly string[];
  /** Addresses that the user named, in their one spelling: fetching exactly these tells nobody more than the user wrote. */
  readonly named?: readonly string[];
  /** Further layers for this run; they can only tighten. */
  readonly layers?: readonly Layer[];
  /** How many of its calls may run at once; what the config says unless told. */
  readonly maxConcurrent?: number;
}
