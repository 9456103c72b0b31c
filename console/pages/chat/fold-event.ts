import type { EventOf, HarbourEvent } from "../../../src/contract/event.ts";
import type { Call } from "../../parts/call/call.ts";
import type { Item, Reply, Turn } from "./turn.ts";

/** The turn after one more event. A log and a live stream give the same answer; only a live stream gives the progress of calls. */
export function foldEvent(turn: Turn, event: HarbourEvent): Turn {
  switch (event.type) {
    case "run-start":
      return { ...turn, runId: event.runId, status: "open", startedAt: Date.parse(event.at) };
    case "turn-start":
      return { ...turn, conversationId: event.conversationId, message: event.message, model: event.model };
    case "text-delta":
      return { ...turn, items: addText(turn.items, "text", event.text) };
    case "thinking-delta":
      return { ...turn, items: addText(turn.items, "thinking", event.text) };
    case "model-end":
      return {
        ...turn,
        // Side questions to the model are not part of the answer.
        items: event.purpose !== undefined ? turn.items : settleReply(turn.items, event),
        tokens: turn.tokens + event.usage.inputTokens + event.usage.outputTokens,
      };
    case "notice":
      return event.situation === "announce" ? turn : add(turn, { ...event, kind: "notice" });
    case "skill-start":
      return add(turn, { kind: "skill", skill: event.skill, why: event.why });
    case "reflection-end":
      return add(turn, { kind: "reflection", reflection: event.reflection });
    case "call-start":
      return addCall(turn, event);
    case "artifact-end":
      return { ...turn, artifacts: [...turn.artifacts, event] };
    case "run-end":
      return {
        ...turn,
        status: event.status,
        endedAt: Date.parse(event.at),
        items: settleAnswer(turn.items, event.answer ?? ""),
      };
    default:
      return "callId" in event && event.callId !== undefined
        ? changeCall(turn, event.callId, (call) => foldCall(call, event))
        : turn;
  }
}

/** The call after one more event about it. */
export function foldCall(call: Call, event: HarbourEvent): Call {
  switch (event.type) {
    case "approval-start":
      return { ...call, question: { id: event.id } };
    case "approval-end":
      return {
        ...call,
        question: {
          id: event.id ?? call.question?.id,
          answer: event.answer,
          by: event.by,
          grant: event.grant,
        },
      };
    case "call-progress":
      return {
        ...call,
        live: call.live + (event.chunk ?? ""),
        progress: {
          message: event.message ?? call.progress?.message,
          fraction: event.fraction ?? call.progress?.fraction,
        },
      };
    case "call-end":
      return { ...call, result: event.result, durationMs: event.durationMs, spent: event.spent };
    case "undo-end":
      return { ...call, undone: event.undone };
    default:
      return call;
  }
}

/** A call that has just started. */
export function newCall(event: EventOf<"call-start">): Call {
  const { callId, runId, tool, params, risk, effects, verdict, reasons, at } = event;
  const shows = event.interface === undefined ? {} : { interface: event.interface };
  return { callId, runId, tool, params, risk, effects, verdict, reasons, startedAt: at, live: "", ...shows };
}

/** A call that a program made is shown inside the program. */
function addCall(turn: Turn, event: EventOf<"call-start">): Turn {
  const { parent } = event;
  const known =
    parent !== undefined && turn.items.some((item) => item.kind === "call" && item.call.callId === parent);
  if (!known) return add(turn, { kind: "call", call: newCall(event) });
  return changeCall(turn, parent, (call) => ({ ...call, inner: [...(call.inner ?? []), newCall(event)] }));
}

function add(turn: Turn, item: Item): Turn {
  return { ...turn, items: [...turn.items, item] };
}

/** The turn with the outcome of its message, if that was an answer to a question. */
export function addReplies(turn: Turn, replies: readonly Reply[]): Turn {
  return replies.reduce((folded, reply) => add(folded, { kind: "reply", reply }), turn);
}

/** The turn with one of its calls changed. */
export function changeCall(turn: Turn, callId: string, change: (call: Call) => Call): Turn {
  const items = turn.items.map((item) =>
    item.kind === "call" ? { ...item, call: changed(item.call, callId, change) } : item,
  );
  return { ...turn, items };
}

function changed(call: Call, callId: string, change: (call: Call) => Call): Call {
  if (call.callId === callId) return change(call);
  if (call.inner?.some((inner) => inner.callId === callId) !== true) return call;
  return { ...call, inner: call.inner.map((inner) => (inner.callId === callId ? change(inner) : inner)) };
}

function addText(items: readonly Item[], kind: "text" | "thinking", text: string): Item[] {
  const last = items.at(-1);
  return last?.kind === kind && !last.whole
    ? [...items.slice(0, -1), { ...last, text: last.text + text }]
    : [...items, { kind, text, whole: false }];
}

/** The streamed parts of a reply are replaced by the whole. A log has no parts. */
function settleReply(items: readonly Item[], { text, thinking = "" }: EventOf<"model-end">): readonly Item[] {
  const kept = items.filter(
    (item) => !((item.kind === "thinking" || (item.kind === "text" && text !== "")) && !item.whole),
  );
  return [
    ...kept,
    ...(thinking === "" ? [] : [{ kind: "thinking", text: thinking, whole: true } as const]),
    ...(text === "" ? [] : [{ kind: "text", text, whole: true } as const]),
  ];
}

// The final answer may differ from what the model wrote: claims are checked and limits are named.
function settleAnswer(items: readonly Item[], answer: string): readonly Item[] {
  const last = items.at(-1);
  if (answer === "" || (last?.kind === "text" && last.text === answer)) return items;
  const before = last?.kind === "text" ? items.slice(0, -1) : items;
  return [...before, { kind: "text", text: answer, whole: true }];
}
