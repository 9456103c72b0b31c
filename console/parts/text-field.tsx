import type { ReadonlySignal, Signal } from "@preact/signals";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly hint: string;
  /** Whether the typed text is hidden and not stored by the browser. */
  readonly secret?: boolean;
}

/** Where the text goes: into the signal itself, or to its owner. */
type TextFieldProps = FieldProps &
  (
    | { readonly value: Signal<string>; onInput?: undefined }
    | { readonly value: ReadonlySignal<string>; onInput(text: string): void }
  );

/** A single-line field with a hint. */
export function TextField({ label, hint, secret = false, ...rest }: TextFieldProps) {
  const id = useId();
  const field = {
    id,
    class: "input mono",
    spellcheck: false,
    "aria-describedby": `${id}-hint`,
    value: rest.value.value,
    onInput({ currentTarget }: { readonly currentTarget: HTMLInputElement }) {
      if (rest.onInput === undefined) rest.value.value = currentTarget.value;
      else rest.onInput(currentTarget.value);
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
