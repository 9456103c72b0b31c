import type { Command } from "../command.ts";

const AGENT_OPTIONS = [
  { flags: "--model <name>", description: "provider:name, such as openai:gpt-5-mini or offline" },
  { flags: "--persona <name>", description: "how it speaks: plain, kurisu or one of personas/" },
  { flags: "--thinking <on|off>", description: "whether the model thinks before it answers, where it can" },
  { flags: "--unattended", description: "never ask: a call that would ask is refused" },
  {
    flags: "--park",
    description: "leave a call that must be asked about in the store and end with code 3; resume goes on",
  },
  {
    flags: "--approve <hash...>",
    description: "agree to exactly the calls that were shown with these hashes",
  },
];

/** What runs the agent: `run`, `chat`, `resume`, `replay`, and what shows it. */
export const AGENT_COMMANDS: readonly Command[] = [
  {
    path: ["run"],
    summary: "Give the agent one task and get its answer",
    arguments: "[text...]",
    options: [
      ...AGENT_OPTIONS,
      { flags: "--conversation <id>", description: "go on with this conversation" },
    ],
    examples: [
      'dejima run "what time is it in Tokyo"',
      'dejima run "what is in README.md" --json',
      'echo "list the files" | dejima run --unattended',
    ],
    load: () => import("../commands/run.ts"),
  },
  {
    path: ["chat"],
    summary: "Talk to the agent in the terminal",
    options: [
      ...AGENT_OPTIONS,
      { flags: "--conversation <id>", description: "go on with this conversation" },
    ],
    examples: ["dejima chat", "dejima chat --persona kurisu"],
    load: () => import("../commands/chat.ts"),
  },
  {
    path: ["resume"],
    summary: "Go on with a run of the agent that broke off; nothing is done twice",
    arguments: "[run]",
    options: AGENT_OPTIONS,
    examples: ["dejima resume", "dejima resume 20261115-104215-k3f9qa"],
    load: () => import("../commands/resume.ts"),
  },
  {
    path: ["replay"],
    summary: "Work a recorded run out again, offline, and name the first difference",
    arguments: "[run]",
    examples: ["dejima replay", "dejima replay 20261115-104215-k3f9qa --json"],
    load: () => import("../commands/replay.ts"),
  },
  {
    path: ["prompt", "show"],
    summary: "Show the system prompt in its eight sections",
    options: [
      { flags: "--tokens", description: "only how many tokens each section takes, and its budget" },
      { flags: "--persona <name>", description: "with this persona" },
    ],
    examples: ["dejima prompt show", "dejima prompt show --tokens"],
    load: () => import("../commands/prompt-show.ts"),
  },
  {
    path: ["workflow", "show"],
    summary: "Print the agent's workflow as a Mermaid flowchart",
    examples: ["dejima workflow show"],
    load: () => import("../commands/workflow-show.ts"),
  },
  {
    path: ["learning", "show"],
    summary: "Show which tools and skills served which kinds of request, and which failed",
    examples: ["dejima learning show", "dejima learning show --json"],
    load: () => import("../commands/learning-show.ts"),
  },
  {
    path: ["learning", "reset"],
    summary: "Forget what was learned",
    examples: ["dejima learning reset"],
    load: () => import("../commands/learning-reset.ts"),
  },
  {
    path: ["model", "use"],
    summary: "Choose the agent's model; without a name, say which one is used",
    arguments: "[name]",
    examples: ["dejima model use ollama:qwen3", "dejima model use ./model.gguf", "dejima model use auto"],
    load: () => import("../commands/model-use.ts"),
  },
];
