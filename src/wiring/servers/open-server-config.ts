import { withEnabled, withoutServer, withServer } from "../../config/edit/edit-servers.ts";
import { type ForeignServer, readPastedServers } from "../../config/edit/foreign-servers.ts";
import type { Settings } from "../../config/load-config.ts";
import { placeIn, programFolders } from "../../config/places/program-folder.ts";
import { DejimaError } from "../../contract/error.ts";
import type { McpSource } from "../../sources/mcp/mcp-source.ts";
import type { ChangeAuthor, ConfigChange, ConfigWriter } from "../settings/config-writer.ts";

/**
 * The MCP servers of the config, and the ways to change them at run time. For doors: no tool can reach it.
 */
export interface ServerConfig {
  /** Servers that are turned off: they are in the config, and nothing else uses them. */
  off(): Promise<{ readonly name: string; readonly place: string }[]>;
  /**
   * Parses servers from the JSON of another client, in every form that `dejima mcp import` accepts. Changes
   * nothing.
   */
  read(text: string): Promise<ForeignServer[]>;
  /** Adds servers to the config and uses them. A package named by a command is fetched and pinned first. */
  add(servers: readonly NewServer[], doer?: ChangeAuthor): Promise<ConfigChange>;
  /** Adds a server to the config, or replaces the one of this name, in one step. */
  put(name: string, server: NewServer["server"], doer?: ChangeAuthor): Promise<ConfigChange>;
  setEnabled(name: string, enabled: boolean, doer?: ChangeAuthor): Promise<ConfigChange>;
  /** Removes a server from the config, with its approved definitions and its login. */
  remove(name: string, doer?: ChangeAuthor): Promise<ConfigChange>;
}

/** A server as the config stores it. */
interface NewServer {
  readonly name: string;
  readonly server: Readonly<Record<string, unknown>>;
}

interface ServerConfigParts {
  readonly variables: Readonly<Record<string, string | undefined>>;
  settings(): Settings;
  readonly writer: ConfigWriter;
  mcp(): Promise<McpSource>;
}

const SUBJECT = "the MCP servers";

/** Opens the MCP servers of the config for doors. */
export function openServerConfig({ variables, settings, writer, mcp }: ServerConfigParts): ServerConfig {
  const change = (work: (text: string) => string, doer: ChangeAuthor | undefined) =>
    writer.change(SUBJECT, work, doer);

  function edit(
    name: string,
    work: (text: string) => string | undefined,
    doer: ChangeAuthor | undefined,
  ): Promise<ConfigChange> {
    return change((text) => {
      const next = work(text);
      if (next === undefined) throw notNamed(name, settings());
      return next;
    }, doer);
  }

  /** The server as it is stored: its package fetched and pinned, its own folder visible. */
  async function settled({ name, server }: NewServer): Promise<NewServer> {
    const { command, args = [], folders } = server;
    if (typeof command !== "string" || !Array.isArray(args)) return { name, server };
    const argv = [command, ...args.map(String)];
    const fetched = await (await mcp()).fetchPackage(argv);
    if (fetched !== undefined) {
      const [program, ...rest] = fetched.argv;
      return { name, server: { ...server, command: program, args: rest, integrity: fetched.integrity } };
    }
    const own = folders === undefined ? programFolders(settings().base, argv) : [];
    if (own.length === 0) return { name, server };
    return { name, server: { ...server, folders: own.map((folder) => placeIn(settings().base, folder)) } };
  }

  return {
    async off() {
      const servers = Object.entries(settings().config.mcpServers).filter(([, { enabled }]) => !enabled);
      return servers.map(([name, { url, command = "", args }]) => ({
        name,
        place: url ?? [command, ...args].join(" "),
      }));
    },
    async read(text) {
      const found = readPastedServers(text, { cwd: settings().base, variables });
      if (found.length > 0) return found;
      throw new DejimaError(
        "invalid_input",
        'Cannot find MCP servers in the pasted text: it should look like {"mcpServers": {"NAME": {"command": "…"}}}',
      );
    },
    async add(servers, doer) {
      await refuseKnown(servers);
      const settledServers: NewServer[] = [];
      for (const server of servers) settledServers.push(await settled(server));
      const all = (text: string) =>
        settledServers.reduce((edited, { name, server }) => withServer(edited, name, server), text);
      return change(all, doer);
    },
    put: (name, server, doer) => change((text) => withServer(text, name, server), doer),
    setEnabled: (name, enabled, doer) => edit(name, (text) => withEnabled(text, name, enabled), doer),
    async remove(name, doer) {
      if (!Object.hasOwn(settings().config.mcpServers, name)) throw notNamed(name, settings());
      const source = await mcp();
      if (source.reports().some((report) => report.name === name)) {
        await source.forget(name, doer);
        await source.logout(name, "everyone");
      }
      return edit(name, (text) => withoutServer(text, name), doer);
    },
  };

  async function refuseKnown(servers: readonly NewServer[]): Promise<void> {
    const { mcpServers } = settings().config;
    const known = servers.find(({ name }) => Object.hasOwn(mcpServers, name));
    if (known !== undefined)
      throw new DejimaError(
        "conflict",
        `Cannot add "${known.name}": a server of this name already exists. Remove it first, or choose another name`,
      );
  }
}

function notNamed(name: string, { rulesFile = "the config" }: Settings): DejimaError {
  return new DejimaError("not_found", `Cannot change "${name}": ${rulesFile} does not name this MCP server`);
}
