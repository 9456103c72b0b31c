import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../../config/load-config.ts";
import { type Config, configSchema } from "../../config/schema/config-schema.ts";
import { claimNewHome } from "../../config/trust/home-claim.ts";
import { DejimaError } from "../../contract/error.ts";
import { createHttpClient } from "../../network/create-http-client.ts";
import { guardedFetch } from "../../network/guarded-fetch.ts";
import { NOBODY } from "../../sandbox/docker/container.ts";
import { openImages } from "../../sandbox/docker/images.ts";
import { programText } from "../../sandbox/inside-programs.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { witness } from "../../sandbox/witness.ts";
import { createEraMemory } from "../../sources/mcp/connection/open-session.ts";
import { type RemoteAccess, secretUserOf } from "../../sources/mcp/connection/open-wire.ts";
import type { ImageHost } from "../../sources/mcp/image/start-image.ts";
import {
  createMcpSource,
  type McpServers,
  type McpSource,
  type McpSourceOptions,
} from "../../sources/mcp/mcp-source.ts";
import { type CredentialStore, createCredentialFiles } from "../../sources/mcp/oauth/credentials.ts";
import { refreshTogether } from "../../sources/mcp/oauth/refresh-together.ts";
import { FETCH_LIMITS } from "../../sources/mcp/package/fetch-limits.ts";
import { npmPackages } from "../../sources/mcp/package/npm-packages.ts";
import { createPackageStore, type PackageStore } from "../../sources/mcp/package/package-store.ts";
import { pythonPackages } from "../../sources/mcp/package/python-packages.ts";
import { accountOf } from "../../sources/mcp/server-account.ts";
import { createCatalogueWriter, readServerFolders } from "../../sources/mcp/server-folder.ts";
import type { ServerSettings } from "../../sources/mcp/server-settings.ts";
import { settleServers } from "../../sources/mcp/settle-servers.ts";
import { startedOnRequest } from "../../sources/mcp/started-on-request.ts";
import type { TrialOptions, TrialResult } from "../../sources/mcp/trial/try-server.ts";
import { type Fetch, refreshOnce } from "../../sources/mcp/wire/remote-fetch.ts";
import { createStderrLog } from "../../sources/mcp/wire/stderr-log.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import { issueWords } from "../../support/issue-words.ts";
import { shortId } from "../../support/lazy-crypto.ts";
import { hostAndPort } from "../../support/network/host-pattern.ts";
import { once } from "../../support/once.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import { VERSION } from "../../version.ts";
import { engineSocket, openImageSandbox, openSandbox } from "../containment/open-sandbox.ts";
import type { OutgoingRules } from "../containment/outgoing-rules.ts";
import type { VaultServices } from "../containment/wire-vault.ts";
import type { TeamFiles } from "../team/wire-team-files.ts";
import { serverFolders } from "../tools/may-have-tools.ts";
import type { ServerFiles } from "./server-files.ts";
import { rememberProblems } from "./server-problems.ts";

export interface McpParts extends ServerFiles {
  readonly settings: Settings;
  readonly registry: ToolRegistry;
  readonly workspace: string;
  readonly hidden: readonly string[];
  readonly outside: OutgoingRules;
  readonly variables: Readonly<Record<string, string | undefined>>;
  sandbox(): Promise<Sandbox>;
  store(): Promise<Store>;
  readonly secretsFor: VaultServices["secretsFor"];
  readonly teamFiles: TeamFiles;
  onFault(error: unknown): void;
}

/** Names of the MCP door's own tools. */
const RESERVED = ["search_tools", "describe_tool", "call_tool", "resume_call"];

/**
 * The environment variables that a trusted server gets besides the granted ones: how to find programs, and
 * for which user.
 */
const TRUSTED_NAMES = ["PATH", "HOME", "LANG", "USER", "LOGNAME", "TERM", "TMPDIR"];

/**
 * Opens the MCP servers of the config and of the folders under the home. Registers their known tools and
 * starts none.
 */
