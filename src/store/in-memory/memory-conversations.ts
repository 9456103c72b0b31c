import type { Conversation, Step, Turn } from "../../contract/user/conversation.ts";
import type { Store } from "../store.ts";
import { stepExists } from "../store-errors.ts";

export function memoryConversations(assertOpen: () => void): Pick<Store, "conversations" | "steps"> {
  const conversations = new Map<string, Conversation>();
  const turns = new Map<string, Turn>();
  const steps = new Map<string, Map<number, Step>>();
  const standsIn = (text: string, id: string, title: string) => {
    const own = [...turns.values()].filter(({ conversationId }) => conversationId === id);
    const said = [title, ...own.flatMap(({ message, answer }) => [message, answer])];
    return said.some((part) => part.toLowerCase().includes(text.toLowerCase()));
  };
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
      async list({ limit, before, user, text }) {
        assertOpen();
        const all = [...conversations.values()].reverse().sort((a, b) => b.updatedAt - a.updatedAt);
        const start = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
        const own = all.slice(start).filter((turn) => user === undefined || turn.user === user);
        const found = text === undefined ? own : own.filter(({ id, title }) => standsIn(text, id, title));
        return structuredClone(found.slice(0, limit));
      },
      async delete(id) {
        assertOpen();
        for (const turn of turns.values()) if (turn.conversationId === id) turns.delete(turn.runId);
        return conversations.delete(id);
      },
      async putTurn(turn) {
        assertOpen();
        turns.set(turn.runId, structuredClone(turn));
      },
      async turn(runId) {
        assertOpen();
        return structuredClone(turns.get(runId));
      },
      async turns(conversationId, { limit, before }) {
        assertOpen();
        const own = [...turns.values()].filter((turn) => turn.conversationId === conversationId);
        const end = before === undefined ? own.length : own.findIndex(({ runId }) => runId === before);
        return structuredClone(own.slice(Math.max(0, end - limit), Math.max(0, end)));
      },
    },
    steps: {
      async append(further, { clean = (json: string) => json, turn } = {}) {
        assertOpen();
        const taken = further.find(({ runId, number }) => steps.get(runId)?.has(number));
        if (taken !== undefined) throw stepExists(taken.runId, taken.number);
        for (const step of further) {
          const ofRun = steps.get(step.runId) ?? new Map<number, Step>();
          steps.set(step.runId, ofRun.set(step.number, JSON.parse(clean(JSON.stringify(step), step))));
        }
        if (turn !== undefined) turns.set(turn.runId, JSON.parse(clean(JSON.stringify(turn), turn)));
      },
      async list(runId) {
        assertOpen();
        return structuredClone([...(steps.get(runId)?.values() ?? [])].sort((a, b) => a.number - b.number));
      },
    },
  };
}
