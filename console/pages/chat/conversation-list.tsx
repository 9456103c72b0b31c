import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Conversation } from "../../../src/contract/conversation.ts";
import { asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { chatWords } from "../../words/chat.ts";
import { chatRoutes } from "./chat-routes.ts";

/** The conversations there were, the latest first. */
export function ConversationList({ open, running }: { open: string | undefined; running: boolean }) {
  const { api, route, notices } = useConsole();
  const say = useWords(chatWords);
  const format = useFormat();
  const list = useData(() => chatRoutes(api).conversations(), [api]);
  const doomed = useSignal<Conversation | undefined>(undefined);
  const unfolded = useSignal(false);
  // A new conversation, or a new message in one, changes the list.
  useEffect(() => void list.reload(), [open, running]);
  const remove = async ({ id }: Conversation) => {
    doomed.value = undefined;
    list.set((list.value ?? []).filter((held) => held.id !== id));
    try {
      await api.send("DELETE", `/api/conversations/${encodeURIComponent(id)}`);
      if (id === open) route.go(addressOf("chat"));
    } catch (error) {
      notices.show("failed", asProblem(error).message);
      await list.reload();
    }
  };
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
          {(list.value ?? []).map((conversation) => (
            <li key={conversation.id}>
              <a
                href={addressOf("chat", conversation.id)}
                aria-current={conversation.id === open ? "page" : undefined}
                onClick={() => {
                  unfolded.value = false;
                }}
              >
                <span class="conversation-title">{conversation.title}</span>
                <span class="faint tiny">{format.ago(conversation.updatedAt)}</span>
              </a>
              <Button
                small
                kind="quiet"
                icon="trash"
                label={say("remove", { title: conversation.title })}
                onClick={() => {
                  doomed.value = conversation;
                }}
              />
            </li>
          ))}
        </ul>
      </nav>
      {doomed.value === undefined ? null : (
        <Confirm
          danger
          title={say("removeTitle")}
          action={say("removeAction")}
          onConfirm={() => doomed.value !== undefined && void remove(doomed.value)}
          onClose={() => {
            doomed.value = undefined;
          }}
        >
          <p>{say("removeBody", { title: doomed.value.title })}</p>
        </Confirm>
      )}
    </div>
  );
}
