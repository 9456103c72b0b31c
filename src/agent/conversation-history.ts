import type { Turn } from "../contract/conversation.ts";
import type { ModelMessage } from "../model/language/language-model.ts";
import type { ConversationRepository } from "../store/store.ts";
import type { History } from "./agent-world.ts";
import { approximateTokens } from "./approximate-tokens.ts";
import type { AgentState } from "./state.ts";

/** What a turn leaves for later ones. */
export interface TurnContext {
  readonly messages: readonly ModelMessage[];
  /** One line per call: what it was and how it ended, for when the messages are summed up. */
  readonly calls: readonly string[];
  /** Where untrusted content among them came from: later turns that carry it are marked as this one was. */
  readonly sources: readonly string[];
}

const MOST_TURNS = 200;
const SUMMARY_CHARACTERS = 300;

/** What is kept of a finished state: the messages without their raw data, and a line per call. */
export function turnContext(
  { messages, receipts }: AgentState,
  sources: readonly string[] = [],
): TurnContext {
  return {
    sources,
    messages: messages
      .filter(({ role }) => role !== "note")
      .map((held) => {
        if (held.role !== "tool") return held;
        const { data: _data, ...kept } = held;
        return kept;
      }),
    calls: receipts.map(({ tool, ok, code, callId }) => `${tool} ${ok ? "ok" : code} (${callId})`),
  };
}

/** Earlier turns as messages, newest whole, the rest summed up once they take too many tokens. Approvals and refs stay. */
export async function readHistory(
  conversationId: string,
  { conversations, maxTokens }: { conversations: ConversationRepository; maxTokens: number },
): Promise<History> {
  const turns = (await conversations.turns(conversationId, { limit: MOST_TURNS })).filter(
    ({ status }) => status !== "open",
  );
  const kept: ModelMessage[][] = [];
  let used = 0;
  let at = turns.length;
  while (at > 0) {
    const messages = finished(contextOf(turns[at - 1]).messages);
    used += messages.reduce((sum, { text }) => sum + approximateTokens(text), 0);
    if (used > maxTokens && kept.length > 0) break;
    kept.unshift(messages);
    at--;
  }
  const older = turns.slice(0, at);
  const messages = [...(older.length === 0 ? [] : [summary(older)]), ...kept.flat()];
  return { messages, sources: [...new Set(turns.flatMap((turn) => contextOf(turn).sources))] };
}

// A turn that broke off may end in calls without results, which providers refuse.
function finished(messages: readonly ModelMessage[]): ModelMessage[] {
  const answered = new Set(messages.flatMap((held) => (held.role === "tool" ? [held.callId] : [])));
  return messages.filter(
    (held) => held.role !== "assistant" || held.calls.every(({ id }) => answered.has(id)),
  );
}

function summary(turns: readonly Turn[]): ModelMessage {
  const lines = turns.map((turn) => {
    const { messages, calls } = contextOf(turn);
    const refs = [...new Set(messages.flatMap(({ text }) => text.match(/\bref "([^"]+)"/g) ?? []))];
    return [
      `- The user: ${cut(turn.message)}`,
      `  You: ${cut(turn.answer)}`,
      ...(calls.length === 0 ? [] : [`  Calls: ${calls.join("; ")}`]),
      ...(refs.length === 0 ? [] : [`  Observations: ${refs.join(", ")} of run ${turn.runId}`]),
    ].join("\n");
  });
  return { role: "note", text: `Earlier in this conversation, summed up:\n${lines.join("\n")}` };
}

function contextOf(turn: Turn | undefined): TurnContext {
  // Written by `turnContext` alone.
  return { messages: [], calls: [], sources: [], ...(turn?.context as Partial<TurnContext> | undefined) };
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > SUMMARY_CHARACTERS ? `${line.slice(0, SUMMARY_CHARACTERS)}…` : line;
}
