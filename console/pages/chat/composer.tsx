import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { chatWords } from "../../words/chat.ts";

interface ComposerProps {
  readonly running: boolean;
  onSend(message: string): void;
  onStop(): void;
}

/** Where the message is written. It grows with the text. */
export function Composer({ running, onSend, onStop }: ComposerProps) {
  const say = useWords(chatWords);
  const text = useSignal("");
  const field = useRef<HTMLTextAreaElement>(null);
  const send = () => {
    const message = text.value.trim();
    if (message === "" || running) return;
    text.value = "";
    onSend(message);
  };
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight}px`;
  }, [text.value]);
  useEffect(() => {
    if (!running && document.activeElement === document.body) field.current?.focus();
  }, [running]);
  const onKey = (event: KeyboardEvent) => {
    // While a Chinese word is being composed, Enter chooses it.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && running) onStop();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="composer-box">
        <textarea
          ref={field}
          rows={1}
          aria-label={say("message")}
          placeholder={say("placeholder")}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
          onKeyDown={onKey}
        />
        {running ? (
          <Button icon="stop" label={say("stop")} onClick={onStop} />
        ) : (
          <Button
            type="submit"
            kind="main-action"
            icon="send"
            label={say("send")}
            disabled={text.value.trim() === ""}
          />
        )}
      </div>
      <p class="composer-hint">{say("hint")}</p>
    </form>
  );
}
