import { batch, signal } from "@preact/signals";
import type { Api } from "../../core/api.ts";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import type { Chat, ChatOptions } from "./chat.ts";
import { chatRoutes, type RunUpdate, type StoredMessage } from "./chat-routes.ts";
import { addReplies, changeCall, foldEvent } from "./fold-event.ts";
import { moreTurns } from "./more-turns.ts";
import { sendInOrder } from "./send-in-order.ts";
import { isOpen, newTurn, type Turn } from "./turn.ts";

/** Creates an empty chat. Only the last turn is followed: no second message is sent during a run. */
export function createChat(api: Api, { ready, onConversation }: ChatOptions): Chat {
  const routes = chatRoutes(api);
  const turns = signal<readonly Turn[]>([]);
  const conversation = signal<string | undefined>(undefined);
  const problem = signal<ApiProblem | undefined>(undefined);
  const loading = signal(false);
  const kept = signal<readonly StoredMessage[]>([]);
  const earlier = signal<string | undefined>(undefined);
  const draft = signal("");
  const persona = signal("");
  let watching = new AbortController();
  let stoppedRun: string | undefined;

  function changeLast(next: (turn: Turn) => Turn): void {
    turns.value = turns.value.map((turn, at, all) => (at === all.length - 1 ? next(turn) : turn));
  }

  function take({ events, replies }: RunUpdate): void {
    batch(() => {
      changeLast((turn) => events.reduce(foldEvent, addReplies(turn, replies)));
      const id = turns.value.at(-1)?.conversationId;
      if (id !== undefined && conversation.value !== id) {
        conversation.value = id;
        onConversation(id);
      }
    });
  }

  async function follow(begin: AsyncIterable<RunUpdate>, { signal }: AbortController): Promise<void> {
    try {
      await followRun(begin, {
        signal,
        turn: () => turns.value.at(-1),
        take,
        resume: (runId, lastEventId) => routes.resume(runId, { signal, lastEventId }),
      });
      if (!signal.aborted)
        changeLast((turn) => (turn.runId === undefined ? { ...turn, status: "done" } : turn));
    } catch (error) {
      problem.value = asProblem(error);
      changeLast((turn) => (isOpen(turn) ? { ...turn, status: "failed" } : turn));
    }
  }

  /** Follows the last turn, if it is under way. */
  async function followLast(mine: AbortController): Promise<void> {
    const last = turns.value.at(-1);
    if (last?.runId === undefined || !isOpen(last)) return;
    changeLast(({ key, message, startedAt }) => ({ ...newTurn(message, startedAt), key }));
    await follow(routes.resume(last.runId, { signal: mine.signal }), mine);
    if (!mine.signal.aborted) await sendNext();
  }

  /** Does optional work. Errors are shown. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    const { signal } = watching;
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) problem.value = asProblem(error);
    }
  }

  const { queue, editing, send, sendNext } = sendInOrder({
    turns,
    branch: routes.branch,
    moveTo(branch, kept) {
      batch(() => {
        turns.value = kept;
        conversation.value = branch;
      });
      onConversation(branch);
    },
    conversation,
    async sendNow(message, files) {
      const names = files.map(({ name }) => name);
      batch(() => {
        problem.value = undefined;
        turns.value = [...turns.value, newTurn(message, Date.now(), names)];
      });
      const said = { message, files, conversation: conversation.value, persona: persona.value };
      await follow(routes.send(said, watching.signal), watching);
    },
    isStopping: () => stoppedRun !== undefined && turns.value.at(-1)?.runId === stoppedRun,
    onProblem(error) {
      problem.value = asProblem(error);
    },
  });

  return {
    turns,
    conversation,
    problem,
    loading,
    kept,
    earlier,
    draft,
    persona,
    editing,
    queue,
    async open(id) {
      watching.abort();
      watching = new AbortController();
      const mine = watching;
      batch(() => {
        turns.value = [];
        kept.value = [];
        queue.value = [];
        editing.value = undefined;
        earlier.value = undefined;
        conversation.value = id;
        problem.value = undefined;
        loading.value = id !== undefined;
      });
      if (id === undefined) return;
      await attempt(async () => {
        await ready();
        const opened = await routes.open(id);
        if (mine.signal.aborted) return;
        batch(() => {
          turns.value = opened.turns;
          kept.value = opened.kept;
          earlier.value = opened.earlier;
        });
      });
      if (mine.signal.aborted) return;
      loading.value = false;
      await followLast(mine);
    },
    ...moreTurns({ routes, turns, conversation, earlier, attempt, followLast, watching: () => watching }),
    send,
    stop: () =>
      attempt(async () => {
        stoppedRun = turns.value.at(-1)?.runId;
        if (stoppedRun !== undefined) await routes.stop(stoppedRun);
      }),
    async undo(callId) {
      const undone = await routes.undo(callId);
      turns.value = turns.value.map((turn) => changeCall(turn, callId, (call) => ({ ...call, undone })));
    },
    addKept({ conversation: to, id, at, text }) {
      if (to === conversation.value) kept.value = [...kept.value, { id, at, text }];
    },
    markRead() {
      kept.value = [];
      const id = conversation.value;
      if (id !== undefined) void attempt(() => routes.take(id));
    },
    leave: () => watching.abort(),
  };
}

const RETRY_MS = [300, 1_000, 2_000, 4_000, 8_000];

interface FollowOptions {
  readonly signal: AbortSignal;
  /** The turn so far. */
  turn(): Turn | undefined;
  take(update: RunUpdate): void;
  /** The events of a run after the last one received. */
  resume(runId: string, lastEventId: string | undefined): AsyncIterable<RunUpdate>;
}

/** Follows a run to its end, and resumes where the connection was lost. */
async function followRun(begin: AsyncIterable<RunUpdate>, options: FollowOptions): Promise<void> {
  const { signal, turn, take, resume } = options;
  let source = begin;
  let lastId: string | undefined;
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      for await (const update of source) {
        if (signal.aborted) return;
        attempt = 0;
        lastId = update.id ?? lastId;
        take(update);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (turn()?.runId === undefined || asProblem(error).code !== "unreachable") throw error;
    }
    const latest = turn();
    // Without a run the message was an answer, so there is no run to follow.
    if (latest?.runId === undefined || !isOpen(latest)) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
    source = resume(latest.runId, lastId);
  }
}
