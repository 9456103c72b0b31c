import { z } from "zod";
import { spokenLanguage } from "../agent/context/spoken-language.ts";
import { requireOwner } from "../agent/new-turn.ts";
import type { AnswerResult } from "../approval/approval-queue.ts";
import { answerOf, answerWithId, choicesOf, isAnswerWord, readReply } from "../approval/chat-question.ts";
import type { Approval, ApprovalAnswer } from "../contract/asking/approval.ts";
import { DejimaError } from "../contract/error.ts";
import { LOCAL_USER } from "../contract/run.ts";
import type { Conversation } from "../contract/user/conversation.ts";
import { changesFolder } from "../contract/words/question-words.ts";
import { type Approvals, mergeResults } from "../execution/asking/runtime-approvals.ts";
import { conversationRules } from "../execution/asking/switches.ts";
import type { SharedStore } from "../store/shared-store.ts";
import { defined } from "../support/defined.ts";
import { shortId } from "../support/lazy-crypto.ts";
import { openStream } from "../support/opens-itself.ts";
import { type AttachmentStore, attachmentLine, type SentFile } from "./attachment-store.ts";
import type { Conversations, MessageResult, SayOptions, Speaker } from "./conversations.ts";
import { converse, replies } from "./converse.ts";
import { BEGINNING, type EventNumber } from "./event-number.ts";
import { listedQuestions } from "./listed-questions.ts";
import { createLiveRuns } from "./live-runs.ts";
import { lastShownQuestion } from "./outbox.ts";
import { pastTurn } from "./past-turns.ts";
import { createSharedRuns, type SharedRunParts } from "./shared-runs.ts";
import { createTitles, type TitleParts } from "./title-conversations.ts";

interface ConversationParts extends Omit<SharedRunParts, "shared"> {
  readonly approvals: Approvals;
  /** What several machines share, if workers take the runs. */
  readonly shared: (() => Promise<SharedStore>) | undefined;
  attachments(): Promise<AttachmentStore>;
  readonly askTitle: TitleParts["ask"];
}

const RECENT_TURNS = 20;
const DELETED = "deleted-conversations";

