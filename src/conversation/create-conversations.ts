import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Agent } from "../agent/create-agent.ts";
import { readReply } from "../approval/read-reply.ts";
import type { Approval } from "../contract/approval.ts";
import type { Conversation } from "../contract/conversation.ts";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { Approvals } from "../execution/asking/approvals.ts";
import type { RunHistory } from "../execution/run/run-history.ts";
import type { Store } from "../store/store.ts";
import type { AttachmentShelf, SentFile } from "./attachment-shelf.ts";
import type { Conversations, Said, SayOptions, Speaker } from "./conversations.ts";
import { converse } from "./converse.ts";
import { BEGINNING, type EventNumber, seenBefore } from "./event-number.ts";
import { pastTurn } from "./past-turn.ts";
import { createRunStream, type RunStream } from "./run-stream.ts";

export interface ConversationParts {
  readonly approvals: Approvals;
  agent(): Promise<Agent>;
  history(): Promise<RunHistory>;
  store(): Promise<Store>;
  attachments(): Promise<AttachmentShelf>;
  /** Closes the log of a run without ending it. */
  leave(runId: string): void;
  /** Leaves secrets out of a text before it is kept. */
  redact(text: string): Promise<string>;
  /** Hears of runs that broke off by a fault of ours. */
  onFault(error: unknown): void;
}

interface LiveRun {
  readonly stream: RunStream;
  readonly stop: AbortController;
}

/** How many runs that have ended stay in memory for readers who lost their connection. */
const KEPT_RUNS = 100;
const RECENT_TURNS = 20;
const DELETED = "deleted-conversations";

