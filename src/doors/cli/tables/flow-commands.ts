import type { Command } from "../command.ts";

/** `dejima flow …`: which stored content came from outside. */
export const FLOW_COMMANDS: readonly Command[] = [
  {
    path: ["flow", "list"],
    summary: "List files that hold content from outside; reading one makes a run ask before it sends",
    options: [{ flags: "--limit <n>", description: "how many (100)" }],
    examples: ["dejima flow list", "dejima flow list --json"],
    load: () => import("../commands/flow-list.ts"),
  },
  {
    path: ["flow", "clear"],
    summary: "Clear the mark of a file, or of all files in a folder, once you have looked at it",
    arguments: "<path>",
    examples: ["dejima flow clear notes.md", "dejima flow clear ./downloads"],
    load: () => import("../commands/flow-clear.ts"),
  },
];
