import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly foot?: ComponentChildren;
  readonly class?: string;
  /** Hides the head; screen readers still read the title. */
  readonly bare?: boolean;
  onClose(): void;
}

/** A modal dialog. The browser traps the focus in it, closes it with Escape and restores the focus. */
export function Dialog({ title, children, foot, bare = false, onClose, ...props }: DialogProps) {
  const say = useWords(shellWords);
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const { current } = element;
    current?.showModal();
    // If there is a field, a person starts there.
    current?.querySelector<HTMLElement>(".dialog-body :is(textarea, input)")?.focus();
    return () => current?.close();
  }, []);
  const closeOutside = (event: MouseEvent) => {
    if (event.target === element.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, which is the key for this click
    <dialog
      ref={element}
      class={props.class}
      aria-labelledby={bare ? undefined : heading}
      aria-label={bare ? title : undefined}
      onClick={closeOutside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {bare ? null : (
        <div class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <Button kind="quiet" icon="close" label={say("close")} onClick={onClose} />
        </div>
      )}
      {bare ? children : <div class="dialog-body">{children}</div>}
      {foot === undefined ? null : <div class="dialog-foot">{foot}</div>}
    </dialog>
  );
}
