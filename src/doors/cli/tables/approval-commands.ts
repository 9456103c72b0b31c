import type { Command } from "../command.ts";

/** `dejima approvals …` and `dejima grants …` */
export const APPROVAL_COMMANDS: readonly Command[] = [
  {
    path: ["approvals", "list"],
    summary: "List the questions that wait for an answer",
    options: [
      { flags: "--all", description: "also those that were answered, have expired or were withdrawn" },
      { flags: "--status <status>", description: "pending, approved, denied, expired or withdrawn" },
    ],
    examples: ["dejima approvals list", "dejima approvals list --status denied --json"],
    load: () => import("../commands/approvals-list.ts"),
  },
  {
    path: ["approvals", "show"],
    summary: "Show what is asked, a preview, who answered, and what became of the call",
    arguments: "<id>",
    examples: ["dejima approvals show tazuko"],
    load: () => import("../commands/approvals-show.ts"),
  },
  {
    path: ["approvals", "approve"],
    summary: "Agree to exactly the call that was shown; if nobody waits for it any more, run it",
    arguments: "<id>",
    options: [
      {
        flags: "--grant <offer>",
        description: "agree to more than this call, as `approvals show` offers it",
      },
      { flags: "--users <names>", description: "with --grant: also for the runs of these users: alice,bob" },
      { flags: "--lines <numbers>", description: "of a plan, only these lines: 1,3" },
      { flags: "--no-run", description: "only answer, even if nobody waits for the call" },
    ],
    examples: ["dejima approvals approve tazuko", "dejima approvals approve tazuko --grant run"],
    load: () => import("../commands/approvals-approve.ts"),
  },
  {
    path: ["approvals", "deny"],
    summary: "Say no",
    arguments: "<id>",
    examples: ["dejima approvals deny tazuko"],
    load: () => import("../commands/approvals-deny.ts"),
  },
  {
    path: ["grants", "list"],
    summary: "List the agreements that cover more than one call",
    options: [{ flags: "--all", description: "also those that are used up, revoked or over" }],
    examples: ["dejima grants list", "dejima grants list --all --json"],
    load: () => import("../commands/grants-list.ts"),
  },
  {
    path: ["grants", "revoke"],
    summary: "Take a grant back; from the next call on it covers nothing",
    arguments: "<id>",
    examples: ["dejima grants revoke tazuko-run"],
    load: () => import("../commands/grants-revoke.ts"),
  },
];
