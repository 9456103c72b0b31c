import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { type ApiProblem, asProblem } from "../core/api-problem.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { InSight } from "./in-sight.tsx";
import { ProblemNote } from "./problem-note.tsx";

interface FormDialogProps {
  readonly title: string;
  /** The label of the save button. */
  readonly action: string;
  readonly complete: boolean;
  /** Sends the form. If it throws, the error is shown and the dialog stays. */
  send(): Promise<void>;
  onClose(): void;
  /** Called after it was sent and the dialog is closed. */
  onSent(): void;
  /** Renders a problem, if the dialog knows better words than those for its code. */
  problemView?: (problem: ApiProblem) => ComponentChildren;
  readonly children: ComponentChildren;
}

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, complete, send, onClose, onSent, children } = props;
  const { problemView = (failure) => <ProblemNote problem={failure} /> } = props;
  const say = useWords(shellWords);
  const form = useId();
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
      <Button type="submit" form={form} kind="main-action" busy={busy.value} disabled={!complete}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} foot={foot} onClose={onClose}>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (complete && !busy.value) void save();
        }}
      >
        {problem.value === undefined ? null : <InSight>{problemView(problem.value)}</InSight>}
        {children}
      </form>
    </Dialog>
  );
}
