import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { useWords } from "../../core/words.ts";
import { questionWords } from "../../words/question.ts";
import { Button } from "../button.tsx";

interface DenyReasonProps {
  readonly busy: boolean;
  onDeny(reason: string): void;
  onClose(): void;
}

const LONGEST = 1_000;

/** A field for the reason of a refusal. */
export function DenyReason({ busy, onDeny, onClose }: DenyReasonProps) {
  const say = useWords(questionWords);
  const reason = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.value.trim() !== "" && !busy) onDeny(reason.value.trim());
      }}
    >
      <label for={id}>{say("why")}</label>
      <div class="line no-wrap">
        <input
          id={id}
          ref={field}
          class="input"
          maxLength={LONGEST}
          placeholder={say("whyExample")}
          value={reason.value}
          onInput={({ currentTarget }) => {
            reason.value = currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            onClose();
          }}
        />
        <Button type="submit" kind="danger" busy={busy} disabled={reason.value.trim() === ""}>
          {say("denyWithReason")}
        </Button>
      </div>
    </form>
  );
}
