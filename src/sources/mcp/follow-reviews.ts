import { canonicalJson } from "../../support/json.ts";
import { type Pin, type PinStore, pinSchema } from "./pin.ts";

/** Finds a person's answers that another process recorded: `dejima mcp review` beside a running gateway. */
interface ReviewFollower {
  /** Registers the pin of a server. While it waits for review, the store is polled. */
  track(server: string, pin: Pin | undefined): void;
  close(): void;
}

/** How often the store is polled while something waits. */
const POLL_MS = 1_000;

/** Polls the store while something waits for a person. `onAnswer` receives the accepted pin. */
export function followReviews(pins: PinStore, onAnswer: (server: string, pin: Pin) => void): ReviewFollower {
  const waiting = new Map<string, Pin>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;

  async function poll(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      for (const [server, lastSeen] of [...waiting]) {
        const stored = pinSchema.safeParse(await pins.get(server)).data;
        if (stored === undefined || canonicalJson(stored) === canonicalJson(lastSeen)) continue;
        if (waiting.get(server) !== lastSeen) continue; // the server described itself again meanwhile
        track(server, stored);
        onAnswer(server, stored);
      }
    } finally {
      looking = false;
    }
  }

  function track(server: string, pin: Pin | undefined): void {
    if (pin?.pending === undefined) waiting.delete(server);
    else waiting.set(server, pin);
    if (waiting.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else timer ??= setInterval(() => void poll().catch(() => {}), POLL_MS).unref();
  }

  return {
    track,
    close: () => {
      clearInterval(timer);
      waiting.clear();
    },
  };
}
