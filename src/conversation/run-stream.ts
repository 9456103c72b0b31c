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
  /** From the event after this one on, until the run ends or the signal aborts. */
  follow(after: EventNumber, options: { readonly signal: AbortSignal }): AsyncGenerator<NumberedEvent>;
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
      // Whoever is that far behind gets the records, which say the same at greater length.
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
    async *follow(after, { signal }) {
      let seen = seenBefore(after, records);
      let [from, generation] = [0, dropped];
      const onAbort = () => wake();
      signal.addEventListener("abort", onAbort);
      try {
        while (!signal.aborted) {
          if (generation !== dropped) [from, generation] = [0, dropped];
          const held = kept[from];
          if (held !== undefined) {
            from++;
            if (!isAfter(held.number, seen)) continue;
            seen = held.number;
            yield held;
          } else if (ended) return;
          else await new Promise<void>((resolve) => void waiting.add(resolve));
        }
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
  };
}
