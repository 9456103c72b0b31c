import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { HarbourEvent } from "../../../src/contract/event.ts";
import type { Api } from "../../core/api.ts";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { chatRoutes, type Kept } from "./chat-routes.ts";
import { changeCall, foldEvent } from "./fold-event.ts";
import { isOpen, newTurn, type Reply, type Turn } from "./turn.ts";

/** One conversation on the screen. */
export interface Chat {
  readonly turns: ReadonlySignal<readonly Turn[]>;
  readonly conversation: ReadonlySignal<string | undefined>;
  readonly problem: ReadonlySignal<ApiProblem | undefined>;
  readonly loading: ReadonlySignal<boolean>;
  /** What was sent to the person while nobody looked. */
  readonly kept: ReadonlySignal<readonly Kept[]>;
  /** Shows another conversation; nothing begins a new one. */
  open(conversation: string | undefined): Promise<void>;
  send(message: string, files?: readonly File[]): Promise<void>;
  stop(): Promise<void>;
  undo(callId: string): Promise<void>;
  /** Takes what was kept as read. */
  markRead(): void;
  /** Leaves it: what runs goes on without being watched. */
  leave(): void;
}

const RETRY_MS = [300, 1_000, 2_000, 4_000, 8_000];

/** Makes an empty one. */
export function createChat(api: Api, onConversation: (id: string) => void): Chat {
  const routes = chatRoutes(api);
  const turns = signal<readonly Turn[]>([]);
  const conversation = signal<string | undefined>(undefined);
  const problem = signal<ApiProblem | undefined>(undefined);
  const loading = signal(false);
  const kept = signal<readonly Kept[]>([]);
  let watching = new AbortController();

  function change(index: number, next: (turn: Turn) => Turn): void {
    turns.value = turns.value.map((turn, at) => (at === index ? next(turn) : turn));
  }

  function take(index: number, { events, replies }: Heard): void {
    batch(() => {
      change(index, (turn) => events.reduce(foldEvent, withReplies(turn, replies)));
      const id = turns.value[index]?.conversationId;
      if (id !== undefined && conversation.value !== id) {
        conversation.value = id;
        onConversation(id);
      }
    });
  }

  /** Follows a run to its end, and takes it up again where the connection was lost. */
  async function follow(index: number, begin: AsyncIterable<Heard>, signal: AbortSignal): Promise<void> {
    let source = begin;
    let lastId: string | undefined;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        for await (const heard of source) {
          attempt = 0;
          lastId = heard.id ?? lastId;
          take(index, heard);
        }
      } catch (error) {
        const runId = turns.value[index]?.runId;
        if (signal.aborted) return;
        if (runId === undefined || asProblem(error).code !== "unreachable") throw error;
      }
      const turn = turns.value[index];
      // Without a run the message was an answer, and all is said.
      if (turn?.runId === undefined) change(index, (held) => ({ ...held, status: "done" }));
      if (turn?.runId === undefined || !isOpen(turn)) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
      source = routes.resume(turn.runId, { signal, lastEventId: lastId });
    }
  }

  async function attempt(index: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      problem.value = asProblem(error);
      change(index, (turn) => (isOpen(turn) ? { ...turn, status: "failed" } : turn));
    }
  }

  return {
    turns,
    conversation,
    problem,
    loading,
    kept,
    async open(id) {
      watching.abort();
      watching = new AbortController();
      const { signal } = watching;
      batch(() => {
        turns.value = [];
        kept.value = [];
        conversation.value = id;
        problem.value = undefined;
        loading.value = id !== undefined;
      });
      if (id === undefined) return;
      try {
        const held = await routes.open(id);
        if (signal.aborted) return;
        turns.value = held.turns;
        kept.value = held.kept;
      } catch (error) {
        if (!signal.aborted) problem.value = asProblem(error);
      }
      loading.value = false;
      const last = turns.value.length - 1;
      const { runId } = turns.value[last] ?? {};
      if (runId === undefined || !turns.value[last] || !isOpen(turns.value[last])) return;
      change(last, (turn) => newTurn(turn.message, turn.startedAt));
      await attempt(last, () => follow(last, routes.resume(runId, { signal }), signal));
    },
    async send(message, files = []) {
      const { signal } = watching;
      const index = turns.value.length;
      problem.value = undefined;
      const names = files.map(({ name }) => name);
      turns.value = [...turns.value, newTurn(message, Date.now(), names)];
      await attempt(index, () =>
        follow(index, routes.send({ message, files, conversation: conversation.value }, signal), signal),
      );
    },
    async stop() {
      const runId = turns.value.at(-1)?.runId;
      if (runId !== undefined) await routes.stop(runId);
    },
    async undo(callId) {
      const undone = await routes.undo(callId);
      turns.value = turns.value.map((turn) => changeCall(turn, callId, (call) => ({ ...call, undone })));
    },
    markRead() {
      kept.value = [];
      if (conversation.value !== undefined) void routes.take(conversation.value).catch(() => undefined);
    },
    leave: () => watching.abort(),
  };
}

/** Events that came together, and the id to resume after. */
export interface Heard {
  readonly events: readonly HarbourEvent[];
  readonly replies: readonly Reply[];
  readonly id: string | undefined;
}

function withReplies(turn: Turn, replies: readonly Reply[]): Turn {
  return { ...turn, items: [...turn.items, ...replies.map((reply) => ({ kind: "reply", reply }) as const)] };
}
