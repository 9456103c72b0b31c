import { type ReadonlySignal, signal } from "@preact/signals";
import type { HarbourEvent } from "../../src/contract/event.ts";
import { type Api, wantsToken } from "./api.ts";

/** A message that was kept for the person of a conversation: a reminder, or what came of a planned task. */
export interface MessageKept {
  readonly type: "message-kept";
  readonly conversation: string;
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** A conversation that the model gave a title. */
export interface ConversationTitled {
  readonly type: "conversation-titled";
  readonly conversation: string;
  readonly title: string;
}

/** "connected": events from now on are heard, and some before may have been missed. */
export type Happening = HarbourEvent | MessageKept | ConversationTitled | "connected";
type Listener = (event: Happening) => void;

export type Connection = "connecting" | "open" | "lost" | "locked";

/** What happens on the server while the page is open. */
export interface Live {
  readonly connection: ReadonlySignal<Connection>;
  /** How many questions wait for a person. */
  readonly pending: ReadonlySignal<number>;
  /** Hears of every event from now on, and when some may have been missed. Call the returned function to stop. */
  subscribe(listener: Listener): () => void;
  /** Connects again at once, for instance with another token. */
  restart(): void;
}

/** What windows tell one another: what was heard, how things stand, and that somebody wants to know or to try again. */
interface Told {
  readonly event?: Happening;
  readonly connection?: Connection;
  readonly pending?: number;
  readonly wants?: "state" | "restart";
}

const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000];
const QUESTIONS: ReadonlySet<string> = new Set(["approval-start", "approval-end"]);

/**
 * Follows the server's events. Of all windows with the same token one holds the connection, also in the background, and tells
 * the others: a browser opens few connections to one server. Where windows cannot agree on one, each follows while it is visible.
 */
export function createLive(api: Api, document: Document, token: () => string): Live {
  const connection = signal<Connection>("connecting");
  const pending = signal(0);
  const listeners = new Set<Listener>();
  const shared = "locks" in navigator && "BroadcastChannel" in window;
  let current = new AbortController();
  let channel: BroadcastChannel | undefined;
  let leads = false;
  let counts = 0;

  const post = (told: Told) => channel?.postMessage(told);
  const tell: Listener = (event) => {
    for (const listener of listeners) listener(event);
  };

  function show(next: Connection): void {
    connection.value = next;
    post({ connection: next });
  }

  function hear(event: Happening): void {
    if (event === "connected" || QUESTIONS.has(event.type)) void count().catch(() => undefined);
    tell(event);
    post({ event });
  }

  function take({ data }: MessageEvent<Told>): void {
    if (leads && data.wants === "state") post({ connection: connection.value, pending: pending.value });
    if (leads && data.wants === "restart") restart();
    if (leads) return;
    connection.value = data.connection ?? connection.value;
    pending.value = data.pending ?? pending.value;
    if (data.event !== undefined) tell(data.event);
  }

  async function count(): Promise<void> {
    const own = ++counts;
    const waiting = await api.get("/api/approvals", { query: { status: "pending", limit: 100 } });
    // Answers may overtake one another: the one that was asked for last is right.
    if (own !== counts) return;
    pending.value = waiting.length;
    post({ pending: waiting.length });
  }

  async function follow(signal: AbortSignal): Promise<void> {
    leads = true;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await count();
        let begun = false;
        for await (const events of api.follow("/api/events", { signal })) {
          show("open");
          // What happened since the page asked for its content was not heard.
          if (!begun) hear("connected");
          begun = true;
          attempt = 0;
          for (const { event, data } of events)
            if (event !== "open" && event !== "heartbeat") hear(JSON.parse(data));
        }
      } catch (error) {
        if (signal.aborted) return;
        if (wantsToken(error)) return show("locked");
      }
      if (signal.aborted) return;
      show("lost");
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
    }
  }

  function restart(): void {
    if (!leads) post({ wants: "restart" });
    current.abort();
    current = new AbortController();
    const { signal } = current;
    leads = false;
    // Until it is heard again, it is still lost.
    if (connection.value !== "lost") connection.value = "connecting";
    if (shared) {
      const name = `dejima.live.${token()}`;
      channel?.close();
      channel = new BroadcastChannel(name);
      channel.onmessage = take;
      post({ wants: "state" });
      void navigator.locks.request(name, { signal }, () => follow(signal)).catch(() => undefined);
    } else if (!document.hidden) void follow(signal);
  }

  document.addEventListener("visibilitychange", () => {
    if (!shared || (!document.hidden && connection.value === "lost")) restart();
  });
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
