import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Conversation } from "../../../src/contract/conversation.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { chatWords } from "../../words/chat.ts";
import { shellWords } from "../../words/shell.ts";

interface ConversationRenameProps {
  readonly conversation: Conversation;
  onRename(title: string): void;
  onClose(): void;
}

/** Gives a conversation another title. */
export function ConversationRename({ conversation, onRename, onClose }: ConversationRenameProps) {
  const say = useWords(chatWords);
  const sayShell = useWords(shellWords);
  const field = useId();
  const title = useSignal(conversation.title);
  const save = () => {
    const next = title.value.trim();
    if (next !== "") onRename(next);
  };
  const foot = (
    <>
      <Button onClick={onClose}>{sayShell("cancel")}</Button>
      <Button kind="main-action" disabled={title.value.trim() === ""} onClick={save}>
        {sayShell("save")}
      </Button>
    </>
  );
  return (
    <Dialog title={say("rename")} foot={foot} onClose={onClose}>
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
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.isComposing) save();
          }}
        />
      </div>
    </Dialog>
  );
}
