import { batch, type Signal } from "@preact/signals";
import type { Chat } from "./chat.ts";
import type { ChatRoutes } from "./chat-routes.ts";
import { isOpen, type Turn } from "./turn.ts";

interface TurnParts {
  readonly routes: Pick<ChatRoutes, "open">;
  readonly turns: Signal<readonly Turn[]>;
  readonly conversation: Signal<string | undefined>;
  readonly earlier: Signal<string | undefined>;
  /** Does optional work. Errors are shown. */
  attempt(work: () => Promise<void>): Promise<void>;
  followLast(mine: AbortController): Promise<void>;
  watching(): AbortController;
}

/** Adds turns that are not on the screen yet: later ones from elsewhere, and earlier ones. */
export function moreTurns(parts: TurnParts): Pick<Chat, "refresh" | "loadEarlier"> {
  const { routes, turns, conversation, earlier, attempt } = parts;
  return {
    refresh: () =>
      attempt(async () => {
        const [id, mine, last] = [conversation.value, parts.watching(), turns.value.at(-1)];
        if (id === undefined || last === undefined || isOpen(last)) return;
        const opened = await routes.open(id);
        const now = turns.value.at(-1);
        if (mine.signal.aborted || now !== last || opened.turns.at(-1)?.runId === last.runId) return;
        const known = new Set(turns.value.map(({ runId }) => runId));
        turns.value = [...turns.value, ...opened.turns.filter(({ runId }) => !known.has(runId))];
        await parts.followLast(mine);
      }),
    loadEarlier: () =>
      attempt(async () => {
        const [id, cursor] = [conversation.value, earlier.value];
        if (id === undefined || cursor === undefined) return;
        const opened = await routes.open(id, cursor);
        // Requested twice, it is inserted once.
        if (conversation.value !== id || earlier.value !== cursor) return;
        batch(() => {
          turns.value = [...opened.turns, ...turns.value];
          earlier.value = opened.earlier;
        });
      }),
  };
}
