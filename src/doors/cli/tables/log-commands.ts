import type { Command } from "../command.ts";

/** `dejima log …` */
export const LOG_COMMANDS: readonly Command[] = [
  {
    path: ["log", "list"],
    summary: "List the runs, newest first",
    options: [
      { flags: "--limit <n>", description: "how many (20)" },
      { flags: "--before <run>", description: "only runs older than this one" },
    ],
    examples: ["dejima log list", "dejima log list --limit 5 --json"],
    load: () => import("../commands/log-list.ts"),
  },
  {
    path: ["log", "show"],
    summary: "Show the harbour log of a run",
    arguments: "[run]",
    examples: ["dejima log show", "dejima log show 20261115-104215-k3f9qa --json"],
    load: () => import("../commands/log-show.ts"),
  },
  {
    path: ["log", "verify"],
    summary: "Check the log of a run, and say what that proves",
    arguments: "[run]",
    examples: ["dejima log verify", "dejima log verify 20261115-104215-k3f9qa"],
    load: () => import("../commands/log-verify.ts"),
  },
  {
    path: ["log", "sign"],
    summary: "Create a key that signs the ends of runs",
    examples: ["dejima log sign"],
    load: () => import("../commands/log-sign.ts"),
  },
  {
    path: ["log", "witness"],
    summary: "List, add or remove who else gets the ends of runs",
    arguments: "[target]",
    options: [
      { flags: "--certificate <file>", description: "certificate (PEM) of a time stamping authority" },
      { flags: "--remove", description: "remove it" },
    ],
    examples: [
      "dejima log witness",
      "dejima log witness /mnt/audit/heads.jsonl",
      "dejima log witness https://audit.example.com/heads",
      "dejima log witness timestamp:https://tsa.example.com --certificate tsa.pem",
    ],
    load: () => import("../commands/log-witness.ts"),
  },
  {
    path: ["log", "tail"],
    summary: "Follow the harbour log of a run until it ends",
    arguments: "[run]",
    examples: ["dejima log tail", "dejima log tail --json"],
    load: () => import("../commands/log-tail.ts"),
  },
];
