import type { Command } from "../command.ts";
import { HTTP_DOOR_FLAGS } from "./http-door-flags.ts";

/** What concerns this home and machine: `undo`, `init`, `doctor`, `config …`, `completion`. */
export const HOME_COMMANDS: readonly Command[] = [
  {
    path: ["undo"],
    summary: "Put back what a call has changed; without one, list the calls that changed files",
    arguments: "[call]",
    examples: ["dejima undo", "dejima undo last", "dejima undo 20261115-104215-k3f9qa.1"],
    load: () => import("../commands/undo.ts"),
  },
  {
    path: ["serve"],
    summary: "Serve the console and the HTTP API; on loopback unless told otherwise",
    options: [
      { flags: "--port <n>", description: "the port (7788); 0 takes any free one" },
      ...HTTP_DOOR_FLAGS,
    ],
    examples: ["dejima serve", "dejima serve --port 0 --json"],
    load: () => import("../commands/serve.ts"),
  },
  {
    path: ["init"],
    summary: "Write a commented dejima.yaml into this folder",
    options: [{ flags: "--force", description: "replace the one that is there" }],
    examples: ["dejima init"],
    load: () => import("../commands/init.ts"),
  },
  {
    path: ["doctor"],
    summary: "Check the machine and the config, and say what is missing and how to get it",
    examples: ["dejima doctor", "dejima doctor --json"],
    load: () => import("../commands/doctor.ts"),
  },
  {
    path: ["config", "show"],
    summary: "Show the config that holds, with secrets left out",
    examples: ["dejima config show", "dejima config show --json"],
    load: () => import("../commands/config-show.ts"),
  },
  {
    path: ["config", "trust"],
    summary: "Show what is new in the dejima.yaml that holds here, and trust it as it stands",
    options: [{ flags: "--yes", description: "you have read it; do not ask" }],
    examples: ["dejima config trust"],
    load: () => import("../commands/config-trust.ts"),
  },
  {
    path: ["config", "schema"],
    summary: "Print the JSON Schema of dejima.yaml",
    examples: ["dejima config schema > dejima.schema.json"],
    load: () => import("../commands/config-schema.ts"),
  },
  {
    path: ["completion"],
    summary: "Print a completion script for bash, zsh or fish",
    arguments: "<shell>",
    examples: ['eval "$(dejima completion bash)"', "dejima completion fish | source"],
    load: () => import("../commands/completion.ts"),
  },
];
