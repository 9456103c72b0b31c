import type { Turn } from "../../contract/conversation.ts";
import type { ModelMessage } from "../../model/language/language-model.ts";
import type { AgentState, Receipt } from "../workflow/state.ts";

/** What a turn leaves for later ones. */
export interface TurnContext {
  readonly messages: readonly ModelMessage[];
  /** One line per call: what it was, how it ended and who agreed to it, for when the messages are summed up. */
  readonly calls: readonly string[];
  /** Where untrusted content among them came from: later turns that carry it are marked as this one was. */
  readonly sources: readonly string[];
  /** What the marks around results are named with in the messages. */
  readonly boundary: string;
}

/** What is kept of a finished state: the messages without their raw data, and a line per call. */
export function turnContext(
  { messages, receipts, boundary }: AgentState,
  sources: readonly string[] = [],
): TurnContext {
  return {
    sources,
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

/** What a stored turn left. */
export function contextOf(turn: Turn | undefined): TurnContext {
  const empty = { messages: [], calls: [], sources: [], boundary: "" };
  // Written by `turnContext` alone.
  return { ...empty, ...(turn?.context as Partial<TurnContext> | undefined) };
}

function callLine({ tool, ok, code, callId, answer }: Receipt): string {
  const said =
    answer === undefined ? "" : `, ${answer.answer === "approve" ? "approved" : "denied"} by ${answer.by}`;
  return `${tool} ${ok ? "ok" : code} (${callId}${said})`;
}
