import { isDeepStrictEqual } from "node:util";
import { DejimaError } from "../../contract/error.ts";
import { accountName } from "../../support/process/account.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import type { EraMemory, SessionOptions } from "./connection/open-session.ts";
import type { ServerHost } from "./connection/open-wire.ts";
import { createServerConnection, type ServerConnection } from "./connection/server-connection.ts";
import type { ServerNotice } from "./connection/server-dialogue.ts";
import { followReviews } from "./follow-reviews.ts";
import { createServerLogins, type ServerLogins } from "./oauth/server-logins.ts";
import { type CommandRequest, type FetchedSource, fetchCommand } from "./package/fetch-command.ts";
import { acceptPending, type Pin, type PinStore, pinned, pinSchema, samePin } from "./pin.ts";
import {
  entryOf,
  reportOf,
  requireReviewed,
  reviewOf,
  type ServerEntry,
  type ServerReport,
  type ServerReview,
} from "./server-entry.ts";
import { agreesWith, type CatalogueWriter } from "./server-folder.ts";
import type { ServerSettings } from "./server-settings.ts";
import { missingTool, notTrusted, unknownServer } from "./source-errors.ts";
import { type RegisteredTool, registerTools } from "./tool/mcp-tool.ts";
import type { ServerDefinitions, ToolDefinition } from "./tool-definition.ts";
import { type Upstream, upstreamOf } from "./upstream.ts";

/** The servers, and stored facts about them. */
export interface McpServers {
  readonly servers: readonly ServerSettings[];
  /** Descriptions from the folders of servers that were never started, by name. */
  readonly described?: ReadonlyMap<string, ServerDefinitions>;
  /** Servers that are started only when they are named or called. */
  readonly toName?: ReadonlySet<string>;
}

export interface McpSourceOptions extends McpServers {
  readonly registry: ToolRegistry;
  readonly host: ServerHost;
  readonly identity: SessionOptions["identity"];
  readonly pins: PinStore;
  /** Writes the catalogue of known servers. Omitted for servers that come and go with a run. */
  readonly catalogue?: CatalogueWriter;
  /** Remembers which protocol a server speaks. */
  readonly eras: (server: string) => EraMemory;
  /** Names reserved for doors. */
  readonly reserved: readonly string[];
  readonly now: () => number;
  readonly random: () => number;
}

