import { type ApprovalQueue, createApprovalQueue, type QueueOptions } from "../../approval/approval-queue.ts";
import type { DescribeOptions } from "../../approval/describe-call.ts";
import { createGrantLedger, type GrantLedger } from "../../approval/grant-ledger.ts";
import type { AskingPlace, Voice } from "../../contract/asking/approval.ts";
import type { Execution } from "../../contract/execution.ts";
import { LOCAL_USER, type Parking } from "../../contract/run.ts";
import { findProgram } from "../../sandbox/process/find-program.ts";
import type { Ledger, Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { Switches } from "./switches.ts";

/** The services for asking a person. Loaded with the first question. */
export interface ApprovalService {
  readonly queue: ApprovalQueue;
  readonly grants: GrantLedger;
  readonly describe: DescribeOptions;
  executions(): Promise<Ledger<Execution>>;
  /** The user who owns the run. */
  userOf(runId: string): Promise<string>;
}

/** How a run asks for approvals. */
export interface Asking {
  readonly place: AskingPlace;
  /** The persona's words around a question. */
  readonly voice: Voice | undefined;
  /** What happens to questions when nobody is at the door. */
  readonly park: Parking;
  /** Whether a person is present. Only then may the question offer to turn on something that is off. */
  readonly attended: boolean;
  /** What was turned on for the conversation, and what a person declined to turn on in this run. */
  readonly switches: Switches;
  /** The ids of the approved plans of this run. */
  readonly plans: Set<string>;
  /** The keys of the plan lines that calls have used. */
  readonly taken: Set<string>;
  /** Aborts when the run ends or this process leaves it. Nobody waits for an answer then, and a parked question stays in the store. */
  readonly over: AbortSignal;
  /** Whether this process left the run to another one. Nothing more is recorded here then. */
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
  /** The current members of a group. */
  membersOf(group: string): Promise<readonly string[]>;
  /** Whether a person's approval from that time is still valid. */
  isStillValid(name: string, since: number): Promise<boolean>;
}

export function openApprovalService(parts: ApprovalServiceOptions): ApprovalService {
  const { folder, runsFolder, redactor, store, expiry, quorum, people = {} } = parts;
  const { membersOf, isStillValid, isSealed, byOthers } = parts;
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
      store,
      now: Date.now,
      folder,
      runsFolder,
      userOf,
      people,
      membersOf,
      isStillValid,
      ...defined({ isSealed }),
    }),
    describe: { folder, redactor, findProgram },
    userOf,
    executions: async () => (await store()).executions,
  };
}

/** Whether the run ends while its questions stay open, so that another process continues the waiting calls. */
export function isLeft({ park, over }: Pick<Asking, "park" | "over">, signal: AbortSignal): boolean {
  return park !== "refuse" && over.aborted && !signal.aborted;
}
