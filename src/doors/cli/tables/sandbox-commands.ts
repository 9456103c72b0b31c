import type { Command } from "../command.ts";

/** `dejima sandbox …` */
export const SANDBOX_COMMANDS: readonly Command[] = [
  {
    path: ["sandbox", "list"],
    summary: "Show each sandbox driver, what it proved on this machine and which limits it holds",
    examples: ["dejima sandbox list", "dejima sandbox list --json"],
    load: () => import("../commands/sandbox-list.ts"),
  },
  {
    path: ["sandbox", "run"],
    summary: "Run a program in the sandbox; it sees this folder read-only and no network",
    arguments: "<argv...>",
    options: [
      { flags: "--driver <driver>", description: "bubblewrap, docker or process (the one of the config)" },
      { flags: "--timeout <seconds>", description: "end it after so many seconds, with exit code 124" },
      { flags: "--write", description: "let it change files of this folder" },
      { flags: "--host <name...>", description: "let it reach this host" },
    ],
    examples: [
      "dejima sandbox run -- node -e 'console.log(1 + 1)'",
      "dejima sandbox run --timeout 5 -- sh -c 'ls; id'",
    ],
    load: () => import("../commands/sandbox-run.ts"),
  },
];
