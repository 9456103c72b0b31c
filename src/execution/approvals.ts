import type { AnswerResult, ApprovalDesk } from "../approval/approval-desk.ts";
import type { GrantBook } from "../approval/grant-book.ts";
import type { Approval } from "../contract/approval.ts";
import { type ApprovalView, viewApproval } from "./approval-view.ts";
import type { Harbour } from "./harbour.ts";

/** What doors do with questions: show them, and hand in what a person answers. */
export interface Approvals {
  /** Newest first. */
  list(page?: Parameters<ApprovalDesk["list"]>[0]): Promise<Approval[]>;
  /** One question with what became of its call. */
  show(id: string): Promise<ApprovalView>;
  /** `by` is who the door knows the person to be, `door` where it was said. */
  answer(id: string, answer: Parameters<ApprovalDesk["answer"]>[1]): Promise<AnswerResult>;
  /** Resolves when the question is settled, wherever that happens. */
  wait(id: string, options: { signal: AbortSignal }): Promise<Approval>;
}

/** What doors do with grants. They are given only with an answer. */
export type Grants = Pick<GrantBook, "list" | "revoke">;

/** The grants of a harbour, opened with the first use. */
export function grantsOf(world: () => Promise<{ readonly harbour: Harbour }>): Grants {
  const book = async () => (await (await world()).harbour.office()).grants;
  return {
    list: async (page) => (await book()).list(page),
    revoke: async (id, by) => (await book()).revoke(id, by),
  };
}

/** The approvals of a harbour, opened with the first use. */
export function approvalsOf(world: () => Promise<{ readonly harbour: Harbour }>): Approvals {
  const desk = async () => (await (await world()).harbour.office()).desk;
  return {
    list: async (page) => (await desk()).list(page),
    async show(id) {
      const { harbour } = await world();
      const office = await harbour.office();
      const approval = await office.desk.get(id);
      return viewApproval(approval, await (await office.executions()).get(id), harbour.runsFolder);
    },
    answer: async (id, answer) => (await desk()).answer(id, answer),
    wait: async (id, options) => (await desk()).wait(id, options),
  };
}