export async function openMcp(parts: McpParts): Promise<ReloadableMcp> {
  const { settings, variables } = parts;
  const { home } = settings;
  claimNewHome(home, variables);
  const own = new Set<string>();
  const read = async (now: Settings) => {
    const found = await readServers(now, variables);
    own.clear();
    for (const name of found.described.keys()) own.add(name);
    return found;
  };
  const found = await read(settings);
  const catalogue = createCatalogueWriter(serverFolders(home), own);
  const packages = openPackages(parts);
  const source = await openServers(found.servers, { ...parts, ...found, catalogue, packages });
  return {
    ...source,
    reload: async (now) => source.replace(await read(now)),
    async tryServer(options) {
      const { tryServer } = await import("../../sources/mcp/trial/try-server.ts");
      const host = { sandbox: parts.sandbox, hidden: parts.hidden, packages };
      return tryServer({ ...options, host, identity: IDENTITY, folder: join(home, "trials") });
    },
  };
}

const IDENTITY = { name: "dejima", version: VERSION };

/** The servers of a config, which can be replaced by those of another. */
export interface ReloadableMcp extends McpSource {
  /** Starts a server that nobody has approved, contained and in a temporary home, and reports what it did. */
  tryServer(options: Omit<TrialOptions, "host" | "identity" | "folder">): Promise<TrialResult>;
  /**
   * Switches to the servers of these settings. Returns the names of those that are new and may be started.
   */
  reload(settings: Settings): Promise<string[]>;
}

async function readServers(
  settings: Settings,
  variables: McpParts["variables"],
): Promise<Required<McpServers>> {
  const { config, base, home } = settings;
  const folders = await readServerFolders(serverFolders(home));
  const own = folders.filter(
    ({ name, config: described }) => described !== undefined && !Object.hasOwn(config.mcpServers, name),
  );
  const described = new Map(own.map(({ name, definitions }) => [name, definitions]));
  const brought = own.flatMap(({ name, config: described = {} }) =>
    settleServers(configOf(name, described), { base, variables }),
  );
  const servers = [...settleServers(config.mcpServers, { base, variables }), ...brought];
  return { servers, described, toName: startedOnRequest(brought, settings) };
}

/** The description of a server in its folder, parsed with the schema and defaults of the config. */
function configOf(name: string, described: Readonly<Record<string, unknown>>): Config["mcpServers"] {
  const result = configSchema.safeParse({ mcpServers: { [name]: described } });
  if (result.success) return result.data.mcpServers;
  const [issue] = result.error.issues;
  throw new DejimaError(
    "invalid_input",
    `Cannot use the MCP server of the folder mcps/${name}: ${issue?.path.slice(2).join(".")} ${issue === undefined ? "" : issueWords(issue)}`.replace(
      /\s+/g,
      " ",
    ),
  );
}

/** Opens servers of any origin the way the servers of the config are opened. */
export async function openServers(
  servers: readonly ServerSettings[],
  parts: McpParts &
    Pick<McpSourceOptions, "described" | "catalogue" | "toName"> & { packages?: PackageStore },
): Promise<McpSource> {
  const { registry, workspace, hidden, masks, watch, variables, sandbox, store, secretsFor } = parts;
  const { documents } = await store();
  const ways = new WeakMap<ServerSettings, Fetch>();
  const credentials = createCredentialFiles(join(parts.settings.home, "mcp-credentials"));
  const remote: RemoteAccess = {
    credentials,
    fetchFor(server) {
      const way = ways.get(server) ?? remoteFetch(server, parts, credentials);
      ways.set(server, way);
      return way;
    },
  };
  const { described, catalogue, toName } = parts;
  const source = createMcpSource({
    servers,
    ...defined({ described, catalogue, toName }),
    registry,
    host: {
      sandbox,
      workspace,
      hidden,
      masks,
      watch,
      secretsFor,
      remote,
      errors: createStderrLog(),
      packages: parts.packages ?? openPackages(parts),
      engine: openEngine(parts),
      insidePrograms: insidePrograms(parts.settings.home),
      dataFolder: (account) => dataFolder(parts.settings.home, account),
      trustedEnvironment: Object.fromEntries(
        TRUSTED_NAMES.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]])),
      ),
    },
    identity: IDENTITY,
    pins: parts.teamFiles.pins,
    eras: (server) =>
      createEraMemory({
        get: () => documents.get("mcp-eras", server),
        put: (era) => documents.put("mcp-eras", server, era),
        now: Date.now,
      }),
    reserved: RESERVED,
    now: Date.now,
    random: Math.random,
  });
  await source.load();
  return rememberProblems(source, documents);
}

