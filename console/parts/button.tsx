import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps {
  readonly children?: ComponentChildren;
  /** The label of a button that shows only an icon. */
  readonly label?: string;
  readonly icon?: IconName;
  readonly kind?: "plain" | "main-action" | "danger" | "quiet";
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** Work is under way: the button shows that and ignores further clicks. */
  readonly busy?: boolean;
  readonly type?: "button" | "submit";
  /** The form that it submits, if it is outside of it. */
  readonly form?: string;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly class?: string;
  onClick?(event: MouseEvent): void;
}

export function Button(props: ButtonProps) {
  const { children, label, icon, kind = "plain", small = false, type = "button", busy = false } = props;
  const names = [
    "button",
    kind,
    small ? "small" : "",
    children === undefined ? "only-icon" : "",
    props.class ?? "",
  ];
  return (
    <button
      type={type}
      form={props.form}
      class={names.filter((name) => name !== "").join(" ")}
      disabled={(props.disabled ?? false) || busy}
      aria-label={label}
      title={children === undefined ? label : undefined}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-busy={busy || undefined}
      onClick={props.onClick}
    >
      {busy ? <span class="dot busy" /> : icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}
