import type { Command } from "../command.ts";

/** `dejima set-apart …` */
export const SET_APART_COMMANDS: readonly Command[] = [
  {
    path: ["set-apart", "list"],
    summary: "List self-starting files that programs wrote and that wait for you",
    options: [{ flags: "--all", description: "also those that were accepted or discarded" }],
    examples: ["dejima set-apart list", "dejima set-apart list --all --json"],
    load: () => import("../commands/set-apart-list.ts"),
  },
  {
    path: ["set-apart", "show"],
    summary: "Show a file that was set apart, and what would start it",
    arguments: "<id>",
    examples: ["dejima set-apart show 0123456789ab"],
    load: () => import("../commands/set-apart-show.ts"),
  },
  {
    path: ["set-apart", "accept"],
    summary: "Put a file that was set apart where the program wanted it",
    arguments: "<id>",
    examples: ["dejima set-apart accept 0123456789ab"],
    load: () => import("../commands/set-apart-accept.ts"),
  },
  {
    path: ["set-apart", "discard"],
    summary: "Throw a file away that was set apart",
    arguments: "<id>",
    examples: ["dejima set-apart discard 0123456789ab"],
    load: () => import("../commands/set-apart-discard.ts"),
  },
];
