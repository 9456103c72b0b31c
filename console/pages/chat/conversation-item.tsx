import { useSignal } from "@preact/signals";
import type { Conversation } from "../../../src/contract/user/conversation.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { saveFile } from "../../core/save-file.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Time } from "../../parts/time.tsx";
import { chatWords } from "../../words/chat.ts";
import { chatRoutes } from "./chat-routes.ts";
import type { ConversationRenameProps } from "./conversation-rename.tsx";
import { conversationMarkdown, fileNameOf } from "./conversation-text.ts";

interface ConversationItemProps {
  readonly conversation: Conversation;
  readonly open: boolean;
  onOpen(): void;
  onChange(): void;
  onRemoved(): void;
}

/** One conversation of the list, to open, rename, export or delete. */
export function ConversationItem({ conversation, open, ...on }: ConversationItemProps) {
  const { api } = useConsole();
  const say = useWords(chatWords);
  const report = useReport();
  const mayAct = useMay("user");
  const asking = useSignal<"rename" | "remove" | undefined>(undefined);
  const { id, title, updatedAt, branchOf } = conversation;
  const close = () => {
    asking.value = undefined;
  };
  const remove = async () => {
    close();
    await api.send("DELETE", "/api/conversations/{id}", { params: { id } });
    on.onRemoved();
  };
  const save = async () => {
    const turns = await chatRoutes(api).whole(id);
    const text = conversationMarkdown(conversation, turns, { you: say("you"), agent: say("answer") });
    saveFile(new Blob([text], { type: "text/markdown" }), fileNameOf(title));
  };
  return (
    <li>
      <a href={addressOf("chat", id)} aria-current={open ? "page" : undefined} onClick={on.onOpen}>
        <span class="conversation-title">{title}</span>
        <span class="faint tiny">
          <Time at={updatedAt} />
          {branchOf === undefined ? null : ` · ${say("branch")}`}
        </span>
      </a>
      <span class="conversation-actions">
        <Button
          small
          kind="quiet"
          icon="download"
          label={say("exportThis", { title })}
          onClick={() => void save().catch(report)}
        />
        {mayAct ? (
          <>
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
          </>
        ) : null}
      </span>
      {asking.value === "rename" ? (
        <LazyRename conversation={conversation} onClose={close} onRenamed={on.onChange} />
      ) : null}
      {asking.value === "remove" ? (
        <Confirm
          danger
          title={say("removeTitle")}
          action={say("removeAction")}
          onClose={close}
          onConfirm={() => void remove().catch(report)}
        >
          <p>{say("removeBody", { title })}</p>
        </Confirm>
      ) : null}
    </li>
  );
}

/** The dialog to rename a conversation. It is loaded when it is first opened. */
function LazyRename(props: ConversationRenameProps) {
  const { value: Rename } = useData(
    async () => (await import("./conversation-rename.tsx")).ConversationRename,
    [],
  );
  return Rename === undefined ? null : <Rename {...props} />;
}
