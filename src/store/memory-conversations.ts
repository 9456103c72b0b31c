import type { Conversation, Step, Turn } from "../contract/conversation.ts";
import type { Store } from "./store.ts";
import { stepExists } from "./store-errors.ts";

export function memoryConversations(assertOpen: () => void): Pick<Store, "conversations" | "steps"> {
  const conversations = new Map<string, Conversation>();
  const turns = new Map<string, Turn>();
  const steps = new Map<string, Map<number, Step>>();
  return {
    conversations: {
      async put(conversation) {
        assertOpen();
        conversations.set(conversation.id, structuredClone(conversation));
      },
      async get(id) {
        assertOpen();
        return structuredClone(conversations.get(id));
      },
      async list({ limit }) {
        assertOpen();
        const all = [...conversations.values()].reverse().sort((a, b) => b.updatedAt - a.updatedAt);
        return structuredClone(all.slice(0, limit));
      },
      async putTurn(turn) {
        assertOpen();
        turns.set(turn.runId, structuredClone(turn));
      },
      async turn(runId) {
        assertOpen();
        return structuredClone(turns.get(runId));
      },
      async turns(conversationId, { limit }) {
        assertOpen();
        const own = [...turns.values()].filter((turn) => turn.conversationId === conversationId);
        return structuredClone(limit === 0 ? [] : own.slice(-limit));
      },
    },
    steps: {
      async append(further) {
        assertOpen();
        const taken = further.find(({ runId, number }) => steps.get(runId)?.has(number));
        if (taken !== undefined) throw stepExists(taken.runId, taken.number);
        for (const step of further) {
          const held = steps.get(step.runId) ?? new Map<number, Step>();
          steps.set(step.runId, held.set(step.number, structuredClone(step)));
        }
      },
      async list(runId) {
        assertOpen();
        return structuredClone([...(steps.get(runId)?.values() ?? [])].sort((a, b) => a.number - b.number));
      },
    },
  };
}
