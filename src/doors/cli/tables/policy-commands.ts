import type { Command } from "../command.ts";

/** `dejima policy …` */
export const POLICY_COMMANDS: readonly Command[] = [
  {
    path: ["policy", "explain"],
    summary:
      "Say how a call would be judged, by which rule of which file; of a past call, also who agreed to it",
    arguments: "<tool-or-call>",
    options: [
      { flags: "--input <json>", description: "the input as JSON, @FILE, or - for standard input" },
      { flags: "--skill <name...>", description: "as it would be while this skill is active" },
    ],
    examples: [
      `dejima policy explain write_file --input '{"path": "out/a.txt", "content": "x"}'`,
      "dejima policy explain 20261115-104215-k3f9qa.1",
    ],
    load: () => import("../commands/policy-explain.ts"),
  },
  {
    path: ["policy", "test"],
    summary: "Judge recorded calls by other rules and print which would be decided differently",
    arguments: "<rules>",
    options: [{ flags: "--runs <n>", description: "how many of the latest runs (20)" }],
    examples: ["dejima policy test rules.yaml --runs 50"],
    load: () => import("../commands/policy-test.ts"),
  },
  {
    path: ["policy", "suggest"],
    summary: "Propose narrow rules for what was approved again and again; nothing is changed",
    options: [{ flags: "--at-least <n>", description: "how many approvals make a rule (3)" }],
    examples: ["dejima policy suggest", "dejima policy suggest --at-least 5 --json"],
    load: () => import("../commands/policy-suggest.ts"),
  },
];
