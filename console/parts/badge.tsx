import type { ComponentChildren } from "preact";

export type Tone = "plain" | "good" | "care" | "bad" | "accent";

/** A word about something, with a colour for emphasis. */
export function Badge({ tone = "plain", children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}
