import type { ComponentChildren } from "preact";

export type Tone = "plain" | "good" | "care" | "bad" | "accent";

/** One word about a thing, with a colour that only underlines it. */
export function Badge({ tone = "plain", children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}
