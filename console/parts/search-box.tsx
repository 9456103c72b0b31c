import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface SearchBoxProps {
  readonly label: string;
  /** The placeholder of the field, if the label is too long for it. */
  readonly hint?: string;
  readonly value: string;
  onInput(text: string): void;
}

/** A search field. The key `/` focuses it. */
export function SearchBox({ label, hint = label, value, onInput }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = () => input.current?.focus();
    document.addEventListener("dejima:search", focus);
    return () => document.removeEventListener("dejima:search", focus);
  }, []);
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={input}
        class="input"
        type="search"
        aria-label={label}
        placeholder={hint}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {value === "" ? <kbd>/</kbd> : null}
    </search>
  );
}
