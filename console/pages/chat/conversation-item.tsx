import { useSignal } from "@preact/signals";
import type { Conversation } from "../../../src/contract/conversation.ts";
import { useMay } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Time } from "../../parts/time.tsx";
import { chatWords } from "../../words/chat.ts";
import { ConversationRename } from "./conversation-rename.tsx";

interface ConversationItemProps {
  readonly conversation: Conversation;
  readonly open: boolean;
  onOpen(): void;
  onRename(title: string): void;
  onRemove(): void;
}

/** One conversation of the list, to open, rename or delete. */
export function ConversationItem({ conversation, open, onOpen, onRename, onRemove }: ConversationItemProps) {
  const say = useWords(chatWords);
  const mayAct = useMay("user");
  const asking = useSignal<"rename" | "remove" | undefined>(undefined);
  const { id, title, updatedAt } = conversation;
  const close = () => {
    asking.value = undefined;
  };
  return (
    <li>
      <a href={addressOf("chat", id)} aria-current={open ? "page" : undefined} onClick={onOpen}>
        <span class="conversation-title">{title}</span>
        <span class="faint tiny">
          <Time at={updatedAt} />
        </span>
      </a>
      {mayAct ? (
        <span class="conversation-actions">
          <Button
            small
            kind="quiet"
            icon="edit"
            label={say("renameThis", { title })}
            onClick={() => {
              asking.value = "rename";
            }}
          />
          <Button
            small
            kind="quiet"
            icon="trash"
            label={say("remove", { title })}
            onClick={() => {
              asking.value = "remove";
            }}
          />
        </span>
      ) : null}
      {asking.value === "rename" ? (
        <ConversationRename
          conversation={conversation}
          onClose={close}
          onRename={(next) => {
            close();
            onRename(next);
          }}
        />
      ) : null}
      {asking.value === "remove" ? (
        <Confirm
          danger
          title={say("removeTitle")}
          action={say("removeAction")}
          onClose={close}
          onConfirm={() => {
            close();
            onRemove();
          }}
        >
          <p>{say("removeBody", { title })}</p>
        </Confirm>
      ) : null}
    </li>
  );
}
