import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Memory, MemoryType } from "../../../src/contract/user/memory.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Segments } from "../../parts/segments.tsx";
import { memoryWords } from "../../words/memory.ts";

const TYPES: readonly MemoryType[] = ["fact", "preference", "lesson"];

interface MemoryAddProps {
  /** The memory that is corrected. Default: a new one is added. */
  readonly corrected?: Memory;
  onAdded(): void;
  onClose(): void;
}

/** Adds a memory, or corrects one. */
export function MemoryAdd({ corrected, onAdded, onClose }: MemoryAddProps) {
  const { api, notices } = useConsole();
  const say = useWords(memoryWords);
  const field = useId();
  const content = useSignal(corrected?.text ?? "");
  const type = useSignal<MemoryType>(corrected?.type ?? "fact");
  const send = async () => {
    const { status, similar } = await api.send("POST", "/api/memory", {
      body: {
        content: content.value,
        type: type.value,
        ...(corrected === undefined ? {} : { replaces: corrected.id, importance: corrected.importance }),
      },
    });
    const done = corrected === undefined ? "saved" : "corrected";
    notices.show("done", say(status === "added" ? done : "strengthened"));
    const [near] = similar;
    if (near !== undefined) notices.show("done", say("similar", { text: near.text.slice(0, 100) }));
  };
  return (
    <FormDialog
      title={say(corrected === undefined ? "add" : "correct")}
      action={say(corrected === undefined ? "save" : "correct")}
      complete={content.value.trim() !== ""}
      send={send}
      onClose={onClose}
      onSent={onAdded}
    >
      <div class="field">
        <label for={field}>{say("content")}</label>
        <textarea
          id={field}
          class="input"
          rows={4}
          maxLength={2000}
          value={content.value}
          onInput={(event) => {
            content.value = event.currentTarget.value;
          }}
        />
      </div>
      <Segments
        label={say("type")}
        value={type.value}
        options={TYPES.map((value) => ({ value, label: say(value) }))}
        onChange={(next) => {
          type.value = next;
        }}
      />
    </FormDialog>
  );
}
