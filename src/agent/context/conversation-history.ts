import type { Turn } from "../../contract/conversation.ts";
import type { ModelMessage, Usage } from "../../model/language/language-model.ts";
import type { ConversationRepository } from "../../store/store.ts";
import type { History } from "../agent-world.ts";
import { approximateTokens } from "./approximate-tokens.ts";
import { digestOf, whatWasDone } from "./digest.ts";
import { contextOf } from "./turn-context.ts";

const MOST_TURNS = 200;

interface HistoryOptions {
  readonly conversations: ConversationRepository;
  readonly maxTokens: number;
  /** The boundary of the run that reads it. */
  readonly boundary: string;
  /** Sums up turns in a few sentences; nothing when only the rules can. */
  summarise?(turns: readonly Turn[]): Promise<{ text: string; usage?: Usage } | undefined>;
}

/** Earlier turns as messages, newest whole, the rest summed up once they take too many tokens. Approvals and refs stay. */
export async function readHistory(conversationId: string, options: HistoryOptions): Promise<History> {
  const { conversations, maxTokens, boundary } = options;
  const turns = (await conversations.turns(conversationId, { limit: MOST_TURNS })).filter(
    ({ status }) => status !== "open",
  );
  const kept: ModelMessage[][] = [];
  let used = 0;
  let at = turns.length;
  while (at > 0) {
    const context = contextOf(turns[at - 1]);
    const messages = finished(context.messages).map((held) => marked(held, context.boundary, boundary));
    used += messages.reduce((sum, { text }) => sum + approximateTokens(text), 0);
    if (used > maxTokens && kept.length > 0) break;
    kept.unshift(messages);
    at--;
  }
  const older = turns.slice(0, at);
  const sources = [...new Set(turns.flatMap((turn) => contextOf(turn).sources))];
  if (older.length === 0) return { messages: kept.flat(), sources };
  const told = await options.summarise?.(older);
  const text = told === undefined ? digestOf(older) : `${told.text}\n${whatWasDone(older)}`;
  const note: ModelMessage = { role: "note", text: `Earlier in this conversation, summed up:\n${text}` };
  const usage = told?.usage === undefined ? {} : { usage: told.usage };
  return { messages: [note, ...kept.flat()], sources, ...usage };
}

// A turn that broke off may end in calls without results, which providers refuse.
function finished(messages: readonly ModelMessage[]): ModelMessage[] {
  const answered = new Set(messages.flatMap((held) => (held.role === "tool" ? [held.callId] : [])));
  return messages.filter(
    (held) => held.role !== "assistant" || held.calls.every(({ id }) => answered.has(id)),
  );
}

// The model is told of one boundary only: what an earlier run has put between its own marks stands between those of this one.
function marked(message: ModelMessage, old: string, boundary: string): ModelMessage {
  return message.role !== "tool" || old === ""
    ? message
    : { ...message, text: message.text.replaceAll(old, boundary) };
}
