import { setImmediate as nextTurn } from "node:timers/promises";
import { ANNOUNCED_ONLY, type HarbourEvent } from "../contract/event.ts";
import { type EventNumber, isAfter, lastSeenPosition } from "./event-number.ts";

/** An event with its place in the run. */
export interface NumberedEvent {
  readonly number: EventNumber;
  readonly event: HarbourEvent;
}

/** The events of a run in progress in this process, buffered so that any reader can join, leave and return. */
export interface RunStream {
  /** The number of the first record in the buffer. The log has everything before it. */
  readonly firstSeq: number;
  readonly ended: boolean;
  push(event: HarbourEvent): void;
  end(): void;
  /**
   * The events after this one, until the run ends or the signal aborts. `together` batches the events of one turn of the event
   * loop, so that a reader forwards them at once.
   */
  follow(after: EventNumber, options: FollowOptions): AsyncGenerator<readonly NumberedEvent[]>;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly together: boolean;
}

const MAX_EVENTS = 10_000;
const RECENT_EVENTS = 2_000;

/** Creates the stream of a run whose log already has `records` records. */
export function createRunStream(records = 0): RunStream {
  let buffer: NumberedEvent[] = [];
  let last: EventNumber = { seq: records - 1, part: 0, base: records };
  let ended = false;
  let dropped = 0;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resume of waiting) resume();
    waiting.clear();
  };
  return {
    firstSeq: records,
    get ended() {
      return ended;
    },
    push(event) {
      last = ANNOUNCED_ONLY.has(event.type)
        ? { ...last, part: last.part + 1 }
        : { ...last, seq: last.seq + 1, part: 0 };
      buffer.push({ number: last, event });
      // A reader that far behind gets the records, which contain the same information.
      if (buffer.length > MAX_EVENTS) {
        const recent = buffer.length - RECENT_EVENTS;
        const slim = buffer.filter(({ number }, index) => number.part === 0 || index >= recent);
        dropped += buffer.length - slim.length;
        buffer = slim;
      }
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *follow(after, { signal, together }) {
      let seen = lastSeenPosition(after, records);
      let [from, generation] = [0, dropped];
      signal.addEventListener("abort", wake);
      try {
        // What the rest of this turn brings goes along: with a fast model, that is the whole answer.
        if (together && !ended) await nextTurn();
        while (!signal.aborted) {
          if (generation !== dropped) [from, generation] = [0, dropped];
          const fresh = freshOf(buffer, from, seen);
          from = buffer.length;
          seen = fresh.at(-1)?.number ?? seen;
          if (fresh.length > 0) yield fresh;
          else if (ended) return;
          else {
            await new Promise<void>((resolve) => void waiting.add(resolve));
            if (together && !ended) await nextTurn();
          }
        }
      } finally {
        signal.removeEventListener("abort", wake);
      }
    },
  };
}

function freshOf(
  buffer: readonly NumberedEvent[],
  from: number,
  seen: EventNumber,
): readonly NumberedEvent[] {
  const first = buffer[from];
  const rest = buffer.slice(from);
  // Events are in order: if the first is new, all are.
  return first === undefined || isAfter(first.number, seen)
    ? rest
    : rest.filter(({ number }) => isAfter(number, seen));
}
