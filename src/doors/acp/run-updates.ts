import type { PlanEntry, SessionUpdate, StopReason, ToolCallContent } from "@agentclientprotocol/sdk";
import type { EventOf, HarbourEvent } from "../../contract/event.ts";
import type { Language } from "../../contract/words/messages.ts";
import { defined } from "../../support/defined.ts";
import { visibleLine, visibleText } from "../../text/visible-text.ts";
import { endedCall, progressedCall, runsCommands, startedCall } from "./call-updates.ts";
import { terminalChunk } from "./terminal-output.ts";

const MOST_OUTPUT = 20_000;

interface RunUpdatesOptions {
  readonly language: () => Language;
  /** Whether the editor shows output that the agent sends as a terminal. */
  readonly terminals?: boolean;
}

/** Turns the events of one run into editor updates, live or from the log. */
export interface RunUpdates {
  of(event: HarbourEvent): readonly SessionUpdate[];
  /** Remembers the diffs that were shown with the question about a call. */
  showed(callId: string, diffs: readonly ToolCallContent[]): void;
  readonly stopReason: StopReason;
}

/** Creates the updates of one run. */
export function createRunUpdates({ language, terminals = false }: RunUpdatesOptions): RunUpdates {
  const diffs = new Map<string, readonly ToolCallContent[]>();
  const plan = createPlan();
  /** What running calls have put out so far. */
  const outputs = new Map<string, string>();
  /** The calls that are shown as terminals. */
  const asTerminal = new Set<string>();
  let streamed = "";
  let round = 0;
  let stopReason: StopReason = "end_turn";

  const say = (text: string, runId: string): SessionUpdate[] =>
    text === "" ? [] : [messageChunk(text, `${runId}-${round}`)];

  /**
   * The part of the answer that was not streamed. Streamed text is the answer, unless it broke off or was
   * corrected afterwards.
   */
  function rest(answer: string): string {
    const begun = streamed.trim();
    if (begun === "") return answer;
    return answer.startsWith(begun) ? answer.slice(begun.length).trimEnd() : `\n\n${answer}`;
  }

  function ended({ text, purpose, calls, runId }: EventOf<"model-end">): SessionUpdate[] {
    if (purpose !== undefined) return [];
    // The log contains whole messages, not their deltas.
    const unstreamed = streamed === "" && calls.length > 0 ? say(text, runId) : [];
    if (calls.length > 0) {
      streamed = "";
      round++;
    }
    return [...unstreamed, ...plan.begin(calls)];
  }

  function started(event: EventOf<"call-start">): SessionUpdate {
    const terminal = terminals && runsCommands(event);
    if (terminal) asTerminal.add(event.callId);
    return startedCall(event, { terminal });
  }

  function progressed({ callId, chunk, message }: EventOf<"call-progress">): SessionUpdate[] {
    const isTerminal = asTerminal.has(callId);
    if (chunk === undefined && (isTerminal || message === undefined)) return [];
    const before = outputs.get(callId) ?? "";
    const output = chunk === undefined ? before : (before + chunk).slice(-MOST_OUTPUT);
    if (chunk !== undefined) outputs.set(callId, output);
    if (isTerminal) return [terminalChunk(callId, chunk ?? "")];
    return [progressedCall(callId, chunk === undefined ? (message ?? "") : output)];
  }

  function endedShown(event: EventOf<"call-end">): SessionUpdate {
    const { callId } = event;
    const terminal = asTerminal.delete(callId) ? { streamed: outputs.has(callId) } : undefined;
    outputs.delete(callId);
    return endedCall(event, { language: language(), diffs: diffs.get(callId) ?? [], terminal });
  }

  return {
    showed: (callId, shown) => void diffs.set(callId, shown),
    get stopReason() {
      return stopReason;
    },
    of(event) {
      switch (event.type) {
        case "text-delta":
          streamed += event.text;
          return say(event.text, event.runId);
        case "thinking-delta":
          return [thoughtChunk(event.text)];
        case "model-end":
          return ended(event);
        case "notice":
          if (event.situation === "limit") stopReason = "max_turn_requests";
          return [thoughtChunk(event.text)];
        case "skill-start":
          return [thoughtChunk(`◆ ${event.skill} (${event.why})`)];
        case "call-start":
          return [started(event), ...plan.start(event)];
        case "call-progress":
          return progressed(event);
        case "approval-end":
          return event.answer === "approve"
            ? [{ sessionUpdate: "tool_call_update", toolCallId: event.callId, status: "in_progress" }]
            : [];
        case "call-end":
          return [endedShown(event), ...plan.end(event.callId)];
        case "artifact-end":
          return [thoughtChunk(`⇩ ${event.name} (${event.bytes} bytes)`)];
        case "run-end":
          if (event.status === "cancelled") stopReason = "cancelled";
          return say(rest(event.answer ?? ""), event.runId);
        default:
          return [];
      }
    },
  };
}

/** A piece of the person's message, when a session is shown again. */
export function userChunk(text: string): SessionUpdate {
  return { sessionUpdate: "user_message_chunk", content: { type: "text", text: visibleText(text) } };
}

/** A piece of the agent's message. */
export function messageChunk(text: string, messageId?: string): SessionUpdate {
  return {
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text: visibleText(text) },
    ...defined({ messageId }),
  };
}

function thoughtChunk(text: string): SessionUpdate {
  return { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: visibleText(`${text}\n`) } };
}

/** The steps of a round, as an editor lists them. */
interface Plan {
  begin(calls: EventOf<"model-end">["calls"]): SessionUpdate[];
  start(event: EventOf<"call-start">): SessionUpdate[];
  end(callId: string): SessionUpdate[];
}

/** The calls that the model requested at once, as steps of a plan. A single call makes no plan. */
function createPlan(): Plan {
  let steps = new Map<string, PlanEntry>();
  const keys = new Map<string, string>();
  const update = (): SessionUpdate[] => [{ sessionUpdate: "plan", entries: [...steps.values()] }];
  return {
    begin(calls: EventOf<"model-end">["calls"]): SessionUpdate[] {
      if (calls.length < 2) return [];
      steps = new Map(
        calls.map(({ id, tool, input }) => [
          id,
          { content: visibleLine(`${tool} ${input}`).slice(0, 120), priority: "medium", status: "pending" },
        ]),
      );
      return update();
    },
    start({ key = "", callId }: EventOf<"call-start">): SessionUpdate[] {
      keys.set(callId, key);
      return move(key, "in_progress");
    },
    end: (callId: string) => move(keys.get(callId) ?? "", "completed"),
  };
  function move(key: string, status: PlanEntry["status"]): SessionUpdate[] {
    const step = steps.get(key);
    if (step === undefined) return [];
    steps.set(key, { ...step, status });
    return update();
  }
}
