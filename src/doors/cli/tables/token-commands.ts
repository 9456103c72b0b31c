import type { Command } from "../command.ts";

/** `dejima token …` */
export const TOKEN_COMMANDS: readonly Command[] = [
  {
    path: ["token", "create"],
    summary: "Make a token for the server; it is shown once",
    arguments: "<name>",
    options: [{ flags: "--role <role>", description: "viewer, user, approver or admin (user)" }],
    examples: ["dejima token create alice --role approver"],
    load: () => import("../commands/token-create.ts"),
  },
  {
    path: ["token", "list"],
    summary: "List the tokens, without what they hold",
    examples: ["dejima token list"],
    load: () => import("../commands/token-list.ts"),
  },
  {
    path: ["token", "revoke"],
    summary: "Take a token out of use",
    arguments: "<name>",
    examples: ["dejima token revoke alice"],
    load: () => import("../commands/token-revoke.ts"),
  },
];
