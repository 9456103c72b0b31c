import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { chatWords } from "../../words/chat.ts";
import { canAttach, MOST_BYTES, MOST_FILES } from "./attachment.ts";

/** The files of the next message. */
export function useAttachments() {
  const { notices } = useConsole();
  const say = useWords(chatWords);
  const format = useFormat();
  const files = useSignal<readonly File[]>([]);
  return {
    files: files.value,
    add(more: FileList | null | undefined) {
      const next = [...files.value, ...(more ?? [])];
      if (canAttach(next)) files.value = next;
      else notices.show("failed", say("tooLarge", { count: MOST_FILES, size: format.bytes(MOST_BYTES) }));
    },
    remove(file: File) {
      files.value = files.value.filter((held) => held !== file);
    },
    clear() {
      files.value = [];
    },
  };
}
