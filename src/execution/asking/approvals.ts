import type { AnswerResult, ApprovalQueue } from "../../approval/approval-queue.ts";
import type { AskingLanguage } from "../../approval/chat-question.ts";
import type { GrantLedger } from "../../approval/grant-ledger.ts";
import type { Approval, ApprovalRequest } from "../../contract/approval.ts";
import type { Store } from "../../store/store.ts";
import type { Harbour } from "../harbour.ts";
import type { ApprovalView } from "./approval-view.ts";

/** What doors do with questions: show them, and hand in what a person answers. */
export interface Approvals {
  /** Newest first. */
  list(page?: Parameters<ApprovalQueue["list"]>[0]): Promise<Approval[]>;
  /** One question with what became of its call. */
  show(id: string): Promise<ApprovalView>;
  /** `by` is who the door knows the person to be, `door` where it was said. */
  answer(id: string, answer: Parameters<ApprovalQueue["answer"]>[1]): Promise<AnswerResult>;
  /** Takes a chat message for an answer if, as a whole, it is one to a question of these runs. */
  reply(text: string, from: ReplyFrom): Promise<ReplyResult>;
  /** A question as one message of a chat, with the replies that answer it. */
  text(request: ApprovalRequest, language: AskingLanguage): Promise<string>;
  /** Withdraws the open questions of a run that was stopped: answers to them are told so, and run nothing. */
  withdrawAll(runId: string): Promise<void>;
  /** Resolves when the question is settled, wherever that happens. */
  wait(id: string, options: { signal: AbortSignal }): Promise<Approval>;
}

/** Who wrote a message, where, and which runs belong to the conversation. */
interface ReplyFrom {
  readonly by: string;
  readonly door: string;
  readonly runIds: readonly string[];
  /** The id of the question that is the last thing the person was shown: only that one is answered by a word without an id. */
  readonly shown?: string;
  /** The ids of the questions that the person was last shown in one list: only these are answered by "approve all 3". */
  readonly listed?: readonly string[];
}

/** What a chat message was: an answer, one that must say which question it means, or a message like any other. */
type ReplyResult =
  | { readonly type: "answered"; readonly result: AnswerResult }
  | { readonly type: "ambiguous"; readonly pending: readonly Approval[] }
  | { readonly type: "message"; readonly pending: readonly Approval[] };

/** What doors do with grants. They are given only with an answer. */
export type Grants = Pick<GrantLedger, "list" | "revoke">;

/** The grants of a harbour, opened with the first use. */
export function grantsOf(world: () => Promise<{ readonly harbour: Harbour }>): Grants {
  const ledger = async () => (await (await world()).harbour.service()).grants;
  return {
    list: async (page) => (await ledger()).list(page),
    revoke: async (id, by) => (await ledger()).revoke(id, by),
  };
}

/** What came of several answers, told as one. */
export function together(results: readonly AnswerResult[]): AnswerResult {
  const [first] = results;
  if (first === undefined) throw new Error("nothing was answered");
  const also = results.slice(1).flatMap(({ approval, also: others }) => [approval, ...others]);
  const message = [...new Set(results.map((result) => result.message))].join("; ");
  return {
    ...first,
    accepted: results.some(({ accepted }) => accepted),
    message,
    also: [...first.also, ...also],
  };
}

const MOST_OPEN = 1_000;

/** Whether nothing goes on with a run any more: it was stopped, or its message has been answered. */
async function isOver(runId: string, { runs, conversations }: Store): Promise<boolean> {
  if ((await runs.get(runId))?.status === "cancelled") return true;
  const turn = await conversations.turn(runId);
  return turn !== undefined && turn.status !== "open";
}

/** The approvals of a harbour, opened with the first use. */
export function approvalsOf(world: () => Promise<{ readonly harbour: Harbour }>): Approvals {
  const queue = async () => (await (await world()).harbour.service()).queue;
  const answer: Approvals["answer"] = async (id, given) => {
    const { harbour } = await world();
    const held = await queue();
    const { status, runId } = await held.get(id);
    // A process that was killed while it stopped a run may have left the question open.
    if (status === "pending" && (await isOver(runId, await harbour.store()))) await held.withdraw(id);
    return held.answer(id, given);
  };
  return {
    list: async (page) => (await queue()).list(page),
    async show(id) {
      const { harbour } = await world();
      const service = await harbour.service();
      const approval = await service.queue.get(id);
      const { viewApproval } = await import("./approval-view.ts");
      return viewApproval(approval, await (await service.executions()).get(id), harbour.logs);
    },
    answer,
    async reply(text, { by, door, runIds, shown, listed }) {
      const { answerOf, choicesOf, readReply } = await import("../../approval/chat-question.ts");
      const held = await queue();
      const lists = await Promise.all(runIds.map((runId) => held.list({ runId, status: "pending" })));
      const pending = lists.flat();
      const reply = readReply(text, {
        pending: pending.map(({ id }) => id),
        shown,
        listed,
        choices: choicesOf(pending),
      });
      if (reply.type === "ambiguous" || reply.type === "message") return { type: reply.type, pending };
      if (reply.type === "all") {
        const results = [];
        for (const id of reply.ids) results.push(await answer(id, { answer: reply.answer, by, door }));
        return { type: "answered", result: together(results) };
      }
      return { type: "answered", result: await answer(reply.id, { ...answerOf(reply, pending), by, door }) };
    },
    text: async (request, language) =>
      (await import("../../approval/chat-question.ts")).questionText(request, language),
    async withdrawAll(runId) {
      const held = await queue();
      const open = await held.list({ runId, status: "pending", limit: MOST_OPEN });
      await Promise.all(open.map(({ id }) => held.withdraw(id)));
    },
    wait: async (id, options) => (await queue()).wait(id, options),
  };
}
