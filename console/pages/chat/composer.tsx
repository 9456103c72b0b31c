import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useFileDrop } from "../../core/use-file-drop.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DropVeil } from "../../parts/drop-veil.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LazyConnectModel } from "../../parts/model/lazy-connect-model.tsx";
import { chatWords } from "../../words/chat.ts";
import { modelChipWords } from "../../words/model-chip.ts";
import { canAttach, MOST_BYTES, MOST_FILES } from "./attachment.ts";
import { FilesButton } from "./files/files-button.tsx";

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

/** The files of the next message. */
function useAttachments() {
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
      files.value = files.value.filter((other) => other !== file);
    },
    clear() {
      files.value = [];
    },
  };
}

/** The files of the next message, each with a button to remove it. */
function AttachmentChips({ files, onRemove }: { files: readonly File[]; onRemove(file: File): void }) {
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

/** The persona for the next messages, if there are several to choose from. */
function PersonaChoice({ persona }: { persona: Signal<string> }) {
  const { api } = useConsole();
  const say = useWords(chatWords);
  const { value: personas = [] } = useData(() => api.get("/api/personas", { query: { limit: 200 } }), [api]);
  if (personas.length < 2) return null;
  return (
    <span class="persona line no-wrap" title={say("persona")}>
      <Icon name="profile" />
      <select
        aria-label={say("persona")}
        value={persona.value}
        onChange={(event) => {
          persona.value = event.currentTarget.value;
        }}
      >
        {personas.map(({ name, used }) => (
          <option key={name} value={used ? "" : name}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The model in use, beside the message. An admin can change it there. */
function ModelChip() {
  const { model } = useConsole();
  const say = useWords(modelChipWords);
  const mayChange = useMay("admin");
  const open = useSignal(false);
  const now = model.now.value;
  if (now === undefined) return null;
  const name = now.offline ? say("noModel") : now.id;
  const close = () => {
    open.value = false;
  };
  if (!mayChange) return <span class="model-chip">{name}</span>;
  return (
    <>
      <button
        type="button"
        class="model-chip"
        title={say("chip", { model: now.id })}
        onClick={() => {
          open.value = true;
        }}
      >
        <Icon name={now.missing === undefined ? "spark" : "warning"} />
        {name}
      </button>
      {open.value ? (
        <Dialog title={say("title")} onClose={close}>
          <p class="soft small">{say("lead")}</p>
          <LazyConnectModel onConnected={close} />
        </Dialog>
      ) : null}
    </>
  );
}