/** Creates the conversations of a runtime. */
export function createConversations(parts: ConversationParts): Conversations & { close(): void } {
  const { approvals, store, history } = parts;
  const team = parts.shared && createSharedRuns({ ...parts, shared: parts.shared });
  const runs = team ?? createLiveRuns(parts);
  const lists = listedQuestions(store);
  const titles = createTitles({ store, redact: parts.redact, ask: parts.askTitle });

  async function owned(id: string, { user, seesAll = false }: Speaker): Promise<Conversation> {
    const conversation = await (await store()).conversations.get(id);
    if (conversation !== undefined && (seesAll || conversation.user === user)) return conversation;
    const why = `Cannot find conversation "${id.slice(0, 100)}": there is none`;
    throw new DejimaError("not_found", why, { conversation: id });
  }

  /** The conversation, if it has begun. Much may still exist under the id of a deleted one, so only its owner may start it again. */
  async function checkAvailable(id: string, from: Speaker): Promise<Conversation | undefined> {
    const { conversations: repository, documents } = await store();
    const left = z.object({ user: z.string() }).safeParse(await documents.get(DELETED, id));
    const isFree = !left.success || left.data.user === from.user;
    return !isFree || (await repository.get(id)) !== undefined ? owned(id, from) : undefined;
  }

  async function checkRun(runId: string, { user, seesAll = false }: Speaker): Promise<void> {
    const owner = (await runs.ownerOf(runId)) ?? (await (await history()).get(runId)).user ?? LOCAL_USER;
    if (seesAll || owner === user) return;
    throw new DejimaError(
      "not_found",
      `Cannot find run "${runId.slice(0, 100)}": \`dejima log list\` shows the runs there are`,
      { runId },
    );
  }

  /** The open questions of a conversation. */
  async function pendingIn(conversation: string): Promise<Approval[]> {
    const turns = await (await store()).conversations.turns(conversation, { limit: RECENT_TURNS });
    const open = turns.filter(({ status }) => status === "open");
    const lists = await Promise.all(
      open.map(({ runId }) => approvals.list({ runId, status: "pending", limit: 20 })),
    );
    return lists.flat();
  }

  /** The expired questions of the latest turn. */
  async function expiredIn(conversation: string): Promise<Approval[]> {
    const [last] = await (await store()).conversations.turns(conversation, { limit: 1 });
    // The expiry of a question is not stored, so the query cannot filter by it.
    const questions = last === undefined ? [] : await approvals.list({ runId: last.runId, limit: 20 });
    return questions.filter(({ status }) => status === "expired");
  }

  async function tryAnswer(
    text: string,
    from: Speaker,
    { conversationId, sentAt, shared }: Pick<SayOptions, "sentAt" | "shared"> & { conversationId: string },
  ): Promise<MessageResult | undefined> {
    const pending = await pendingIn(conversationId);
    const shown = isAnswerWord(text)
      ? await lastShownQuestion(conversationId, pending, { store, history })
      : undefined;
    // A message sent before a question was asked cannot answer it.
    const early = pending.some(({ id, createdAt }) => id === shown && (sentAt ?? createdAt) < createdAt);
    const reply = readReply(text, {
      pending: pending.map(({ id }) => id),
      listed: await lists.of(conversationId),
      choices: choicesOf(pending),
      ...(early || shared === true ? {} : { shown }),
    });
    if (reply.type === "message") return settledAnswer(text, from, conversationId);
    if (!from.mayApprove) return { type: "refused", conversationId, pending };
    const isEarlier =
      reply.type === "all" && pending.some(({ createdAt }) => (sentAt ?? createdAt) < createdAt);
    if (reply.type === "ambiguous" || isEarlier) {
      await lists.keep(conversationId, pending);
      return { type: "ambiguous", conversationId, pending };
    }
    if (reply.type === "all")
      return submitAnswers(reply.ids, { answer: reply.answer }, { from, conversationId });
    const answer = answerOf(reply, pending);
    const question = pending.find(({ id }) => id === reply.id);
    const { mayChangeRules = from.seesAll === true } = from;
    if (question !== undefined && !mayChangeRules && changesFolder(question, answer.rule))
      return { type: "refused", conversationId, pending };
    return submitAnswers([reply.id], answer, { from, conversationId });
  }

  async function submitAnswers(
    ids: readonly string[],
    answer: Pick<ApprovalAnswer, "answer" | "rule" | "grant">,
    { from, conversationId }: { readonly from: Speaker; readonly conversationId: string },
  ): Promise<MessageResult> {
    const results: AnswerResult[] = [];
    for (const id of ids)
      results.push(await approvals.answer(id, { ...answer, by: from.user, door: from.door }, from));
    const result = mergeResults(results);
    const { runId, id } = result.approval;
    const after = await placeOf(runId, id);
    const settled = new Set([result.approval, ...result.also].map((approval) => approval.runId));
    if (result.accepted) for (const run of settled) await runs.wake(run);
    return { type: "answered", conversationId, runId, result, after };
  }

  /** Handles an answer to a question of this conversation that is already settled: the person learns how it ended. */
  async function settledAnswer(
    text: string,
    from: Speaker,
    conversationId: string,
  ): Promise<MessageResult | undefined> {
    const named = answerWithId(text);
    const approval = named && (await approvals.show(named.id).catch(() => undefined));
    if (named === undefined || approval === undefined || approval.status === "pending") return undefined;
    const turn = await (await store()).conversations.turn(approval.runId);
    return turn?.conversationId === conversationId
      ? submitAnswers([named.id], { answer: named.answer }, { from, conversationId })
      : undefined;
  }

  async function placeOf(runId: string, approvalId: string): Promise<EventNumber> {
    for await (const record of (await history()).read(runId))
      if (record.type === "approval-start" && record.id === approvalId)
        return { ...BEGINNING, seq: record.seq };
    return BEGINNING;
  }

  /** Stores the files of a message and adds a line for each. The files themselves are for tools. */
  async function withAttachments(
    text: string,
    conversation: string,
    files: readonly SentFile[],
  ): Promise<string> {
    if (files.length === 0) return text;
    const storage = await parts.attachments();
    const lines: string[] = [];
    for (const file of files) {
      lines.push(attachmentLine(await storage.add(conversation, file)));
    }
    return [text, ...lines].join("\n").trim();
  }

  function checkLimits({ all, own }: NonNullable<SayOptions["most"]>, { user }: Speaker): void {
    const why = runs.active(user) >= own ? `${own} of your runs are going on` : `${all} runs are going on`;
    if (runs.active(user) >= own || runs.active() >= all)
      throw new DejimaError(
        "limit_exceeded",
        `Cannot begin another run: ${why}; stop one, or try again later`,
      );
  }

  const conversations: Conversations & { close(): void } = {
    converse: (text, from, options) => converse(text, from, options, { conversations, approvals }),
    replies: (runId, from, options) => replies(runId, from, options, { conversations, approvals }),
    async say(text, from, sayOptions: SayOptions = {}) {
      const { conversation, agent, overrides, sentAt, shared, most, attachments = [], ...rest } = sayOptions;
      const { signal, ...how } = rest;
      const closing = "Cannot take a message: Dejima is closing";
      if (runs.closed) throw new DejimaError("server_unavailable", closing);
      const conversationId = conversation ?? shortId("c");
      let pending: readonly Approval[] = [];
      let expired: readonly Approval[] = [];
      if (conversation !== undefined) {
        const begun = await checkAvailable(conversation, from);
        const reply = await tryAnswer(text, from, {
          conversationId: conversation,
          ...defined({ sentAt, shared }),
        });
        if (reply !== undefined) return reply;
        // Who may see it may answer its questions, but only its owner speaks there.
        if (begun !== undefined) requireOwner(begun, from.user);
        pending = await pendingIn(conversation);
        if (isAnswerWord(text) && pending.length === 0) expired = await expiredIn(conversation);
      }
      const message = await withAttachments(text, conversationId, attachments);
      const stop = new AbortController();
      const options = {
        mode: "interactive",
        park: how.ask === undefined ? "wait" : "refuse",
        signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
        user: from.user,
        door: from.door,
        ...how,
        conversation: conversationId,
      } as const;
      if (most !== undefined) checkLimits(most, from);
      const untitled = await titles.wants(text, conversation);
      const runId = await runs.begin(message, { turn: options, agent, overrides, stop, by: from.user });
      if (untitled)
        titles.give({ runId, conversation: conversationId, user: from.user, message: text }, runs.follow);
      return { type: "run", runId, conversationId, pending, expired };
    },
    async *follow(runId, from, options) {
      await checkRun(runId, from);
      for await (const events of runs.follow(runId, { ...options, together: false })) yield* events;
    },
    followTogether: (runId, from, options) =>
      openStream(async () => {
        await checkRun(runId, from);
        return runs.follow(runId, { ...options, together: true });
      }),
    language: (text, conversation) =>
      spokenLanguage(text, conversation, async () => (await store()).conversations),
    async stop(runId, from) {
      await checkRun(runId, from);
      const stopped = await runs.stop(runId);
      if (stopped) await approvals.withdrawAll(runId);
      return stopped;
    },
    wake: runs.wake,
    async perform(job, how) {
      if (team !== undefined) return team.perform(job, how);
      throw new DejimaError("invalid_input", "Cannot take jobs: runs are not left to workers here");
    },
    active: async () => runs.active(),
    list: async ({ user, seesAll = false }, page) =>
      (await store()).conversations.list(seesAll ? page : { ...page, user }),
    get: owned,
    async turns(id, from, page) {
      await owned(id, from);
      return (await store()).conversations.turns(id, page);
    },
    async begin(id, { user, door }, past) {
      const { conversations: repository } = await store();
      const at = Date.now();
      const clean = await Promise.all(
        past.map(async ({ message, answer }) => ({
          message: await parts.redact(message),
          answer: await parts.redact(answer),
        })),
      );
      const title = clean[0]?.message.slice(0, 80) ?? "";
      await repository.put({ id, user, door, title, createdAt: at, updatedAt: at });
      for (const [index, exchange] of clean.entries())
        await repository.putTurn(pastTurn(id, index, exchange));
    },
    async branch(id, from, before) {
      const { branchConversation } = await import("./past-turns.ts");
      return branchConversation((await store()).conversations, await owned(id, from), before);
    },
    async rename(id, from, title) {
      const renamed = { ...(await owned(id, from)), title: await parts.redact(title) };
      await (await store()).conversations.put(renamed);
      return renamed;
    },
    async delete(id, from) {
      const { user } = await owned(id, from);
      const { conversations: repository, documents } = await store();
      await documents.put(DELETED, id, { user });
      await Promise.all([repository.delete(id), parts.removeFolder?.(id)]);
      // If it is started again under the same id, nothing is turned on and the default mode applies.
      const rules = conversationRules(store);
      await rules.forgetIn(id);
      await rules.setMode(id, "act");
    },
    checkRun,
    onTitled: async (listener) => titles.onTitled(listener),
    /** Leaves every run as it is, so that another process can continue it. */
    close() {
      titles.close();
      runs.close();
    },
  };
  return conversations;
}
