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
  /** Shows no head of its own; the title is still heard. */
  readonly bare?: boolean;
  onClose(): void;
}

/** A window over the page. The browser keeps the focus in it, closes it with Escape and gives the focus back. */
export function Dialog({ title, children, foot, bare = false, onClose, ...props }: DialogProps) {
  const say = useWords(shellWords);
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const { current } = element;
    current?.showModal();
    // Where something is to be written, that is where a person begins.
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
