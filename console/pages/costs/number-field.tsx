import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";

interface NumberFieldProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly hint?: string;
}

/** A field for an amount. */
export function NumberField({ label, value, hint }: NumberFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        inputmode="decimal"
        autocomplete="off"
        value={value.value}
        aria-invalid={readNumber(value.value) === "wrong"}
        onInput={(event) => {
          value.value = event.currentTarget.value;
        }}
      />
      {hint === undefined ? null : <span class="hint">{hint}</span>}
    </div>
  );
}

/** Parses the amount in a field. Returns `undefined` for an empty field, "wrong" for text that is not an amount. */
export function readNumber(text: string): number | "wrong" | undefined {
  const plain = text.trim().replace(",", ".");
  if (plain === "") return undefined;
  return /^\d+(?:\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : "wrong";
}
