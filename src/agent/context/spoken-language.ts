import type { ConversationRepository } from "../../store/store.ts";
import { type Language, languageOf, showsLanguage } from "../../support/language-of.ts";

const RECENT_TURNS = 5;

/** The language of the answer to a message. A message without a language, such as a path or "ok", uses that of the messages before it. */
export async function spokenLanguage(
  text: string,
  conversationId: string | undefined,
  conversations: () => Promise<Pick<ConversationRepository, "turns">>,
): Promise<Language> {
  if (showsLanguage(text) || conversationId === undefined) return languageOf(text);
  const before = await (await conversations()).turns(conversationId, { limit: RECENT_TURNS });
  const latest = before.findLast(({ message }) => showsLanguage(message));
  return languageOf(latest?.message ?? text);
}
