import type { Command } from "../command.ts";

/** `dejima policy …` */
export const POLICY_COMMANDS: readonly Command[] = [
  {
    path: ["policy", "explain"],
    summary: "Say how a call would be judged, by which rule of which file, and what would change it",
    arguments: "<name>",
    options: [
      { flags: "--input <json>", description: "the input as JSON, @FILE, or - for standard input" },
      { flags: "--skill <name...>", description: "as it would be while this skill is active" },
    ],
    examples: [`dejima policy explain write_file --input '{"path": "out/a.txt", "content": "x"}'`],
    load: () => import("../commands/policy-explain.ts"),
  },
];