/** All MCP servers of a runtime: their tools in the registry, and their processes. */
export interface McpSource extends ServerLogins {
  /** Registers the tools known from earlier. Starts nothing. */
  load(): Promise<void>;
  /**
   * Replaces the servers, and starts none. A changed or removed server ends with its calls under way. Returns
   * the names of those that are new and may be started.
   */
  replace(servers: McpServers): Promise<string[]>;
  /** Starts new servers, or the named ones, and registers their tools. Returns the problems by server. */
  discover(names?: readonly string[]): Promise<ReadonlyMap<string, DejimaError>>;
  /** Fetches the package or image of a command, unless it is present. `undefined` for any other command. */
  fetchPackage(argv: readonly string[], request?: CommandRequest): Promise<FetchedSource | undefined>;
  /** Every server, as far as it is known without starting it. */
  reports(): ServerReport[];
  /** What waits for a person: changed definitions and suspicious texts. */
  review(name: string): ServerReview;
  /** Accepts a server's current description. Default for `by`: the user of this machine. */
  accept(name: string, who?: { readonly by: string }): Promise<void>;
  /** Forgets what was accepted for a server: it then counts as new. */
  forget(name: string, who?: { readonly by: string }): Promise<void>;
  /** The registered name of a server's tool. Starts the server if it was never started. */
  find(server: string, tool: string): Promise<string>;
  /** The registered tools of one server, by name. */
  toolsOf(server: string): ReadonlyMap<string, ToolDefinition>;
  instructions(server: string): Promise<string>;
  /** Finds a registered tool as its server defines it, now and after later changes. */
  definitions(): (name: string) => ToolDefinition | undefined;
  connection(name: string): ServerConnection;
  /** The recent stderr of a server, unchanged. */
  stderr(name: string): string;
  /** What every server offers besides its tools. A server that was never started offers nothing yet. */
  upstreams(): Upstream[];
  /** Receives servers' notifications: changed lists, changed resources, log messages. */
  onNotice(listener: (server: string, notice: ServerNotice) => void): () => void;
  /** Called when the registered tools change. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Creates the source. Reads and starts nothing yet. */
export function createMcpSource(options: McpSourceOptions): McpSource {
  const { registry, pins, now } = options;
  const entries = new Map<string, ServerEntry>();
  const listeners = new Set<() => void>();
  const announced = new Map<string, ServerDefinitions>();
  const hearers = new Set<(server: string, notice: ServerNotice) => void>();
  const following = followReviews(pins, (name, pin) => {
    entries.set(name, entryOf(entry(name).connection, pin));
    register();
  });
  const retiring = new Set<ServerConnection>();
  let registered = new Map<string, RegisteredTool>();
  let { described: descriptions, toName } = options;
  for (const settings of options.servers) add(settings);
  function add(settings: ServerSettings): void {
    const { name } = settings;
    const connection: ServerConnection = createServerConnection({
      ...options,
      settings,
      eras: options.eras(name),
      // The description of a server that is being replaced no longer matters.
      admit: (tool) => retiring.has(connection) || requireReviewed(entry(name), tool),
      onNotice(notice) {
        if (!retiring.has(connection)) for (const hearer of hearers) hearer(name, notice);
      },
      onDefinitions: async (found) => {
        if (!retiring.has(connection)) await described(name, found);
      },
    });
    entries.set(name, entryOf(connection));
  }

  /** Takes a server out of use. Its process ends with its last call. */
  function retire({ name, connection }: ServerEntry): void {
    entries.delete(name);
    announced.delete(name);
    following.track(name, undefined);
    retiring.add(connection);
    void connection.retire().finally(() => retiring.delete(connection));
  }

  /** Loads the stored facts about a server. */
  async function recall({ name, connection }: ServerEntry): Promise<void> {
    const { place } = connection.settings;
    const { integrity } = (place.type === "stdio" && place.package) || {};
    const stored = pinSchema.safeParse(await pins.get(name, integrity)).data;
    const described = descriptions?.get(name);
    if (entries.get(name)?.connection !== connection) return; // replaced meanwhile
    if (stored === undefined && described !== undefined && described.tools.length > 0) {
      announced.set(name, described);
      entries.set(name, entryOf(connection, pinned(undefined, described, new Date(now()).toISOString())));
    } else {
      entries.set(name, entryOf(connection, stored));
      following.track(name, stored);
    }
  }

  async function replace(next: McpServers): Promise<string[]> {
    ({ described: descriptions, toName } = next);
    const wanted = new Map(next.servers.map((settings) => [settings.name, settings]));
    for (const existing of [...entries.values()])
      if (!isDeepStrictEqual(existing.connection.settings, wanted.get(existing.name))) retire(existing);
    const fresh = [...wanted.values()].filter(({ name }) => !entries.has(name));
    for (const settings of fresh) add(settings);
    for (const { name } of fresh) await recall(entry(name));
    register();
    const unseen = fresh.map(({ name }) => name).filter((name) => entry(name).pin === undefined);
    return unseen.filter((name) => !toName?.has(name));
  }

  function entry(name: string): ServerEntry {
    const existing = entries.get(name);
    if (existing !== undefined) return existing;
    throw unknownServer(name, [...entries.keys()]);
  }

  const logins = createServerLogins({
    settingsOf: (name) => entry(name).connection.settings,
    remote: options.host.remote,
    identity: options.identity,
  });

  async function described(name: string, found: ServerDefinitions): Promise<void> {
    const fromFolder = announced.get(name);
    announced.delete(name);
    // Of a server that was never started only its folder is known, which may be incomplete.
    const fresh = fromFolder !== undefined && agreesWith(fromFolder, found);
    const pin = fresh ? undefined : entry(name).pin;
    const next = pinned(pin, found, new Date(now()).toISOString());
    const words = pin === undefined ? "first description of" : "new description of";
    if (!samePin(pin, next)) await keep(name, next, words, "dejima");
  }

  async function keep(name: string, pin: Pin | undefined, words: string, by = accountName()): Promise<void> {
    const note = { by, change: `${words} ${name}` };
    if (pin === undefined) await pins.delete(name, note);
    else await pins.put(name, pin, note);
    await writeDown(name, pin);
    entries.set(name, entryOf(entry(name).connection, pin));
    register();
    following.track(name, pin);
  }

  /** A copy for others. If it cannot be written, the tools still work. */
  async function writeDown(name: string, pin: Pin | undefined): Promise<void> {
    const { catalogue } = options;
    await (pin === undefined ? catalogue?.delete(name) : catalogue?.write(name, pin))?.catch(() => {});
  }

  /** Registers all usable tools again: a name depends on all the others. */
  function register(): void {
    for (const name of registered.keys()) registry.unregister(name);
    registered = registerTools(entries.values(), registry, options.reserved);
    for (const listener of listeners) listener();
  }

  async function seen(name: string): Promise<Pin> {
    if (entry(name).pin === undefined) await entry(name).connection.refresh();
    const { pin } = entry(name);
    if (pin !== undefined) return pin;
    const why = `The MCP server "${name}" did not describe itself`;
    throw new DejimaError("server_unavailable", why, { server: name });
  }

  async function discover(names?: readonly string[]): Promise<ReadonlyMap<string, DejimaError>> {
    const unseen = [...entries.values()].filter(({ pin }) => pin === undefined).map(({ name }) => name);
    const waiting = names === undefined ? unseen.filter((name) => toName?.has(name)) : [];
    const free = names ?? unseen.filter((name) => !toName?.has(name));
    const problems = new Map(waiting.map((name) => [name, notTrusted(name)]));
    const start = async (name: string) => {
      try {
        await entry(name).connection.refresh();
      } catch (error) {
        if (!(error instanceof DejimaError)) throw error;
        problems.set(name, error);
      }
    };
    await Promise.all(free.map(start));
    return problems;
  }

  return {
    async load() {
      for (const existing of [...entries.values()]) await recall(existing);
      register();
    },
    replace,
    discover,
    fetchPackage: (argv, request) => fetchCommand(options.host, argv, request),
    reports: () => [...entries.values()].map(reportOf),
    review: (name) => reviewOf(entry(name)),
    accept: async (name, who) => keep(name, acceptPending(await seen(name)), "accept", who?.by),
    forget: (name, who) => keep(name, undefined, "forget", who?.by),
    async find(server, tool) {
      const pin = await seen(server);
      for (const [name, existing] of registered)
        if (existing.server === server && existing.definition.name === tool) return name;
      requireReviewed(entry(server), tool);
      throw missingTool(server, tool, pin);
    },
    toolsOf(server) {
      const own = [...registered].filter(([, existing]) => existing.server === server);
      return new Map(own.map(([name, { definition }]) => [name, definition]));
    },
    async instructions(server) {
      return (await seen(server)).agreed.instructions || (descriptions?.get(server)?.instructions ?? "");
    },
    definitions: () => (name) => registered.get(registry.get(name)?.name ?? name)?.definition,
    connection: (name) => entry(name).connection,
    stderr: (name) => options.host.errors?.of(entry(name).name) ?? "",
    upstreams: () =>
      [...entries.values()].map(({ name, connection }) => upstreamOf(connection, () => entry(name).pin)),
    ...logins,
    onNotice(hearer) {
      hearers.add(hearer);
      return () => void hearers.delete(hearer);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      following.close();
      const all = [...[...entries.values()].map(({ connection }) => connection), ...retiring];
      await Promise.all(all.map((connection) => connection.close()));
      await options.host.packages?.close();
    },
  };
}