/** The container engine, for servers that come as images. */
function openEngine({ settings, outside }: McpParts): ImageHost {
  const { sandbox } = settings.config;
  return {
    images: openImages(engineSocket(sandbox)),
    sandbox(program) {
      if (sandbox.enabled) return openImageSandbox(sandbox, program, outside);
      throw new DejimaError("spawn_failed", "Cannot run code: sandbox.enabled is false in the config");
    },
    nobody: NOBODY,
  };
}

/**
 * The packages of servers, under the home. They are fetched in a separate sandbox that reaches only the
 * registry.
 */
function openPackages({ settings, outside, variables, teamFiles, onFault }: McpParts): PackageStore {
  const { packages } = settings.config;
  const managers = {
    npm: npmPackages({ variables, registry: packages.npm }),
    python: pythonPackages({ variables, index: packages.python }),
  };
  const sandbox = once(async () => {
    const hosts = (await Promise.all(Object.values(managers).map((manager) => manager.hosts()))).flat();
    const { network } = outside;
    const allow = network.allow.length === 0 ? [] : [...network.allow, ...hosts];
    // The user's own settings name the registry, so it may be on their network.
    const reach = {
      ...outside,
      network: { ...network, allow, allowPrivate: [...network.allowPrivate, ...hosts] },
    };
    return openSandbox({ ...settings.config.sandbox, ...FETCH_LIMITS, warm: false }, reach);
  });
  return createPackageStore({
    folder: join(settings.home, "packages"),
    managers,
    sandbox,
    now: Date.now,
    shared: teamFiles.packages,
    onFault,
  });
}

/**
 * The folder with the program that watches Node servers from inside. Written before the first of them starts.
 */
function insidePrograms(home: string): () => Promise<string> {
  return once(async () => {
    const folder = join(home, "packages", "inside");
    await mkdir(folder, { recursive: true });
    const beside = join(folder, shortId(".new-"));
    await writeFile(beside, programText(witness));
    await rename(beside, join(folder, "witness.cjs"));
    return folder;
  }).get;
}

/** The data folder of a contained server, whatever it was granted. Created with its first start. */
async function dataFolder(home: string, account: string): Promise<string> {
  const folder = join(home, "mcp-data", account);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** How much longer than a call a request may take until its headers arrive. */
const HEAD_START_MS = 5_000;

/**
 * Fetches from a remote server. The config names its address, so that address may be private; redirects from
 * it may not.
 */
function remoteFetch(
  server: ServerSettings,
  { outside: { network, veto }, secretsFor }: McpParts,
  credentials: CredentialStore,
): Fetch {
  const { place, timeoutMs, startTimeoutMs } = server;
  const named = hostAndPort(place.type === "http" ? place.url : "http://localhost");
  const { timeout: _own, ...limits } = network;
  const client = createHttpClient({
    ...limits,
    veto,
    allow: network.allow.length === 0 ? [] : [...network.allow, named],
    allowPrivate: [...network.allowPrivate, named],
    timeoutMs: Math.max(timeoutMs, startTimeoutMs) + HEAD_START_MS,
    reusesConnections: true,
    secretsFor,
  });
  const send = guardedFetch(client, { secretUser: secretUserOf(server) });
  return refreshOnce(refreshTogether(send, accountOf(server), credentials), Date.now);
}
