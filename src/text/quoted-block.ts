import { visibleText } from "./visible-text.ts";

/** Text of several lines as a quoted block. Each line has a prefix, so that none can imitate our own lines. */
export function quotedBlock(text: string): string {
  return visibleText(text)
    .split("\n")
    .map((line) => `│ ${line}`)
    .join("\n");
}
