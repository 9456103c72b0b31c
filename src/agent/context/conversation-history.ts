import type { Turn } from "../../contract/conversation.ts";
import type { ModelMessage, Usage } from "../../model/language/language-model.ts";
import type { ConversationRepository } from "../../store/store.ts";
import type { History } from "../agent-world.ts";
import { approximateTokens } from "../prompt/section.ts";
import type { AgentState, Receipt } from "../workflow/state.ts";

const MOST_CHARACTERS = 300;

const MOST_TURNS_SHOWN = 40;

const MOST_TURNS = 200;

interface HistoryOptions {
  readonly conversations: ConversationRepository;
  readonly maxTokens: number;
  /** The boundary of the run that reads it. */
  readonly boundary: string;
  /** Sums up turns in a few sentences; left out when only the rules can. */
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
  const said = turns.flatMap((turn) => contextOf(turn).said);
  // Of a turn of an older version nothing is known: it may have read anything.
  const seen = [...new Set(turns.flatMap((turn) => contextOf(turn).seen ?? ["an earlier turn"]))];
  if (older.length === 0) return { messages: kept.flat(), sources, said, seen };
  const told = await options.summarise?.(older);
  const text = told === undefined ? digestOf(older) : `${told.text}\n${whatWasDone(older)}`;
  const note: ModelMessage = { role: "note", text: `Earlier in this conversation, summed up:\n${text}` };
  const usage = told?.usage === undefined ? {} : { usage: told.usage };
  return { messages: [note, ...kept.flat()], sources, said, seen, ...usage };
}

// A turn that broke off may end in calls without results, which providers refuse.
function finished(messages: readonly ModelMessage[]): ModelMessage[] {
  const answered = new Set(messages.flatMap((held) => (held.role === "tool" ? [held.callId] : [])));
  return messages.filter(
    (held) => held.role !== "assistant" || held.calls.every(({ id }) => answered.has(id)),
  );
}

// The model knows one boundary only: results of earlier runs get the boundary of this one.
function marked(message: ModelMessage, old: string, boundary: string): ModelMessage {
  return message.role !== "tool" || old === ""
    ? message
    : { ...message, text: message.text.replaceAll(old, boundary) };
}

/** Turns in a few lines each, by rule: what was said, what was done, who agreed, what can still be looked at. */
export function digestOf(turns: readonly Turn[]): string {
  return shortened(turns, (turn) => [
    `- The user: ${cut(turn.message)}`,
    `  You: ${cut(turn.answer)}`,
    ...doneIn(turn),
  ]);
}

/** What was done in turns, who agreed and what can still be looked at: what a summary in words must not lose. */
function whatWasDone(turns: readonly Turn[]): string {
  const acting = turns.filter((turn) => doneIn(turn).length > 0);
  return acting.length === 0
    ? ""
    : shortened(acting, (turn) => [`- On "${cut(turn.message, 80)}":`, ...doneIn(turn)]);
}

function doneIn(turn: Turn): string[] {
  const { messages, calls } = contextOf(turn);
  const refs = [...new Set(messages.flatMap(({ text }) => text.match(/\bref "([^"]+)"/g) ?? []))];
  return [
    ...(calls.length === 0 ? [] : [`  Calls: ${calls.join("; ")}`]),
    ...(refs.length === 0 ? [] : [`  Observations: ${refs.join(", ")} of run ${turn.runId}`]),
  ];
}

function shortened(turns: readonly Turn[], show: (turn: Turn) => string[]): string {
  const left = turns.length - MOST_TURNS_SHOWN;
  const lines = turns.slice(-MOST_TURNS_SHOWN).flatMap(show);
  return [
    ...(left > 0 ? [`(${left} earlier turns are not shown; get_run_log reads their runs)`] : []),
    ...lines,
  ].join("\n");
}

function cut(text: string, most = MOST_CHARACTERS): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** What a turn stores for later ones. */
export interface TurnContext {
  readonly messages: readonly ModelMessage[];
  /** One line per call: what it was, how it ended and who agreed to it, for when the messages are summed up. */
  readonly calls: readonly string[];
  /** Where untrusted content among them came from: later turns that carry it are marked as this one was. */
  readonly sources: readonly string[];
  /** What the user said in it. Empty if somebody else wrote its message. */
  readonly said: readonly string[];
  /** The services whose answers it read; absent in turns of older versions. */
  readonly seen?: readonly string[];
  /** What the marks around results are named with in the messages. */
  readonly boundary: string;
}

/** What is stored of a finished state: the messages without their raw data, and a line per call. */
export function turnContext(
  { messages, receipts, boundary }: AgentState,
  { sources, said, seen }: Pick<TurnContext, "sources"> & { said: string; seen: readonly string[] },
): TurnContext {
  return {
    sources,
    said: said === "" ? [] : [said],
    seen,
    boundary,
    messages: messages
      .filter(({ role }) => role !== "note")
      .map((held) => {
        if (held.role !== "tool") return held;
        const { data: _data, ...kept } = held;
        return kept;
      }),
    calls: receipts.map(callLine),
  };
}

/** The context that a stored turn left. */
function contextOf(turn: Turn | undefined): TurnContext {
  const empty = { messages: [], calls: [], sources: [], said: [], boundary: "" };
  // Written by `turnContext` alone.
  return { ...empty, ...(turn?.context as Partial<TurnContext> | undefined) };
}

function callLine({ tool, ok, code, callId, answer }: Receipt): string {
  const said =
    answer === undefined ? "" : `, ${answer.answer === "approve" ? "approved" : "denied"} by ${answer.by}`;
  return `${tool} ${ok ? "ok" : code} (${callId}${said})`;
}
