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
    path: ["tool", "new"],
    summary: "Begin a tool of your own: a file in the home's tools folder, loaded as it changes",
    arguments: "<name>",
    examples: ["dejima tool new count_words"],
    load: () => import("../commands/tool-new.ts"),
  },
  {
    path: ["tool", "trust"],
    summary: "Let the files of the home's tools folder run; until then they are only counted",
    options: [{ flags: "--yes", description: "without a question" }],
    examples: ["dejima tool trust"],
    load: () => import("../commands/tool-trust.ts"),
  },
  {
    path: ["tool", "add-openapi"],
    summary: "Make tools of the operations that an OpenAPI document describes",
    arguments: "<name> <document>",
    options: [
      { flags: "--base-url <address>", description: "where the API is, when not where the document says" },
      { flags: "--header <pair...>", description: "sent with every request, NAME:VALUE" },
      { flags: "--query <pair...>", description: "added to every address, NAME=VALUE" },
      { flags: "--operation <id...>", description: "only these operations" },
      { flags: "--force", description: "replace the one that is there" },
    ],
    examples: [
      "dejima tool add-openapi petstore ./petstore.yaml",
      "dejima tool add-openapi tickets https://example.com/openapi.json --header 'Authorization: Bearer ${TICKETS_TOKEN}'",
    ],
    load: () => import("../commands/tool-add-openapi.ts"),
  },
  {
    path: ["tool", "remove-openapi"],
    summary: "Take an API out of the config, and its tools with it",
    arguments: "<name>",
    examples: ["dejima tool remove-openapi petstore"],
    load: () => import("../commands/tool-remove-openapi.ts"),
  },
  {
    path: ["tool", "call"],
    summary: "Call a tool through the gate; without a name, be guided through a call",
    arguments: "[name]",
    options: [
      { flags: "--input <json>", description: "the input as JSON, @FILE, or - for standard input" },
      { flags: "--approve <hash>", description: "agree to exactly the call that was shown with this hash" },
      { flags: "--unattended", description: "never ask: a call that would ask is refused" },
      {
        flags: "--park",
        description: "leave a question in the store and end with code 3: whoever approves it runs the call",
      },
      { flags: "--skill <name...>", description: "as it would be while this skill is active" },
      { flags: "--dry-run", description: "show what it would do and whether it may, and do nothing" },
    ],
    examples: [
      "dejima tool call current_time",
      `dejima tool call read_file --input '{"path": "README.md"}'`,
      'echo \'{"path": "."}\' | dejima tool call list_files --input -',
    ],
    load: () => import("../commands/tool-call.ts"),
  },
];
