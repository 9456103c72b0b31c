import { visibleText } from "./visible-text.ts";

/** Text of several lines as a quoted block: each line has a mark in front, so that none passes for a line of ours. */
export function quotedBlock(text: string): string {
  return visibleText(text)
    .split("\n")
    .map((line) => `│ ${line}`)
    .join("\n");
}
