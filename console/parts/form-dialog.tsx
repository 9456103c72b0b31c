import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { type ApiProblem, asProblem } from "../core/api-problem.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ProblemNote } from "./problem-note.tsx";

export interface FormDialogProps {
  readonly title: string;
  /** What the button that saves says. */
  readonly action: string;
  readonly complete: boolean;
  /** Sends what was filled in. What it throws is shown, and the dialog stays. */
  send(): Promise<void>;
  onClose(): void;
  /** Called when it was sent and the dialog is closed. */
  onSent(): void;
  readonly children: ComponentChildren;
}

/** A dialog that is filled in and sent. */
export function FormDialog({ title, action, complete, send, onClose, onSent, children }: FormDialogProps) {
  const say = useWords(shellWords);
  const busy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const save = async () => {
    busy.value = true;
    try {
      await send();
      onClose();
      onSent();
    } catch (error) {
      problem.value = asProblem(error);
    }
    busy.value = false;
  };
  const foot = (
    <>
      <Button onClick={onClose}>{say("cancel")}</Button>
      <Button kind="main-action" busy={busy.value} disabled={!complete} onClick={() => void save()}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} foot={foot} onClose={onClose}>
      {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
      {children}
    </Dialog>
  );
}
