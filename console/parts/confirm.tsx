import type { ComponentChildren } from "preact";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly children: ComponentChildren;
  onConfirm(): void;
  onClose(): void;
}

/** Asks for confirmation before something that cannot be undone. */
export function Confirm({
  title,
  action,
  danger = false,
  busy = false,
  children,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const say = useWords(shellWords);
  const foot = (
    <>
      <Button onClick={onClose}>{say("cancel")}</Button>
      <Button kind={danger ? "danger" : "main-action"} busy={busy} onClick={onConfirm}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} foot={foot} onClose={onClose}>
      {children}
    </Dialog>
  );
}
