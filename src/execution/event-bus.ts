import type { HarbourEvent } from "../contract/event.ts";

export type Listener = (event: HarbourEvent) => void | Promise<void>;

/** Delivers events to any number of subscribers. A subscriber cannot break a call or another subscriber. */
export interface EventBus {
  emit(event: HarbourEvent): void;
  /** Delivers one event to one listener and catches its errors. */
  notify(listener: Listener, event: HarbourEvent): void;
  /** Subscribes to all events from now on, or to those of one run. A listener of one run costs the other runs nothing. */
  subscribe(listener: Listener, filter?: { readonly runId: string }): () => void;
  /** The events from now on. A slow reader loses the oldest events beyond `capacity` and never slows a call. */
  events(options: { signal: AbortSignal; capacity?: number }): AsyncIterable<HarbourEvent>;
  readonly size: number;
}

/** Creates a bus. `onFault` is called when a subscriber throws. */
export function createEventBus(onFault: (error: unknown) => void): EventBus {
  const listeners = new Set<Listener>();
  const byRun = new Map<string, Set<Listener>>();
  const subscribe: EventBus["subscribe"] = (listener, filter) => {
    const target = filter === undefined ? listeners : (byRun.get(filter.runId) ?? new Set());
    target.add(listener);
    if (filter !== undefined) byRun.set(filter.runId, target);
    return () => {
      target.delete(listener);
      if (filter !== undefined && target.size === 0 && byRun.get(filter.runId) === target)
        byRun.delete(filter.runId);
    };
  };
  const report = (fault: unknown) => {
    try {
      onFault(fault);
    } catch {
      // The fault handler must not cause another fault.
    }
  };
  const notify: EventBus["notify"] = (listener, event) => {
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
    notify,
    emit(event) {
      for (const listener of listeners) notify(listener, event);
      const own = byRun.get(event.runId);
      if (own !== undefined) for (const listener of own) notify(listener, event);
    },
    subscribe,
    events: ({ signal, capacity = 10_000 }) => readEvents(subscribe, signal, capacity),
  };
}

// Subscribes now, not with the first read.
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
