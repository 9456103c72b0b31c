import type { Command } from "../command.ts";

const USER = { flags: "--user <name>", description: "whose; that of the person at this machine unless told" };
const TYPE = { flags: "--type <type>", description: "fact, preference or lesson" };

/** `dejima memory …` and `dejima profile …`: what is known of the user, to be seen and erased. */
export const MEMORY_COMMANDS: readonly Command[] = [
  {
    path: ["memory", "list"],
    summary: "List what is remembered of you, newest first",
    options: [
      TYPE,
      { flags: "--limit <n>", description: "how many (50)" },
      { flags: "--before <id>", description: "only those older than this one" },
      USER,
    ],
    examples: ["dejima memory list", "dejima memory list --type preference --json"],
    load: () => import("../commands/memory-list.ts"),
  },
  {
    path: ["memory", "search"],
    summary: "Find memories by meaning and words, in English or Chinese",
    arguments: "<text...>",
    options: [TYPE, { flags: "--limit <n>", description: "how many (10)" }, USER],
    examples: ['dejima memory search "which database"', "dejima memory search 花生 --json"],
    load: () => import("../commands/memory-search.ts"),
  },
  {
    path: ["memory", "add"],
    summary: "Remember something",
    arguments: "<text...>",
    options: [TYPE, { flags: "--importance <n>", description: "from 0 to 1 (0.5)" }, USER],
    examples: ['dejima memory add "Answer in bullet points" --type preference'],
    load: () => import("../commands/memory-add.ts"),
  },
  {
    path: ["memory", "forget"],
    summary: "Erase memories for good",
    arguments: "[ids...]",
    options: [{ flags: "--all", description: "everything that is remembered of the user" }, USER],
    examples: ["dejima memory forget m-3f9a1c2b4d", "dejima memory forget --all"],
    load: () => import("../commands/memory-forget.ts"),
  },
  {
    path: ["memory", "stats"],
    summary: "Say how many memories there are, by type and age",
    options: [USER],
    examples: ["dejima memory stats"],
    load: () => import("../commands/memory-stats.ts"),
  },
  {
    path: ["profile", "show"],
    summary: "Show what you have told of yourself",
    options: [USER],
    examples: ["dejima profile show", "dejima profile show --json"],
    load: () => import("../commands/profile-show.ts"),
  },
  {
    path: ["profile", "set"],
    summary: "Set a line of your profile",
    arguments: "<key> <value...>",
    options: [USER],
    examples: ["dejima profile set name Ada", "dejima profile set timezone Asia/Shanghai"],
    load: () => import("../commands/profile-set.ts"),
  },
  {
    path: ["profile", "erase"],
    summary: "Erase a line of your profile, or all of it",
    arguments: "[key]",
    options: [USER],
    examples: ["dejima profile erase location", "dejima profile erase"],
    load: () => import("../commands/profile-erase.ts"),
  },
];
