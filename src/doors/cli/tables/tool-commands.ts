import type { Command } from "../command.ts";

/** `dejima tool …` */
export const TOOL_COMMANDS: readonly Command[] = [
  {
    path: ["tool", "list"],
    summary: "List the tools",
    options: [{ flags: "--category <category>", description: "only tools of this category" }],
    examples: ["dejima tool list", "dejima tool list --category file --json"],
    load: () => import("../commands/tool-list.ts"),
  },
  {
    path: ["tool", "info"],
    summary: "Show a tool in full: description, input schema, risk",
    arguments: "<name>",
    examples: ["dejima tool info read_file", "dejima tool info grep --json"],
    load: () => import("../commands/tool-info.ts"),
  },
  {
    path: ["tool", "search"],
    summary: "Find tools by what they do, in English or Chinese",
    arguments: "<text...>",
    options: [{ flags: "--limit <n>", description: "how many (5)" }],
    examples: ['dejima tool search "what time is it"', "dejima tool search 读取文件 --json"],
    load: () => import("../commands/tool-search.ts"),
  },
  {
    path: ["tool", "call"],
    summary: "Call a tool through the gate; without a name, be guided through a call",
    arguments: "[name]",
    options: [
      { flags: "--input <json>", description: "the input as JSON, @FILE, or - for standard input" },
      { flags: "--approve <hash>", description: "agree to exactly the call that was shown with this hash" },
      { flags: "--unattended", description: "never ask: a call that would ask is refused" },
      { flags: "--park", description: "wait in the store until somebody answers, from wherever" },
      { flags: "--skill <name...>", description: "as it would be while this skill is active" },
    ],
    examples: [
      "dejima tool call current_time",
      `dejima tool call read_file --input '{"path": "README.md"}'`,
      'echo \'{"path": "."}\' | dejima tool call list_files --input -',
    ],
    load: () => import("../commands/tool-call.ts"),
  },
];
