import type { ApprovalQueue } from "../../approval/approval-queue.ts";
import type { DescribeOptions } from "../../approval/describe-call.ts";
import type { GrantLedger } from "../../approval/grant-ledger.ts";
import type { AskingPlace } from "../../contract/approval.ts";
import type { Execution } from "../../contract/execution.ts";
import type { Parking } from "../../contract/run.ts";
import type { Ledger } from "../../store/ledger.ts";

/** All that asking a person needs; loaded with the first question. */
export interface ApprovalService {
  readonly queue: ApprovalQueue;
  readonly grants: GrantLedger;
  readonly describe: DescribeOptions;
  executions(): Promise<Ledger<Execution>>;
  /** Whose run this is. */
  userOf(runId: string): Promise<string>;
}

/** How a run asks. */
export interface Asking {
  readonly place: AskingPlace;
  /** Let questions wait in the store when nobody is at the door; `leave` them there for another process. */
  readonly park: Parking;
  /** The plans of this run that were approved, by id. */
  readonly plans: Set<string>;
  /** The lines of them that calls have taken, by key. */
  readonly taken: Set<string>;
  /** Aborts when the run ends: nobody waits for an answer any longer, and a parked question stays in the store. */
  readonly over: AbortSignal;
  service(): Promise<ApprovalService>;
}
