import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";

interface TextFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: Signal<string>;
  /** Whether what is typed is hidden, and kept by no browser. */
  readonly secret?: boolean;
}

/** A field of one line with a hint. */
export function TextField({ label, hint, value, secret = false }: TextFieldProps) {
  const id = useId();
  const field = {
    ...{ id, class: "input mono", spellcheck: false, "aria-describedby": `${id}-hint`, value: value.value },
    onInput(event: { readonly currentTarget: HTMLInputElement }) {
      value.value = event.currentTarget.value;
    },
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {secret ? (
        <input type="password" autocomplete="new-password" {...field} />
      ) : (
        <input type="text" autocomplete="off" {...field} />
      )}
      <span class="hint" id={`${id}-hint`}>
        {hint}
      </span>
    </div>
  );
}
