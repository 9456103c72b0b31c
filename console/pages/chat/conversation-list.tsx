import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Conversation } from "../../../src/contract/conversation.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { chatWords } from "../../words/chat.ts";
import { chatRoutes } from "./chat-routes.ts";
import { ConversationItem } from "./conversation-item.tsx";

/** The conversations there were, the latest first. Changes are shown at once, and taken back if the server refuses. */
export function ConversationList({ open, running }: { open: string | undefined; running: boolean }) {
  const { api, route } = useConsole();
  const report = useReport();
  const say = useWords(chatWords);
  const list = useData(() => chatRoutes(api).conversations(), [api]);
  const unfolded = useSignal(false);
  // A new conversation, or a new message in one, changes the list.
  useEffect(() => void list.reload(), [open, running]);
  const held = list.value ?? [];
  const attempt = async (shown: Conversation[], work: () => Promise<unknown>) => {
    list.set(shown);
    try {
      await work();
    } catch (error) {
      report(error);
      await list.reload();
    }
  };
  const rename = ({ id }: Conversation, title: string) =>
    attempt(
      held.map((one) => (one.id === id ? { ...one, title } : one)),
      () => api.send("PATCH", `/api/conversations/${encodeURIComponent(id)}`, { title }),
    );
  const remove = ({ id }: Conversation) =>
    attempt(
      held.filter((one) => one.id !== id),
      async () => {
        await api.send("DELETE", `/api/conversations/${encodeURIComponent(id)}`);
        if (id === open) route.go(addressOf("chat"));
      },
    );
  return (
    <div class={unfolded.value ? "conversations unfolded" : "conversations"}>
      <div class="conversations-head">
        <a class="button" href={addressOf("chat")}>
          <Icon name="plus" />
          {say("newConversation")}
        </a>
        <Button
          kind="quiet"
          class="conversations-fold"
          icon={unfolded.value ? "down" : "menu"}
          label={say("conversations")}
          expanded={unfolded.value}
          onClick={() => {
            unfolded.value = !unfolded.value;
          }}
        />
      </div>
      <nav aria-label={say("conversations")}>
        {list.value?.length === 0 ? <p class="faint small pad">{say("noConversations")}</p> : null}
        <ul>
          {held.map((conversation) => (
            <ConversationItem
              key={conversation.id}
              conversation={conversation}
              open={conversation.id === open}
              onOpen={() => {
                unfolded.value = false;
              }}
              onRename={(title) => void rename(conversation, title)}
              onRemove={() => void remove(conversation)}
            />
          ))}
        </ul>
      </nav>
    </div>
  );
}
