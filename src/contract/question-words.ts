import type { ApprovalRequest } from "./approval.ts";
import { type Language, message } from "./messages.ts";

const MINUTE = 60_000;

/** How long a question stays open, in words: "10 minutes". */
export function expiresIn(expiresAt: number, { now, language }: { now: number; language: Language }): string {
  const minutes = Math.max(1, Math.ceil((expiresAt - now) / MINUTE));
  return minutes < 120
    ? message("minutes", language, { count: minutes })
    : message("hours", language, { count: Math.round(minutes / 60) });
}

/** The question itself, such as "Write notes.txt?". */
export function questionTitle(
  { title, tool }: Pick<ApprovalRequest, "title" | "tool">,
  language: Language,
): string {
  return title?.[language] ?? (language === "en" ? `Run ${tool}?` : `运行 ${tool}？`);
}