/** Makes the conversations of a runtime. */
export function createConversations(parts: ConversationParts): Conversations {
  const { approvals, store, history } = parts;
  const live = new Map<string, LiveRun>();
  const ended = new Map<string, RunStream>();
  const waking = new Map<string, Promise<boolean>>();
  let closed = false;

  /** Reads the events of a run into its stream, to the end, whoever else reads it; gives its id as soon as that is known. */
  async function carry(
    events: AsyncIterable<HarbourEvent>,
    stop: AbortController,
    resumed?: { readonly runId: string; readonly records: number },
  ): Promise<string> {
    const stream = createRunStream(resumed?.records);
    const known = Promise.withResolvers<string>();
    let runId: string | undefined;
    const begin = (id: string) => {
      runId = id;
      live.set(id, { stream, stop });
      known.resolve(id);
    };
    const read = async () => {
      try {
        if (resumed !== undefined) begin(resumed.runId);
        for await (const event of events) {
          if (runId === undefined) begin(event.runId);
          stream.push(event);
        }
      } catch (error) {
        if (runId === undefined) known.reject(error);
        // What breaks off because the runtime closes is gone on with elsewhere.
        else if (!closed) parts.onFault(error);
      } finally {
        stream.end();
        if (runId !== undefined) retire(runId, stream);
      }
    };
    void read();
    return known.promise;
  }

  function retire(runId: string, stream: RunStream): void {
    live.delete(runId);
    ended.set(runId, stream);
    const [oldest] = ended.keys();
    if (ended.size > KEPT_RUNS && oldest !== undefined) ended.delete(oldest);
  }

  async function owned(id: string, { user, seesAll = false }: Speaker): Promise<Conversation> {
    const held = await (await store()).conversations.get(id);
    if (held !== undefined && (seesAll || held.user === user)) return held;
    throw new DejimaError("invalid_input", `Cannot find conversation "${id.slice(0, 100)}": there is none`, {
      conversation: id,
    });
  }

  /** Files, letters and plans may still stand under the id of a deleted conversation: it is begun anew by its person alone. */
  async function checkPlace(id: string, from: Speaker): Promise<void> {
    const { conversations: kept, documents } = await store();
    const left = z.object({ user: z.string() }).safeParse(await documents.get(DELETED, id));
    const isFree = !left.success || left.data.user === from.user;
    if (!isFree || (await kept.get(id)) !== undefined) await owned(id, from);
  }

  async function checkRun(runId: string, { user, seesAll = false }: Speaker): Promise<void> {
    const run = await (await history()).get(runId);
    if (seesAll || (run.user ?? "local") === user) return;
    throw new DejimaError(
      "invalid_input",
      `Cannot find run "${runId.slice(0, 100)}": \`dejima log list\` shows the runs there are`,
      { runId },
    );
  }

  /** The questions that wait in a conversation. */
  async function pendingIn(conversation: string): Promise<Approval[]> {
    const turns = await (await store()).conversations.turns(conversation, { limit: RECENT_TURNS });
    const open = turns.filter(({ status }) => status === "open");
    const lists = await Promise.all(
      open.map(({ runId }) => approvals.list({ runId, status: "pending", limit: 20 })),
    );
    return lists.flat();
  }

  async function answered(text: string, from: Speaker, conversationId: string): Promise<Said | undefined> {
    const pending = await pendingIn(conversationId);
    const reply = readReply(
      text,
      pending.map(({ id }) => id),
    );
    if (reply.type === "message") return undefined;
    if (!from.mayApprove) return { type: "refused", conversationId, pending };
    if (reply.type === "ambiguous") return { type: "ambiguous", conversationId, pending };
    const { answer, id } = reply;
    const result = await approvals.answer(id, { answer, by: from.user, door: from.door });
    const { runId } = result.approval;
    const after = await placeOf(runId, id);
    await wake(runId);
    return { type: "answered", conversationId, runId, result, after };
  }

  async function placeOf(runId: string, approvalId: string): Promise<EventNumber> {
    for await (const record of (await history()).read(runId))
      if (record.type === "approval-start" && record.id === approvalId)
        return { ...BEGINNING, seq: record.seq };
    return BEGINNING;
  }

  /** Keeps what came with a message, and says in it what that is: the files themselves are for tools. */
  async function withAttachments(
    text: string,
    conversation: string,
    files: readonly SentFile[],
  ): Promise<string> {
    if (files.length === 0) return text;
    const shelf = await parts.attachments();
    const lines: string[] = [];
    for (const file of files) {
      const { name, mediaType, bytes } = await shelf.add(conversation, file);
      lines.push(`[${name}, ${mediaType}, ${bytes} bytes]`);
    }
    return [text, ...lines].join("\n").trim();
  }

  /** Goes on with a run that broke off. Two who ask at once get the same one. */
  function wake(runId: string): Promise<boolean> {
    if (live.has(runId)) return Promise.resolve(true);
    const begun = waking.get(runId) ?? resume(runId).finally(() => waking.delete(runId));
    waking.set(runId, begun);
    return begun;
  }

  async function resume(runId: string): Promise<boolean> {
    const turn = await (await store()).conversations.turn(runId);
    if (closed || turn?.status !== "open") return false;
    const past = await history();
    const { status } = await past.get(runId);
    if (status !== "interrupted" && status !== "parked") return false;
    const records = await Array.fromAsync(past.read(runId), ({ seq }) => seq);
    const stop = new AbortController();
    const agent = await parts.agent();
    const options = { park: true, mode: "interactive", signal: stop.signal } as const;
    await carry(agent.resume(runId, options), stop, { runId, records: (records.at(-1) ?? -1) + 1 });
    return true;
  }

  const conversations: Conversations = {
    converse: (text, from, options) => converse(text, from, options, { conversations, approvals }),
    async say(text, from, { conversation, agent, signal, attachments = [], ...how }: SayOptions = {}) {
      if (closed) throw new DejimaError("server_unavailable", "Cannot take a message: Dejima is closing");
      const conversationId = conversation ?? `c-${randomBytes(6).toString("hex")}`;
      let pending: readonly Approval[] = [];
      if (conversation !== undefined) {
        await checkPlace(conversation, from);
        const reply = await answered(text, from, conversation);
        if (reply !== undefined) return reply;
        pending = await pendingIn(conversation);
      }
      const message = await withAttachments(text, conversationId, attachments);
      const stop = new AbortController();
      const options = {
        mode: "interactive",
        park: how.ask === undefined,
        signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
        user: from.user,
        door: from.door,
        ...how,
        conversation: conversationId,
      } as const;
      const runId = await carry((agent ?? (await parts.agent())).run(message, options), stop);
      return { type: "run", runId, conversationId, pending };
    },
    async *follow(runId, from, { after = BEGINNING, signal }) {
      await checkRun(runId, from);
      await wake(runId);
      const stream = live.get(runId)?.stream ?? ended.get(runId);
      let seen = stream === undefined ? after : seenBefore(after, stream.firstSeq);
      if (stream === undefined || seen.seq < stream.firstSeq - 1) {
        for await (const { prev: _prev, hash: _hash, seq, ...event } of (await history()).read(runId)) {
          if (signal.aborted || (stream !== undefined && seq >= stream.firstSeq)) break;
          if (seq <= seen.seq) continue;
          seen = { seq, part: 0, base: stream?.firstSeq ?? 0 };
          // The same event that was announced, without its place in the chain.
          yield { number: seen, event: event as HarbourEvent };
        }
      }
      if (stream !== undefined) yield* stream.follow(seen, { signal });
    },
    async stop(runId, from) {
      await checkRun(runId, from);
      const held = live.get(runId);
      held?.stop.abort();
      return held !== undefined;
    },
    wake,
    get active() {
      return live.size;
    },
    async list({ user, seesAll = false }, page) {
      return (await store()).conversations.list(seesAll ? page : { ...page, user });
    },
    get: owned,
    async turns(id, from, page) {
      await owned(id, from);
      return (await store()).conversations.turns(id, page);
    },
    async begin(id, { user, door }, past) {
      const { conversations: kept } = await store();
      const at = Date.now();
      const clean = await Promise.all(
        past.map(async ({ message, answer }) => ({
          message: await parts.redact(message),
          answer: await parts.redact(answer),
        })),
      );
      const title = clean[0]?.message.slice(0, 80) ?? "";
      await kept.put({ id, user, door, title, createdAt: at, updatedAt: at });
      for (const [index, exchange] of clean.entries()) await kept.putTurn(pastTurn(id, index, exchange));
    },
    async rename(id, from, title) {
      const renamed = { ...(await owned(id, from)), title: await parts.redact(title) };
      await (await store()).conversations.put(renamed);
      return renamed;
    },
    async delete(id, from) {
      const { user } = await owned(id, from);
      const { conversations: kept, documents } = await store();
      await documents.put(DELETED, id, { user });
      await kept.delete(id);
    },
    checkRun,
    async close() {
      closed = true;
      for (const [runId, { stream }] of live) {
        parts.leave(runId);
        stream.end();
      }
    },
  };
  return conversations;
}
