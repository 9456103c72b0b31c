import { createApprovalQueue, type QueueOptions } from "../../approval/approval-queue.ts";
import { createGrantLedger } from "../../approval/grant-ledger.ts";
import { LOCAL_USER } from "../../contract/run-owner.ts";
import { findProgram } from "../../sandbox/process/find-program.ts";
import type { Store } from "../../store/store.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { ApprovalService } from "./asking.ts";

interface ApprovalServiceOptions extends Pick<QueueOptions, "expiry" | "quorum" | "people"> {
  /** The workspace. */
  readonly folder: string;
  readonly redactor: Redactor;
  readonly runsFolder: string;
  store(): Promise<Store>;
  /** The users who are members of a group now. */
  membersOf(group: string): Promise<readonly string[]>;
}

/** Makes what asking people needs, on one store. */
export function openApprovalService(parts: ApprovalServiceOptions): ApprovalService {
  const { folder, runsFolder, redactor, store, expiry, quorum, people = {}, membersOf } = parts;
  const userOf = async (runId: string) => (await (await store()).runs.get(runId))?.user ?? LOCAL_USER;
  return {
    queue: createApprovalQueue({ store, now: Date.now, redact: redactor.text, expiry, quorum, people }),
    grants: createGrantLedger({ store, now: Date.now, folder, runsFolder, userOf, people, membersOf }),
    describe: { folder, redactor, findProgram },
    userOf,
    executions: async () => (await store()).executions,
  };
}
