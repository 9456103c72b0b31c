import type { EventOf } from "../../../src/contract/event.ts";
import type { Call } from "../../parts/call/call.ts";
import { callPhase } from "../../parts/call/call-phase.ts";
import { foldEvent } from "../chat/fold-event.ts";
import { newTurn, type Turn } from "../chat/turn.ts";
import type { LogRecord } from "./use-records.ts";

/** One bar of the timeline. Times are milliseconds since the run began. */
export interface Span {
  readonly key: string;
  readonly kind: "step" | "model" | "call" | "approval";
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly failed: boolean;
  /** Set on calls: the content of the card. */
  readonly call?: Call;
  /** Set on model requests: the reply, and its index in the run. */
  readonly reply?: { readonly record: EventOf<"model-end">; readonly request: number | undefined };
}

interface TimelineData {
  readonly spans: readonly Span[];
  /** The total duration. */
  readonly length: number;
}

/** Shorter steps would hide the others. */
const SHORTEST_STEP_MS = 1;

/** The bars of a run, in the order of their start. A bar without an end lasts until the last record. */
export function spansOf(records: readonly LogRecord[]): TimelineData {
  const times = records.map(({ at }) => Date.parse(at));
  const [begin = 0] = times;
  const last = Math.max(...times, begin);
  const calls = callsOf(records);
  let asked = 0;
  const spans = records.flatMap((record): Span[] => {
    const at = Date.parse(record.at) - begin;
    switch (record.type) {
      case "node-end":
        return record.durationMs < SHORTEST_STEP_MS
          ? []
          : [
              {
                key: `step-${record.seq}`,
                kind: "step",
                label: record.node,
                start: Math.max(0, at - record.durationMs),
                end: at,
                failed: false,
              },
            ];
      case "model-end":
        return [
          {
            key: `model-${record.seq}`,
            kind: "model",
            label: record.model,
            start: Math.max(0, at - record.durationMs),
            end: at,
            failed: false,
            reply: { record, request: record.purpose === undefined ? asked++ : undefined },
          },
        ];
      case "call-start": {
        const call = calls.get(record.callId);
        const end = endOf(records, "call-end", record.callId) ?? last;
        // The wait for a person has a separate bar.
        const answered = endOf(records, "approval-end", record.callId);
        return [
          {
            key: record.callId,
            kind: "call",
            label: record.tool,
            start: answered === undefined ? at : Math.min(answered, end) - begin,
            end: end - begin,
            failed: call !== undefined && callPhase(call) === "failed",
            ...(call === undefined ? {} : { call }),
          },
        ];
      }
      case "approval-start": {
        // A question that reached nobody did not wait.
        if (record.id === undefined) return [];
        const end = endOf(records, "approval-end", record.callId) ?? last;
        const key = `approval-${record.seq}`;
        return [{ key, kind: "approval", label: record.id, start: at, end: end - begin, failed: false }];
      }
      default:
        return [];
    }
  });
  // A step starts no later than its content; if they start together, the step comes first.
  const ordered = spans.sort(
    (a, b) => a.start - b.start || Number(b.kind === "step") - Number(a.kind === "step"),
  );
  return { spans: ordered, length: Math.max(1, last - begin) };
}

function endOf(
  records: readonly LogRecord[],
  type: "call-end" | "approval-end",
  callId: string,
): number | undefined {
  const end = records.find((record) => record.type === type && record.callId === callId);
  return end === undefined ? undefined : Date.parse(end.at);
}

// The same cards as in the chat, from the same events.
function callsOf(records: readonly LogRecord[]): ReadonlyMap<string, Call> {
  const { items } = records.reduce<Turn>(foldEvent, newTurn("", 0));
  const calls = items.flatMap((item) =>
    item.kind === "call" ? [item.call, ...(item.call.inner ?? [])] : [],
  );
  return new Map(calls.map((call) => [call.callId, call]));
}
