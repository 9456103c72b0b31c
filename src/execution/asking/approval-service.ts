import { type ApprovalQueue, createApprovalQueue, type QueueOptions } from "../../approval/approval-queue.ts";
import type { DescribeOptions } from "../../approval/describe-call.ts";
import { createGrantLedger, type GrantLedger } from "../../approval/grant-ledger.ts";
import type { AskingPlace, Voice } from "../../contract/approval.ts";
import type { Execution } from "../../contract/execution.ts";
import { LOCAL_USER, type Parking } from "../../contract/run.ts";
import { findProgram } from "../../sandbox/process/find-program.ts";
import type { Ledger, Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { Switches } from "./switches.ts";

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
  /** What the persona says around a question. */
  readonly voice: Voice | undefined;
  /** Let questions wait in the store when nobody is at the door; `leave` them there for another process. */
  readonly park: Parking;
  /** Whether a person is there: only then is something that is off offered to be turned on. */
  readonly attended: boolean;
  /** What was turned on for the conversation, and what a person would not turn on in this run. */
  readonly switches: Switches;
  /** The plans of this run that were approved, by id. */
  readonly plans: Set<string>;
  /** The lines of them that calls have taken, by key. */
  readonly taken: Set<string>;
  /** Aborts when the run ends or is left: nobody waits for an answer any longer, and a parked question stays in the store. */
  readonly over: AbortSignal;
  /** Whether the run was left for another process: nothing more is recorded here. */
  left(): boolean;
  service(): Promise<ApprovalService>;
}

interface ApprovalServiceOptions extends Pick<QueueOptions, "expiry" | "quorum" | "byOthers" | "people"> {
  /** The workspace. */
  readonly folder: string;
  readonly redactor: Redactor;
  readonly runsFolder: string;
  isSealed?(runId: string, seal: string): Promise<boolean>;
  store(): Promise<Store>;
  /** The users who are members of a group now. */
  membersOf(group: string): Promise<readonly string[]>;
  /** Whether what somebody agreed to then still holds. */
  holds(name: string, since: number): Promise<boolean>;
}

/** Makes what asking people needs, on one store. */
export function openApprovalService(parts: ApprovalServiceOptions): ApprovalService {
  const { folder, runsFolder, redactor, store, expiry, quorum, people = {} } = parts;
  const { membersOf, holds, isSealed, byOthers } = parts;
  const userOf = async (runId: string) => (await (await store()).runs.get(runId))?.user ?? LOCAL_USER;
  return {
    queue: createApprovalQueue({
      store,
      now: Date.now,
      redact: redactor.text,
      expiry,
      quorum,
      people,
      ...defined({ byOthers }),
    }),
    grants: createGrantLedger({
      ...{ store, now: Date.now, folder, runsFolder, userOf, people, membersOf, holds },
      ...defined({ isSealed }),
    }),
    describe: { folder, redactor, findProgram },
    userOf,
    executions: async () => (await store()).executions,
  };
}
