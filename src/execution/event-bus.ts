import type { HarbourEvent } from "../contract/event.ts";

export type Listener = (event: HarbourEvent) => void | Promise<void>;

/** Hands events to any number of subscribers. None of them can harm a call or another subscriber. */
export interface EventBus {
  emit(event: HarbourEvent): void;
  /** Hands one event to one listener, who can do no harm either. */
  tell(listener: Listener, event: HarbourEvent): void;
  /** Hears all events from now on, or those of one run, which then cost nothing to those who hear other runs. */
  subscribe(listener: Listener, of?: { readonly runId: string }): () => void;
  /** The events from now on. A reader that falls behind loses the oldest beyond `capacity`, never slows a call. */
  events(options: { signal: AbortSignal; capacity?: number }): AsyncIterable<HarbourEvent>;
  readonly size: number;
}

/** Makes a bus. `onFault` hears of subscribers that throw. */
export function createEventBus(onFault: (error: unknown) => void): EventBus {
  const listeners = new Set<Listener>();
  const byRun = new Map<string, Set<Listener>>();
  const subscribe: EventBus["subscribe"] = (listener, of) => {
    const among = of === undefined ? listeners : (byRun.get(of.runId) ?? new Set());
    among.add(listener);
    if (of !== undefined) byRun.set(of.runId, among);
    return () => {
      among.delete(listener);
      if (of !== undefined && among.size === 0 && byRun.get(of.runId) === among) byRun.delete(of.runId);
    };
  };
  const report = (fault: unknown) => {
    try {
      onFault(fault);
    } catch {
      // Anyone who hears of faults must not bring about another.
    }
  };
  const tell: EventBus["tell"] = (listener, event) => {
    try {
      const pending = listener(event);
      if (pending instanceof Promise) pending.catch(report);
    } catch (error) {
      report(error);
    }
  };
  return {
    get size() {
      return listeners.size + byRun.size;
    },
    tell,
    emit(event) {
      for (const listener of listeners) tell(listener, event);
      const own = byRun.get(event.runId);
      if (own !== undefined) for (const listener of own) tell(listener, event);
    },
    subscribe,
    events: ({ signal, capacity = 10_000 }) => readEvents(subscribe, signal, capacity),
  };
}

// Listens from now on, not from the first time that somebody asks for an event.
function readEvents(
  subscribe: (listener: Listener) => () => void,
  signal: AbortSignal,
  capacity: number,
): AsyncIterable<HarbourEvent> {
  const queue: HarbourEvent[] = [];
  let wake = () => {};
  const leave = subscribe((event) => {
    if (queue.length >= capacity) queue.shift();
    queue.push(event);
    wake();
  });
  const stop = () => {
    leave();
    signal.removeEventListener("abort", stop);
    wake();
  };
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop);
  return (async function* () {
    try {
      while (!signal.aborted || queue.length > 0) {
        const event = queue.shift();
        if (event !== undefined) yield event;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      stop();
    }
  })();
}
