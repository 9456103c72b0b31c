import type { Turn } from "../../contract/user/conversation.ts";
import type { ModelMessage, Usage } from "../../model/language/language-model.ts";
import type { ConversationRepository } from "../../store/store.ts";
import type { History } from "../agent-world.ts";
import { approximateTokens } from "../prompt/section.ts";
import type { AgentState, Receipt } from "../workflow/state.ts";

const MAX_CHARACTERS = 300;

const MAX_TURNS_SHOWN = 40;

const MAX_TURNS = 200;

interface HistoryOptions {
  readonly conversations: ConversationRepository;
  readonly maxTokens: number;
  /** The boundary of the run that reads the history. */
  readonly boundary: string;
  /** Summarizes turns in a few sentences. Absent if only the fixed rules may. */
  summarise?(turns: readonly Turn[]): Promise<{ text: string; usage?: Usage } | undefined>;
}

/** Earlier turns as messages: the newest whole, the rest summarized once they take too many tokens. Approvals and refs are kept. */
export async function readHistory(conversationId: string, options: HistoryOptions): Promise<History> {
  const { conversations, maxTokens, boundary } = options;
  const turns = (await conversations.turns(conversationId, { limit: MAX_TURNS })).filter(
    ({ status }) => status !== "open",
  );
  const recent: ModelMessage[][] = [];
  let used = 0;
  let at = turns.length;
  while (at > 0) {
    const context = contextOf(turns[at - 1]);
    const messages = withoutOpenCalls(context.messages).map((each) =>
      withBoundary(each, context.boundary, boundary),
    );
    used += messages.reduce((sum, { text }) => sum + approximateTokens(text), 0);
    if (used > maxTokens && recent.length > 0) break;
    recent.unshift(messages);
    at--;
  }
  const older = turns.slice(0, at);
  const sources = [...new Set(turns.flatMap((turn) => contextOf(turn).sources))];
  const said = turns.flatMap((turn) => contextOf(turn).said);
  // Turns of older versions do not state what they read, so they may have read anything.
  const seen = [...new Set(turns.flatMap((turn) => contextOf(turn).seen ?? ["an earlier turn"]))];
  const called = [...new Set(turns.flatMap((turn) => contextOf(turn).calls.map(toolOfLine)))];
  if (older.length === 0) return { messages: recent.flat(), sources, said, seen, called };
  const summary = await options.summarise?.(older);
  const text = summary === undefined ? digestOf(older) : `${summary.text}\n${callDigest(older)}`;
  const note: ModelMessage = { role: "note", text: `Earlier in this conversation, summed up:\n${text}` };
  const usage = summary?.usage === undefined ? {} : { usage: summary.usage };
  return { messages: [note, ...recent.flat()], sources, said, seen, called, ...usage };
}

// An interrupted turn may end with calls without results, which providers reject.
function withoutOpenCalls(messages: readonly ModelMessage[]): ModelMessage[] {
  const answered = new Set(messages.flatMap((each) => (each.role === "tool" ? [each.callId] : [])));
  return messages.filter(
    (each) => each.role !== "assistant" || each.calls.every(({ id }) => answered.has(id)),
  );
}

// The model knows only one boundary, so results of earlier runs get the boundary of this one.
function withBoundary(message: ModelMessage, old: string, boundary: string): ModelMessage {
  return message.role !== "tool" || old === ""
    ? message
    : { ...message, text: message.text.replaceAll(old, boundary) };
}

/** Summarizes turns by fixed rules, in a few lines each: messages, calls, approvals, and refs that can still be read. */
export function digestOf(turns: readonly Turn[]): string {
  return joinTurns(turns, (turn) => [
    `- The user: ${cut(turn.message)}`,
    `  You: ${cut(turn.answer)}`,
    ...callLines(turn),
  ]);
}

/** The calls, approvals and refs of turns, which a summary in words must not lose. */
function callDigest(turns: readonly Turn[]): string {
  const acting = turns.filter((turn) => callLines(turn).length > 0);
  return acting.length === 0
    ? ""
    : joinTurns(acting, (turn) => [`- On "${cut(turn.message, 80)}":`, ...callLines(turn)]);
}

function callLines(turn: Turn): string[] {
  const { messages, calls } = contextOf(turn);
  const refs = [...new Set(messages.flatMap(({ text }) => text.match(/\bref "([^"]+)"/g) ?? []))];
  return [
    ...(calls.length === 0 ? [] : [`  Calls: ${calls.join("; ")}`]),
    ...(refs.length === 0 ? [] : [`  Observations: ${refs.join(", ")} of run ${turn.runId}`]),
  ];
}

function joinTurns(turns: readonly Turn[], show: (turn: Turn) => string[]): string {
  const left = turns.length - MAX_TURNS_SHOWN;
  const lines = turns.slice(-MAX_TURNS_SHOWN).flatMap(show);
  return [
    ...(left > 0 ? [`(${left} earlier turns are not shown; get_run_log reads their runs)`] : []),
    ...lines,
  ].join("\n");
}

function cut(text: string, most = MAX_CHARACTERS): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** What a turn stores for later ones. */
export interface TurnContext {
  readonly messages: readonly ModelMessage[];
  /** One line per call: tool, result and approver. Used when the messages are summarized. */
  readonly calls: readonly string[];
  /** Sources of the untrusted content in it. Later turns that contain it are marked as well. */
  readonly sources: readonly string[];
  /** The user's words in it. Empty if somebody else wrote its message. */
  readonly said: readonly string[];
  /** The services whose answers it read. Absent in turns of older versions. */
  readonly seen?: readonly string[];
  /** The boundary of the wrappers around results in the messages. */
  readonly boundary: string;
}

/** The context of a finished state: the messages without their raw data, and a line per call. */
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
      .map((each) => {
        if (each.role !== "tool") return each;
        const { data: _data, ...rest } = each;
        return rest;
      }),
    calls: receipts.map(callLine),
  };
}

/** The context that a turn stored. */
function contextOf(turn: Turn | undefined): TurnContext {
  const empty = { messages: [], calls: [], sources: [], said: [], boundary: "" };
  // Only `turnContext` writes it.
  return { ...empty, ...(turn?.context as Partial<TurnContext> | undefined) };
}

/** The tool of a line that `callLine` wrote. */
function toolOfLine(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf(" ")));
}

function callLine({ tool, ok, code, callId, answer }: Receipt): string {
  const answerText =
    answer === undefined ? "" : `, ${answer.answer === "approve" ? "approved" : "denied"} by ${answer.by}`;
  return `${tool} ${ok ? "ok" : code} (${callId}${answerText})`;
}
