import { type ReadonlySignal, signal } from "@preact/signals";
import { type Api, wantsToken } from "./api.ts";
import type { Answer } from "./api-calls.ts";
import type { LiveEvent } from "./live-event.ts";

type Questions = Answer<"get", "/api/approvals">;
type Listener = (event: LiveEvent) => void;

export type Connection = "connecting" | "open" | "lost" | "locked";

/** Live events of the server while the page is open. */
export interface Live {
  readonly connection: ReadonlySignal<Connection>;
  /**
   * Resolves when it is known whether events arrive. Data requested after that is requested once and misses
   * no event.
   */
  settled(): Promise<void>;
  /** The waiting questions, as this window last loaded them. `undefined` if it receives no events itself. */
  waiting(): Promise<Questions> | undefined;
  /** How many questions wait for a person. */
  readonly pending: ReadonlySignal<number>;
  /**
   * Calls the listener for every event, and when some may have been missed. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: Listener): () => void;
  /** Reconnects at once, for example with another token. */
  restart(): void;
}

/** Messages between windows: events, the connection state, and requests for either. */
interface WindowMessage {
  readonly event?: LiveEvent;
  readonly connection?: Connection;
  readonly pending?: number;
  readonly wants?: "state" | "restart";
}

const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000];
/** A proxy may delay events: the page does not wait longer for them. */
const PATIENCE_MS = 5_000;
const QUESTIONS: ReadonlySet<string> = new Set(["approval-start", "approval-end"]);

/**
 * Follows the server's events. Of all windows with the same token, one keeps the connection open, also in the
 * background, and forwards events to the others: a browser opens few connections to one server. If windows
 * cannot agree on one, each follows while it is visible.
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
  let waiting: Promise<Questions> | undefined;
  const known = Promise.withResolvers<void>();
  setTimeout(known.resolve, PATIENCE_MS);

  const post = (message: WindowMessage) => channel?.postMessage(message);
  const tell: Listener = (event) => {
    for (const listener of listeners) listener(event);
  };

  function show(next: Connection): void {
    connection.value = next;
    known.resolve();
    post({ connection: next });
  }

  function announce(event: LiveEvent): void {
    if (event === "connected" || QUESTIONS.has(event.type)) void count().catch(() => undefined);
    tell(event);
    post({ event });
  }

  function take({ data }: MessageEvent<WindowMessage>): void {
    if (leads && data.wants === "state") post({ connection: connection.value, pending: pending.value });
    if (leads && data.wants === "restart") restart();
    if (leads) return;
    connection.value = data.connection ?? connection.value;
    if (connection.value !== "connecting") known.resolve();
    pending.value = data.pending ?? pending.value;
    if (data.event !== undefined) tell(data.event);
  }

  async function count(): Promise<void> {
    const own = ++counts;
    waiting = api.get("/api/approvals", { query: { status: "pending", limit: 100 } });
    const found = await waiting;
    // Responses may arrive out of order: only the latest request counts.
    if (own !== counts) return;
    pending.value = found.length;
    post({ pending: found.length });
  }

  async function follow(signal: AbortSignal): Promise<void> {
    leads = true;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        let begun = false;
        for await (const events of api.follow("/api/events", { signal })) {
          show("open");
          // Events since the page loaded its content were missed.
          if (!begun) announce("connected");
          begun = true;
          attempt = 0;
          for (const { event, data } of events)
            if (event !== "open" && event !== "heartbeat") announce(JSON.parse(data));
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
    // Stays "lost" until events arrive again.
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
    settled: () => known.promise,
    waiting: () => (leads && connection.value === "open" ? waiting : undefined),
    pending,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    restart,
  };
}
