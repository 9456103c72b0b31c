import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { withoutByteOrderMark } from "../../../text/unseen.ts";

/** Programs that can use Dejima as their MCP server, and import from. */
export const CLIENTS = ["claude", "cursor", "vscode"] as const;

type ClientName = (typeof CLIENTS)[number];

interface ClientPlace {
  /** For one project, in its folder. */
  readonly project: string;
  /** For everything the user does. */
  readonly user: readonly string[];
  /** The key under which servers stand. */
  readonly key: "mcpServers" | "servers";
}

const USER_OF_CODE = [
  ".config/Code/User/mcp.json",
  ".config/Code/User/settings.json",
  "Library/Application Support/Code/User/mcp.json",
  "Library/Application Support/Code/User/settings.json",
];

const PLACES: Readonly<Record<ClientName, ClientPlace>> = {
  claude: {
    project: ".mcp.json",
    user: [
      ".claude.json",
      ".config/Claude/claude_desktop_config.json",
      "Library/Application Support/Claude/claude_desktop_config.json",
    ],
    key: "mcpServers",
  },
  cursor: { project: ".cursor/mcp.json", user: [".cursor/mcp.json"], key: "mcpServers" },
  vscode: { project: ".vscode/mcp.json", user: USER_OF_CODE, key: "servers" },
};

export function isClient(name: string): name is ClientName {
  return (CLIENTS as readonly string[]).includes(name);
}

interface Place {
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** Where a client keeps its servers: the project's file first, then the user's as this system places it. */
export function clientFiles(client: ClientName, { cwd, home, platform }: Place): string[] {
  const { project, user } = PLACES[client];
  const elsewhere = platform === "darwin" ? ".config/" : "Library/";
  const [here, there] = [
    user.filter((file) => !file.startsWith(elsewhere)),
    user.filter((file) => file.startsWith(elsewhere)),
  ];
  return [join(cwd, project), ...[...here, ...there].map((file) => join(home, file))];
}

/** The client's config with Dejima among its servers; everything else stays. */
export function withDejima(text: string, client: ClientName, command: readonly string[]): string {
  const [program = "", ...args] = command;
  const { key } = PLACES[client];
  const entry = { ...(client === "vscode" ? { type: "stdio" } : {}), command: program, args };
  const held = parsed(text, client, `add "dejima": ${JSON.stringify(entry)} under "${key}" by hand`);
  const servers = { ...(held[key] as object | undefined), dejima: entry };
  const [, indent = "  "] = /^([ \t]+)"/m.exec(text) ?? [];
  const written = `${JSON.stringify({ ...held, [key]: servers }, null, indent)}\n`;
  return text.includes("\r\n") ? written.replaceAll("\n", "\r\n") : written;
}

function parsed(text: string, client: ClientName, instead: string): Record<string, unknown> {
  if (text.trim() === "") return {}; // a mark at the beginning is white space, too
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(text));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>; // keys of a plain object
  } catch {
    // Comments would be lost: better not to touch it.
  }
  throw new DejimaError(
    "invalid_input",
    `Cannot change the config of ${client}: it is not plain JSON, and what else is in it would be lost; ${instead}`,
  );
}
