import type { Ask, AskingPlace } from "../../contract/approval.ts";
import type { RunMode } from "../../contract/run.ts";
import type { Layer } from "../../policy/layer.ts";

/** How a run is opened. */
export interface RunOptions {
  readonly title: string;
  readonly mode: RunMode;
  /** The id to begin it under, chosen beforehand by whoever must find it again; a new one unless told. */
  readonly runId?: string;
  /** Whose task it is; that of the person at this machine unless told. */
  readonly user?: string;
  /** Present only where a person can be asked. */
  readonly ask?: Ask;
  /** Where people are asked, which says how long a question stays open. */
  readonly place?: AskingPlace;
  /**
   * Let a question wait in the store instead of refusing at once when nobody can be asked. `true` waits for the answer in
   * this process; `leave` ends the call without an end in the log, for whoever resumes the run.
   */
  readonly park?: boolean | "leave";
  /** Where untrusted content came from that the run begins with, such as earlier runs of the conversation. */
  readonly untrusted?: readonly string[];
  /** Addresses that the user named, in their one spelling: fetching exactly these tells nobody more than the user wrote. */
  readonly named?: readonly string[];
  /** Further layers for this run; they can only tighten. */
  readonly layers?: readonly Layer[];
  /** How many of its calls may run at once; what the config says unless told. */
  readonly maxConcurrent?: number;
}
