import type { HarbourEvent } from "../contract/event.ts";

export type Listener = (event: HarbourEvent) => void | Promise<void>;

/** Hands events to any number of subscribers. None of them can harm a call or another subscriber. */
export interface EventBus {
  emit(event: HarbourEvent): void;
  subscribe(listener: Listener): () => void;
  /** The events from now on. A reader that falls behind loses the oldest beyond `capacity`, never slows a call. */
  events(options: { signal: AbortSignal; capacity?: number }): AsyncIterable<HarbourEvent>;
  readonly size: number;
}

/** Makes a bus. `onFault` hears of subscribers that throw. */
export function createEventBus(onFault: (error: unknown) => void): EventBus {
  const listeners = new Set<Listener>();
  const subscribe = (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get size() {
      return listeners.size;
    },
    emit(event) {
      for (const listener of listeners) {
        try {
          const pending = listener(event);
          if (pending instanceof Promise) pending.catch(onFault);
        } catch (error) {
          onFault(error);
        }
      }
    },
    subscribe,
    events: ({ signal, capacity = 10_000 }) => readEvents(subscribe, signal, capacity),
  };
}

async function* readEvents(
  subscribe: (listener: Listener) => () => void,
  signal: AbortSignal,
  capacity: number,
) {
  const queue: HarbourEvent[] = [];
  let wake = () => {};
  const stop = subscribe((event) => {
    if (queue.length >= capacity) queue.shift();
    queue.push(event);
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
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
    signal.removeEventListener("abort", onAbort);
  }
}
