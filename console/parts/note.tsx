import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

type NoteTone = "plain" | "good" | "care" | "bad";

const ICONS: Readonly<Record<NoteTone, IconName>> = {
  plain: "info",
  good: "check",
  care: "warning",
  bad: "warning",
};

/** A remark on its own line. */
export function Note({ tone = "plain", children }: { tone?: NoteTone; children: ComponentChildren }) {
  return (
    <div class={`note ${tone}`} role={tone === "bad" ? "alert" : undefined}>
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  );
}
