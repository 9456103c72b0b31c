import { join } from "node:path";

/** The file format of a client's config. */
type ConfigFormat = "json" | "toml" | "yaml" | "yaml-list";

/** The command of a server: a program and its arguments. */
export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** Where a client stores its servers, and in which format. */
export interface ClientPlace {
  /** Its display name. */
  readonly title: string;
  /** The file in a project folder. `undefined` if the client has none. */
  readonly project?: string;
  /** The file for all projects of the user, below their home, by system. */
  readonly user: Readonly<Record<System, string>>;
  readonly format: ConfigFormat;
  /** The key that contains the servers. */
  readonly key: string;
  /** The entry of a server, if it is more than `command` and `args`. */
  entry?(command: ServerCommand): Readonly<Record<string, unknown>>;
}

type System = "linux" | "darwin" | "win32";

const CODE = "Code/User";
const CLINE = `${CODE}/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`;

/** The programs that `mcp import` knows by name, and the clients whose files it reads for each. */
const SOURCES = {
  claude: ["claude", "claude-desktop"],
  cursor: ["cursor"],
  vscode: ["vscode"],
} as const satisfies Readonly<Record<string, readonly ClientName[]>>;

type SourceName = keyof typeof SOURCES;

/** The names that `mcp import` accepts. */
export const IMPORT_SOURCES = Object.keys(SOURCES);

const everywhere = (file: string) => ({ linux: file, darwin: file, win32: file });

/** The folder for application data on each system. */
const ofApplication = (file: string) => ({
  linux: `.config/${file}`,
  darwin: `Library/Application Support/${file}`,
  win32: `AppData/Roaming/${file}`,
});

const json = { format: "json", key: "mcpServers" } as const;

const typed = ({ program, args }: ServerCommand) => ({ type: "stdio", command: program, args });

/** The clients that Dejima can be installed in. */
const PLACES = {
  claude: {
    ...json,
    title: "Claude Code",
    project: ".mcp.json",
    user: everywhere(".claude.json"),
    entry: typed,
  },
  "claude-desktop": {
    ...json,
    title: "Claude Desktop",
    user: ofApplication("Claude/claude_desktop_config.json"),
  },
  cursor: { ...json, title: "Cursor", project: ".cursor/mcp.json", user: everywhere(".cursor/mcp.json") },
  vscode: {
    title: "VS Code",
    project: ".vscode/mcp.json",
    user: ofApplication(`${CODE}/mcp.json`),
    format: "json",
    key: "servers",
    entry: typed,
  },
  windsurf: { ...json, title: "Windsurf", user: everywhere(".codeium/windsurf/mcp_config.json") },
  zed: {
    title: "Zed",
    project: ".zed/settings.json",
    format: "json",
    key: "context_servers",
    user: { ...everywhere(".config/zed/settings.json"), win32: "AppData/Roaming/Zed/settings.json" },
  },
  codex: {
    title: "Codex",
    project: ".codex/config.toml",
    user: everywhere(".codex/config.toml"),
    format: "toml",
    key: "mcp_servers",
  },
  gemini: {
    ...json,
    title: "Gemini CLI",
    project: ".gemini/settings.json",
    user: everywhere(".gemini/settings.json"),
  },
  opencode: {
    title: "opencode",
    project: "opencode.json",
    user: everywhere(".config/opencode/opencode.json"),
    format: "json",
    key: "mcp",
    entry: ({ program, args }) => ({ type: "local", command: [program, ...args], enabled: true }),
  },
  goose: {
    title: "Goose",
    format: "yaml",
    key: "extensions",
    user: {
      ...everywhere(".config/goose/config.yaml"),
      win32: "AppData/Roaming/Block/goose/config/config.yaml",
    },
    entry: ({ program, args }) => ({
      name: "dejima",
      type: "stdio",
      cmd: program,
      args,
      enabled: true,
      envs: {},
      timeout: 300,
    }),
  },
  cline: { ...json, title: "Cline", user: ofApplication(CLINE) },
  continue: {
    title: "Continue",
    format: "yaml-list",
    key: "mcpServers",
    user: everywhere(".continue/config.yaml"),
    entry: ({ program, args }) => ({ name: "dejima", command: program, args }),
  },
  amp: {
    title: "Amp",
    format: "json",
    key: "amp.mcpServers",
    project: ".amp/settings.json",
    user: everywhere(".config/amp/settings.json"),
  },
  jetbrains: {
    ...json,
    title: "JetBrains (Junie)",
    project: ".junie/mcp/mcp.json",
    user: everywhere(".junie/mcp/mcp.json"),
  },
  copilot: {
    ...json,
    title: "GitHub Copilot CLI",
    user: everywhere(".copilot/mcp-config.json"),
    entry: ({ program, args }) => ({ type: "local", command: program, args, tools: ["*"] }),
  },
  kiro: {
    ...json,
    title: "Kiro",
    project: ".kiro/settings/mcp.json",
    user: everywhere(".kiro/settings/mcp.json"),
  },
} as const satisfies Readonly<Record<string, ClientPlace>>;

export type ClientName = keyof typeof PLACES;

/** The names of the clients, as commands accept them. */
export const CLIENTS = Object.keys(PLACES) as [ClientName, ...ClientName[]];

// a table with entries

interface Machine {
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** The place of a client's config, typed as a plain value. */
export function placeOf(client: ClientName): ClientPlace {
  return PLACES[client];
}

/** The file that contains a client's servers: the project's, or the user's if requested or the only one. */
export function clientFile(
  client: ClientName,
  { cwd, home, platform, user }: Machine & { user: boolean },
): string {
  const place = placeOf(client);
  return place.project === undefined || user
    ? join(home, place.user[systemOf(platform)])
    : join(cwd, place.project);
}

/** The user's file of a client on this system. */
export const systemOf = (platform: NodeJS.Platform): System =>
  platform === "darwin" || platform === "win32" ? platform : "linux";

export function isImportSource(name: string): name is SourceName {
  return Object.hasOwn(SOURCES, name);
}

/** The files with servers of a program: the project's first, then the user's for this system. */
export function importFiles(source: SourceName, { cwd, home, platform }: Machine): string[] {
  const places = SOURCES[source].map(placeOf);
  const users = places.map(({ user }) => join(home, user[systemOf(platform)]));
  // VS Code used to keep servers in its settings.
  const older = source === "vscode" ? users.map((file) => file.replace(/mcp\.json$/, "settings.json")) : [];
  const projects = places.flatMap(({ project }) => (project === undefined ? [] : [join(cwd, project)]));
  return [...projects, ...users, ...older];
}
