import { useConsole } from "../core/console-context.ts";
import { addressOf } from "../core/route.ts";
import { useData } from "../core/use-data.ts";
import type { Command } from "./use-commands.ts";

const SHORTEST = 2;
const MOST = 6;

/** The conversations that contain a text, as palette commands. */
export function useFoundConversations(text: string): readonly Command[] {
  const { api, route } = useConsole();
  const query = text.trim();
  const found = useData(
    async () =>
      query.length < SHORTEST ? [] : api.get("/api/conversations", { query: { query, limit: MOST } }),
    [query],
  );
  return (found.value ?? []).map(({ id, title }) => ({
    key: id,
    words: title,
    icon: "chat",
    run: () => route.go(addressOf("chat", id)),
  }));
}
