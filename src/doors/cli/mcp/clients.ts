import { join } from "node:path";
import { type ClientName, placeOf, systemOf } from "./client-places.ts";

/** The programs that `mcp import` knows by name, and the clients whose files it reads for each. */
const SOURCES = {
  claude: ["claude", "claude-desktop"],
  cursor: ["cursor"],
  vscode: ["vscode"],
} as const satisfies Readonly<Record<string, readonly ClientName[]>>;

type SourceName = keyof typeof SOURCES;

/** The names that `mcp import` accepts. */
export const IMPORT_SOURCES = Object.keys(SOURCES);

export function isImportSource(name: string): name is SourceName {
  return Object.hasOwn(SOURCES, name);
}

interface Machine {
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
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
