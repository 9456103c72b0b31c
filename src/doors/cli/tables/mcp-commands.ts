import type { Command } from "../command.ts";
import { HTTP_DOOR_FLAGS } from "./http-door-flags.ts";

/** `dejima mcp …` */
export const MCP_COMMANDS: readonly Command[] = [
  {
    path: ["mcp", "list"],
    summary: "List the MCP servers with start time, number of tools and token weight",
    options: [{ flags: "--start", description: "start them all first" }],
    examples: ["dejima mcp list", "dejima mcp list --start --json"],
    load: () => import("../commands/mcp-list.ts"),
  },
  {
    path: ["mcp", "add"],
    summary: "Add an MCP server to the config, start it once and pin what it says",
    arguments: "<name> [command...]",
    options: [
      { flags: "--url <address>", description: "a remote server instead of a command" },
      { flags: "--header <pair...>", description: "a header for a remote server, NAME:VALUE" },
      { flags: "--env <pair...>", description: "a variable, NAME=VALUE, or NAME to pass it on" },
      { flags: "--folder <path...>", description: "a folder that it may read" },
      { flags: "--write-folder <path...>", description: "a folder that it may change" },
      { flags: "--host <name...>", description: "a host that it may reach" },
      { flags: "--trusted", description: "run it outside the sandbox, knowingly" },
      {
        flags: "--sends-nothing",
        description: "your word that it passes nothing on: not asked about after untrusted content was read",
      },
      { flags: "--force", description: "replace the one that is there" },
    ],
    examples: [
      "dejima mcp add memory --folder ./node_modules -- node ./node_modules/@modelcontextprotocol/server-memory/dist/index.js",
      "dejima mcp add docs --url https://example.com/mcp --header 'Authorization: Bearer ${DOCS_TOKEN}'",
    ],
    load: () => import("../commands/mcp-add.ts"),
  },
  {
    path: ["mcp", "remove"],
    summary: "Take an MCP server out of the config and forget what was agreed about it",
    arguments: "<name>",
    examples: ["dejima mcp remove memory"],
    load: () => import("../commands/mcp-remove.ts"),
  },
  {
    path: ["mcp", "import"],
    summary: "Take over the MCP servers of Claude, Cursor, VS Code or a file",
    arguments: "<from>",
    examples: ["dejima mcp import claude", "dejima mcp import ./mcp.json"],
    load: () => import("../commands/mcp-import.ts"),
  },
  {
    path: ["mcp", "review"],
    summary: "Show what MCP servers say differently than before, or what looks hostile, and agree to it",
    arguments: "[server]",
    options: [
      { flags: "--accept", description: "agree to what is shown" },
      { flags: "--start", description: "ask all servers anew what they say" },
    ],
    examples: ["dejima mcp review", "dejima mcp review memory --accept"],
    load: () => import("../commands/mcp-review.ts"),
  },
  {
    path: ["mcp", "tools"],
    summary: "List the tools of MCP servers; starts those that were never seen",
    arguments: "[server]",
    examples: ["dejima mcp tools", "dejima mcp tools memory --json"],
    load: () => import("../commands/mcp-tools.ts"),
  },
  {
    path: ["mcp", "call"],
    summary: "Call a tool of an MCP server through the gate",
    arguments: "<server> <tool>",
    options: [
      { flags: "--input <json>", description: "the input as JSON, @FILE, or - for standard input" },
      { flags: "--approve <hash>", description: "agree to exactly the call that was shown with this hash" },
      { flags: "--unattended", description: "never ask: a call that would ask is refused" },
    ],
    examples: [`dejima mcp call everything echo --input '{"message": "hello"}'`],
    load: () => import("../commands/mcp-call.ts"),
  },
  {
    path: ["mcp", "login"],
    summary: "Log in to a remote MCP server: prints the address where you agree, and waits for your browser",
    arguments: "<server>",
    options: [
      { flags: "--port <n>", description: "the port on this machine that the browser comes back to" },
      { flags: "--timeout <seconds>", description: "how long to wait for the browser (300)" },
    ],
    examples: ["dejima mcp login docs", "dejima mcp login docs --port 8765 --json"],
    load: () => import("../commands/mcp-login.ts"),
  },
  {
    path: ["mcp", "logout"],
    summary: "Forget the login at a remote MCP server",
    arguments: "<server>",
    examples: ["dejima mcp logout docs"],
    load: () => import("../commands/mcp-logout.ts"),
  },
  {
    path: ["mcp", "serve"],
    summary: "Be an MCP server: all tools and skills behind this gate, over stdio or, with --port, over HTTP",
    options: [
      { flags: "--port <n>", description: "serve Streamable HTTP at /mcp on this port; 0 takes any" },
      ...HTTP_DOOR_FLAGS,
      { flags: "--mode <mode>", description: "full lists every tool, search lists a search, auto chooses" },
    ],
    examples: ["dejima mcp serve", "dejima mcp serve --port 7789 --mode search"],
    load: () => import("../commands/mcp-serve.ts"),
  },
  {
    path: ["mcp", "install"],
    summary: "Make Dejima an MCP server of Claude, Cursor or VS Code; shows the change first",
    arguments: "<client>",
    options: [
      { flags: "--user", description: "for everything you do, not only for this folder" },
      { flags: "--yes", description: "write it without asking" },
    ],
    examples: ["dejima mcp install claude", "dejima mcp install cursor --user --yes"],
    load: () => import("../commands/mcp-install.ts"),
  },
];
