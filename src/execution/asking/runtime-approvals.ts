import { z } from "zod";
import type { AnswerResult, AnswerRights, ApprovalQueue } from "../../approval/approval-queue.ts";
import type { AskingLanguage } from "../../approval/chat-question.ts";
import type { GrantLedger } from "../../approval/grant-ledger.ts";
import {
  type Approval,
  type ApprovalAnswer,
  type ApprovalRequest,
  approvalAnswerSchema,
} from "../../contract/asking/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Store } from "../../store/store.ts";
import type { Harbour } from "../harbour.ts";
import type { ApprovalView } from "./approval-view.ts";

/** How doors show questions and submit a person's answers. */
export interface Approvals {
  /** Newest first. */
  list(page?: Parameters<ApprovalQueue["list"]>[0]): Promise<Approval[]>;
  /** One question with the state of its call. */
  show(id: string): Promise<ApprovalView>;
  /** `by` is the person as the door knows them, `door` where they answered. Default for `door`: "library". */
  answer(
    id: string,
    answer: ApprovalAnswer & { readonly door?: string },
    rights?: Pick<AnswerRights, "mayChangeBudgets">,
  ): Promise<AnswerResult>;
  /** Treats a chat message as an answer if the whole message answers a question of these runs. */
  reply(text: string, from: ReplyFrom): Promise<ReplyResult>;
  /** A question as one chat message, with the replies that answer it. */
  text(request: ApprovalRequest, language: AskingLanguage): Promise<string>;
  /** Withdraws the open questions of a stopped run. Later answers get a message and run nothing. */
  withdrawAll(runId: string): Promise<void>;
  /** Resolves when the question is settled, wherever that happens. */
  wait(id: string, options: { signal: AbortSignal }): Promise<Approval>;
}

/** The author of a message, the door, and the runs of the conversation. */
interface ReplyFrom {
  readonly by: string;
  readonly door: string;
  readonly runIds: readonly string[];
  /** The id of the question shown last. A reply without an id answers only that one. */
  readonly shown?: string;
  /** The ids of the questions that were last shown in one list. "approve all 3" answers only these. */
  readonly listed?: readonly string[];
}

/** How a chat message was understood: an answer, an answer that must name its question, or an ordinary message. */
type ReplyResult =
  | { readonly type: "answered"; readonly result: AnswerResult }
  | { readonly type: "ambiguous"; readonly pending: readonly Approval[] }
  | { readonly type: "message"; readonly pending: readonly Approval[] };

/** How doors list and revoke grants. A grant is only given with an answer. */
export type Grants = Pick<GrantLedger, "list" | "revoke">;

/** The grants of a harbour. Opened on first use. */
export function grantsOf(world: () => Promise<{ readonly harbour: Harbour }>): Grants {
  const ledger = async () => (await (await world()).harbour.service()).grants;
  return {
    list: async (page) => (await ledger()).list(page),
    revoke: async (id, by) => (await ledger()).revoke(id, by),
  };
}

/** Merges the results of several answers into one. */
export function mergeResults(results: readonly AnswerResult[]): AnswerResult {
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

const MAX_OPEN = 1_000;

/** An answer as a program gives it. It is stored, so it must be one that can be read again. */
const givenAnswerSchema = approvalAnswerSchema.extend({ door: z.string().default("library") });

/** Whether nothing will continue a run: it was stopped, or its message has been answered. */
async function isOver(runId: string, { runs, conversations }: Store): Promise<boolean> {
  if ((await runs.get(runId))?.status === "cancelled") return true;
  const turn = await conversations.turn(runId);
  return turn !== undefined && turn.status !== "open";
}

/** The approvals of a harbour. Opened on first use. */
export function approvalsOf(world: () => Promise<{ readonly harbour: Harbour }>): Approvals {
  const queue = async () => (await (await world()).harbour.service()).queue;
  const answer: Approvals["answer"] = async (id, input, rights) => {
    const given = givenAnswerSchema.safeParse(input);
    if (!given.success)
      throw new DejimaError("invalid_input", `Cannot answer ${id}: ${z.prettifyError(given.error)}`, { id });
    const { harbour } = await world();
    const approvalQueue = await queue();
    const { status, runId } = await approvalQueue.get(id);
    // A process that was killed while it stopped a run may have left the question open.
    if (status === "pending" && (await isOver(runId, await harbour.store())))
      await approvalQueue.withdraw(id);
    return approvalQueue.answer(id, given.data, rights);
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
      const approvalQueue = await queue();
      const lists = await Promise.all(
        runIds.map((runId) => approvalQueue.list({ runId, status: "pending" })),
      );
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
        return { type: "answered", result: mergeResults(results) };
      }
      return { type: "answered", result: await answer(reply.id, { ...answerOf(reply, pending), by, door }) };
    },
    text: async (request, language) =>
      (await import("../../approval/chat-question.ts")).questionText(request, language),
    async withdrawAll(runId) {
      const approvalQueue = await queue();
      const open = await approvalQueue.list({ runId, status: "pending", limit: MAX_OPEN });
      await Promise.all(open.map(({ id }) => approvalQueue.withdraw(id)));
    },
    wait: async (id, options) => (await queue()).wait(id, options),
  };
}
