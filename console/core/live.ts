import { type ReadonlySignal, signal } from "@preact/signals";
import type { HarbourEvent } from "../../src/contract/event.ts";
import type { Api } from "./api.ts";
import { wantsToken } from "./api.ts";

type Listener = (event: HarbourEvent | "reconnected") => void;

export type Connection = "connecting" | "open" | "lost" | "locked";

/** What happens on the server while the page is looked at. */
export interface Live {
  readonly connection: ReadonlySignal<Connection>;
  /** How many questions wait for a person. */
  readonly pending: ReadonlySignal<number>;
  /** Hears of every event from now on, and when some may have been missed; what is returned ends it. */
  subscribe(listener: Listener): () => void;
  /** Begins anew, for instance with another token. */
  restart(): void;
}

const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000];
const QUESTIONS: ReadonlySet<string> = new Set(["approval-start", "approval-end"]);

/** Follows the server's events for as long as the page is visible, and comes back when the connection was lost. */
export function createLive(api: Api, document: Document): Live {
  const connection = signal<Connection>("connecting");
  const pending = signal(0);
  const listeners = new Set<Listener>();
  let current = new AbortController();
  let heardBefore = false;

  async function count(): Promise<void> {
    const waiting = await api.get("/api/approvals", { query: { status: "pending", limit: 100 } });
    pending.value = waiting.length;
  }

  const tell: Listener = (event) => {
    for (const listener of listeners) listener(event);
  };

  function hear(event: HarbourEvent): void {
    if (QUESTIONS.has(event.type)) void count().catch(() => undefined);
    tell(event);
  }

  async function follow(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await count();
        for await (const events of api.follow("/api/events", { signal })) {
          if (connection.value !== "open" && heardBefore) tell("reconnected");
          connection.value = "open";
          heardBefore = true;
          attempt = 0;
          for (const { event, data } of events)
            if (event !== "open" && event !== "heartbeat") hear(JSON.parse(data));
        }
      } catch (error) {
        if (signal.aborted) return;
        if (wantsToken(error)) {
          connection.value = "locked";
          return;
        }
      }
      if (signal.aborted) return;
      connection.value = "lost";
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
    }
  }

  function restart(): void {
    current.abort();
    current = new AbortController();
    // Until it is heard again, it is still lost.
    if (connection.value !== "lost") connection.value = "connecting";
    // A browser opens few connections to one server: windows in the background leave theirs to others.
    if (!document.hidden) void follow(current.signal);
  }

  document.addEventListener("visibilitychange", restart);
  restart();
  return {
    connection,
    pending,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    restart,
  };
}
