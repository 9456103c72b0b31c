import { setImmediate as nextTurn } from "node:timers/promises";
import { ANNOUNCED_ONLY, type HarbourEvent } from "../contract/event.ts";
import { type EventNumber, isAfter, seenBefore } from "./event-number.ts";

/** An event with its place in the run. */
export interface NumberedEvent {
  readonly number: EventNumber;
  readonly event: HarbourEvent;
}

/** The events of a run that goes on in this process, kept so that any reader can come, go and come again. */
export interface RunStream {
  /** The number of the first record that it has seen; the log has what came before. */
  readonly firstSeq: number;
  readonly ended: boolean;
  push(event: HarbourEvent): void;
  end(): void;
  /**
   * From the event after this one on, until the run ends or the signal aborts; `together` gathers what comes within one turn of
   * the event loop, so that a reader passes it on once.
   */
  follow(after: EventNumber, options: FollowOptions): AsyncGenerator<readonly NumberedEvent[]>;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly together: boolean;
}

const MOST_EVENTS = 10_000;
const KEPT_PASSING = 2_000;

/** Makes one for a run whose log holds `records` records already. */
export function createRunStream(records = 0): RunStream {
  let kept: NumberedEvent[] = [];
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
      kept.push({ number: last, event });
      // A reader that far behind gets the records, which hold the same in more words.
      if (kept.length > MOST_EVENTS) {
        const recent = kept.length - KEPT_PASSING;
        const slim = kept.filter(({ number }, index) => number.part === 0 || index >= recent);
        dropped += kept.length - slim.length;
        kept = slim;
      }
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *follow(after, { signal, together }) {
      let seen = seenBefore(after, records);
      let [from, generation] = [0, dropped];
      signal.addEventListener("abort", wake);
      try {
        while (!signal.aborted) {
          if (generation !== dropped) [from, generation] = [0, dropped];
          const fresh = freshOf(kept, from, seen);
          from = kept.length;
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

function freshOf(kept: readonly NumberedEvent[], from: number, seen: EventNumber): readonly NumberedEvent[] {
  const first = kept[from];
  const rest = kept.slice(from);
  // They stand in order: where the first is new, all are.
  return first === undefined || isAfter(first.number, seen)
    ? rest
    : rest.filter(({ number }) => isAfter(number, seen));
}
