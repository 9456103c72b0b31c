import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useFileDrop } from "../../core/use-file-drop.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { DropVeil } from "../../parts/drop-veil.tsx";
import { chatWords } from "../../words/chat.ts";
import { AttachmentChips } from "./attachment-chips.tsx";
import { FilesButton } from "./files/files-button.tsx";
import { ModelChip } from "./model-chip.tsx";
import { PersonaChoice } from "./persona-choice.tsx";
import { useAttachments } from "./use-attachments.ts";

interface ComposerProps {
  readonly draft: Signal<string>;
  readonly persona: Signal<string>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly running: boolean;
  /** The conversation of the message. `undefined` if the message starts one. */
  readonly conversation: string | undefined;
  /** The last message. The key ↑ restores it. */
  readonly lastMessage: string | undefined;
  onSend(message: string, files: readonly File[]): void;
  onStop(): void;
}

/** The field for the message. It grows with the text; files are chosen, pasted or dropped. */
export function Composer({ draft: text, persona, field, running, ...rest }: ComposerProps) {
  const { conversation, lastMessage, ...on } = rest;
  const say = useWords(chatWords);
  const attachments = useAttachments();
  const over = useFileDrop(attachments.add);
  const chooser = useRef<HTMLInputElement>(null);
  const written = text.value.trim();
  const empty = written === "" && attachments.files.length === 0;
  const send = () => {
    if (empty) return;
    on.onSend(written === "" ? say("seeFiles") : written, attachments.files);
    text.value = "";
    attachments.clear();
  };
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight}px`;
  }, [text.value]);
  useEffect(() => {
    // On touch devices focusing would open the keyboard, so the person does it.
    const typing = !matchMedia("(pointer: coarse)").matches;
    if (typing && !running && document.activeElement === document.body) field.current?.focus();
  }, [running]);
  const onKey = (event: KeyboardEvent) => {
    // While a Chinese word is being composed, Enter selects it.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && text.value === "" && lastMessage !== undefined) {
      event.preventDefault();
      text.value = lastMessage;
    } else if (event.key === "Escape" && running) on.onStop();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AttachmentChips files={attachments.files} onRemove={attachments.remove} />
      <div class="composer-box">
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            attachments.add(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />
        <Button kind="quiet" icon="attach" label={say("attach")} onClick={() => chooser.current?.click()} />
        <textarea
          ref={field}
          rows={1}
          aria-label={say("message")}
          placeholder={say("placeholder")}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
          onPaste={(event) => attachments.add(event.clipboardData?.files)}
          onKeyDown={onKey}
        />
        {running ? <Button icon="stop" label={say("stop")} onClick={on.onStop} /> : null}
        {running && empty ? null : (
          <Button type="submit" kind="main-action" icon="send" label={say("send")} disabled={empty} />
        )}
      </div>
      <div class="composer-foot">
        <ModelChip />
        <PersonaChoice persona={persona} />
        {conversation === undefined ? null : <FilesButton conversation={conversation} />}
        <p class="composer-hint">{say("hint")}</p>
      </div>
      {over ? <DropVeil label={say("drop")} /> : null}
    </form>
  );
}
