import type { Command } from "./command.ts";

/** Every command there is. Help, parsing, completion and the surface test read this one list. */
export const COMMANDS: readonly Command[] = [
  {
    path: ["tool", "list"],
    summary: "List the tools",
    options: [{ flags: "--category <category>", description: "only tools of this category" }],
    examples: ["dejima tool list", "dejima tool list --category file --json"],
    load: () => import("./commands/tool-list.ts"),
  },
  {
    path: ["tool", "info"],
    summary: "Show a tool in full: description, input schema, risk",
    arguments: "<name>",
    examples: ["dejima tool info read_file", "dejima tool info grep --json"],
    load: () => import("./commands/tool-info.ts"),
  },
  {
    path: ["tool", "call"],
    summary: "Call a tool through the gate; without a name, be guided through a call",
    arguments: "[name]",
    options: [
      { flags: "--input <json>", description: "the input as JSON, @FILE, or - for standard input" },
      { flags: "--approve <hash>", description: "agree to exactly the call that was shown with this hash" },
      { flags: "--unattended", description: "never ask: a call that would ask is refused" },
    ],
    examples: [
      "dejima tool call current_time",
      `dejima tool call read_file --input '{"path": "README.md"}'`,
      'echo \'{"path": "."}\' | dejima tool call list_files --input -',
    ],
    load: () => import("./commands/tool-call.ts"),
  },
  {
    path: ["policy", "explain"],
    summary: "Say how a call would be judged, by which rule of which file, and what would change it",
    arguments: "<name>",
    options: [{ flags: "--input <json>", description: "the input as JSON, @FILE, or - for standard input" }],
    examples: [`dejima policy explain write_file --input '{"path": "out/a.txt", "content": "x"}'`],
    load: () => import("./commands/policy-explain.ts"),
  },
  {
    path: ["log", "list"],
    summary: "List the runs, newest first",
    options: [
      { flags: "--limit <n>", description: "how many (20)" },
      { flags: "--before <run>", description: "only runs older than this one" },
    ],
    examples: ["dejima log list", "dejima log list --limit 5 --json"],
    load: () => import("./commands/log-list.ts"),
  },
  {
    path: ["log", "show"],
    summary: "Show the harbour log of a run",
    arguments: "[run]",
    examples: ["dejima log show", "dejima log show 20261115-104215-k3f9qa --json"],
    load: () => import("./commands/log-show.ts"),
  },
  {
    path: ["log", "verify"],
    summary: "Check that no record of a run was changed, removed or reordered",
    arguments: "[run]",
    examples: ["dejima log verify", "dejima log verify 20261115-104215-k3f9qa"],
    load: () => import("./commands/log-verify.ts"),
  },
  {
    path: ["log", "tail"],
    summary: "Follow the harbour log of a run until it ends",
    arguments: "[run]",
    examples: ["dejima log tail", "dejima log tail --json"],
    load: () => import("./commands/log-tail.ts"),
  },
  {
    path: ["undo"],
    summary: "Put back what a call has changed",
    arguments: "<call>",
    examples: ["dejima undo 20261115-104215-k3f9qa.1"],
    load: () => import("./commands/undo.ts"),
  },
  {
    path: ["init"],
    summary: "Write a commented dejima.yaml into this folder",
    options: [{ flags: "--force", description: "replace the one that is there" }],
    examples: ["dejima init"],
    load: () => import("./commands/init.ts"),
  },
  {
    path: ["doctor"],
    summary: "Check the machine and the config, and say what is missing and how to get it",
    examples: ["dejima doctor", "dejima doctor --json"],
    load: () => import("./commands/doctor.ts"),
  },
  {
    path: ["config", "show"],
    summary: "Show the config that holds, with secrets left out",
    examples: ["dejima config show", "dejima config show --json"],
    load: () => import("./commands/config-show.ts"),
  },
  {
    path: ["config", "schema"],
    summary: "Print the JSON Schema of dejima.yaml",
    examples: ["dejima config schema > dejima.schema.json"],
    load: () => import("./commands/config-schema.ts"),
  },
  {
    path: ["completion"],
    summary: "Print a completion script for bash, zsh or fish",
    arguments: "<shell>",
    examples: ['eval "$(dejima completion bash)"', "dejima completion fish | source"],
    load: () => import("./commands/completion.ts"),
  },
];
