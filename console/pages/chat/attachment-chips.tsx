import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { chatWords } from "../../words/chat.ts";

/** The files of the next message, each with a button to remove it. */
export function AttachmentChips({ files, onRemove }: { files: readonly File[]; onRemove(file: File): void }) {
  const say = useWords(chatWords);
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <ul class="chips">
      {files.map((file) => (
        <li key={file.name}>
          <Icon name="file" />
          <span class="break">{file.name}</span>
          <span class="faint tiny">{format.bytes(file.size)}</span>
          <Button
            small
            kind="quiet"
            icon="close"
            label={say("detach", { name: file.name })}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  );
}
