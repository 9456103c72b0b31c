import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Conversation } from "../../../src/contract/user/conversation.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { chatWords } from "../../words/chat.ts";
import { shellWords } from "../../words/shell.ts";

export interface ConversationRenameProps {
  readonly conversation: Conversation;
  onRenamed(): void;
  onClose(): void;
}

/** Gives a conversation another title. */
export function ConversationRename({ conversation, onRenamed, onClose }: ConversationRenameProps) {
  const { api } = useConsole();
  const say = useWords(chatWords);
  const sayShell = useWords(shellWords);
  const field = useId();
  const title = useSignal(conversation.title);
  const next = title.value.trim();
  return (
    <FormDialog
      title={say("rename")}
      action={sayShell("save")}
      complete={next !== ""}
      send={async () => {
        await api.send("PATCH", "/api/conversations/{id}", {
          params: { id: conversation.id },
          body: { title: next },
        });
      }}
      onClose={onClose}
      onSent={onRenamed}
    >
      <div class="field">
        <label for={field}>{say("title")}</label>
        <input
          id={field}
          class="input"
          maxLength={200}
          value={title.value}
          onInput={(event) => {
            title.value = event.currentTarget.value;
          }}
        />
      </div>
    </FormDialog>
  );
}
