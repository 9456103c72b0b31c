import { canonicalJson } from "../../support/json.ts";
import { type Pin, type PinStore, pinSchema } from "./pin.ts";

/** Looks for a person's answers that another process took: `dejima mcp review` beside a running gateway. */
interface ReviewFollower {
  /** Notes what is held of a server. Something that waits is looked for in the store from then on. */
  look(server: string, pin: Pin | undefined): void;
  close(): void;
}

/** How often the store is looked at while something waits. */
const EVERY_MS = 1_000;

/** Follows the store while something waits for a person; `onAnswer` gets what was agreed to. */
export function followReviews(pins: PinStore, onAnswer: (server: string, pin: Pin) => void): ReviewFollower {
  const waiting = new Map<string, Pin>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;

  async function lookAgain(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      for (const [server, held] of [...waiting]) {
        const stored = pinSchema.safeParse(await pins.get(server)).data;
        if (stored === undefined || canonicalJson(stored) === canonicalJson(held)) continue;
        if (waiting.get(server) !== held) continue; // it described itself anew meanwhile
        look(server, stored);
        onAnswer(server, stored);
      }
    } finally {
      looking = false;
    }
  }

  function look(server: string, pin: Pin | undefined): void {
    if (pin?.pending === undefined) waiting.delete(server);
    else waiting.set(server, pin);
    if (waiting.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else timer ??= setInterval(() => void lookAgain().catch(() => {}), EVERY_MS).unref();
  }

  return {
    look,
    close: () => {
      clearInterval(timer);
      waiting.clear();
    },
  };
}
