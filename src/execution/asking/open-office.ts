import { createApprovalDesk, type DeskOptions } from "../../approval/approval-desk.ts";
import { createGrantBook } from "../../approval/grant-book.ts";
import { LOCAL_USER } from "../../contract/run-owner.ts";
import { findProgram } from "../../sandbox/process/find-program.ts";
import type { Store } from "../../store/store.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { ApprovalOffice } from "./asking.ts";

export interface OfficeParts extends Pick<DeskOptions, "expiry" | "quorum" | "people"> {
  /** The workspace. */
  readonly folder: string;
  readonly redactor: Redactor;
  readonly runsFolder: string;
  store(): Promise<Store>;
}

/** Makes what asking people needs, on one store. */
export function openOffice(parts: OfficeParts): ApprovalOffice {
  const { folder, runsFolder, redactor, store, expiry, quorum, people = {} } = parts;
  const userOf = async (runId: string) => (await (await store()).runs.get(runId))?.user ?? LOCAL_USER;
  return {
    desk: createApprovalDesk({ store, now: Date.now, redact: redactor.text, expiry, quorum, people }),
    grants: createGrantBook({ store, now: Date.now, folder, runsFolder, userOf, people }),
    describe: { folder, redactor, findProgram },
    userOf,
    executions: async () => (await store()).executions,
  };
}
