import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Memory } from "../../../src/contract/memory.ts";
import type { MemoryType } from "../../../src/contract/memory-types.ts";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Segments } from "../../parts/segments.tsx";
import { memoryWords } from "../../words/memory.ts";
import { shellWords } from "../../words/shell.ts";

const TYPES: readonly MemoryType[] = ["fact", "preference", "lesson"];

interface Added {
  readonly status: "added" | "strengthened";
  readonly similar: readonly Memory[];
}

/** Adds something to what is remembered. */
export function MemoryAdd({ onAdded, onClose }: { onAdded(): void; onClose(): void }) {
  const { api, notices } = useConsole();
  const say = useWords(memoryWords);
  const sayShell = useWords(shellWords);
  const field = useId();
  const content = useSignal("");
  const type = useSignal<MemoryType>("fact");
  const busy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const save = async () => {
    busy.value = true;
    try {
      const body = { content: content.value, type: type.value };
      const { status, similar } = await api.send<Added>("POST", "/api/memory", body);
      notices.show("done", say(status === "added" ? "saved" : "strengthened"));
      const [near] = similar;
      if (near !== undefined) notices.show("done", say("similar", { text: near.text.slice(0, 100) }));
      onClose();
      onAdded();
    } catch (error) {
      problem.value = asProblem(error);
    }
    busy.value = false;
  };
  const foot = (
    <>
      <Button onClick={onClose}>{sayShell("cancel")}</Button>
      <Button
        kind="main-action"
        busy={busy.value}
        disabled={content.value.trim() === ""}
        onClick={() => void save()}
      >
        {say("save")}
      </Button>
    </>
  );
  return (
    <Dialog title={say("add")} foot={foot} onClose={onClose}>
      {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
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
    </Dialog>
  );
}
