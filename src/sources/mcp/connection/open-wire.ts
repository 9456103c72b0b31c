import { basename, join } from "node:path";
import type { Transport } from "@modelcontextprotocol/client";
import type { FolderWatch, Mask, MountedFolder } from "../../../contract/data/file-access.ts";
import type { BoundSecret } from "../../../contract/data/secret.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Mount, Sandbox, SandboxRun } from "../../../sandbox/sandbox.ts";
import { defined } from "../../../support/defined.ts";
import { createDenialLog, type Denial, type DenialLog } from "../containment/denial-log.ts";
import { type ImageHost, imageSandbox, refuseWideImage } from "../image/start-image.ts";
import type { CredentialStore } from "../oauth/credentials.ts";
import { authorizationOf } from "../oauth/oauth-provider.ts";
import type { PackageStore } from "../package/package-store.ts";
import { accountOf } from "../server-account.ts";
import type { LocalServer, RemoteServer, ServerSettings } from "../server-settings.ts";
import type { QuickRequests } from "../wire/quick-requests.ts";
import { createRemoteFetch, type Fetch } from "../wire/remote-fetch.ts";
import type { StderrLog } from "../wire/stderr-log.ts";
import { StdioTransport } from "../wire/stdio-transport.ts";

/** The transport of a remote server: the newer one, or the one before. */
export type RemoteKind = "streamable" | "sse";

/** A transport, and the reason of its end. */
interface Wire {
  readonly transport: Transport;
  /** A fast path for frequent requests, if there is one. */
  readonly quick?: QuickRequests;
  /** The watch over the folders that the server can write to, if any. */
  watch?(): FolderWatch | undefined;
  /** What a contained server was denied since a `performance.now()` time. */
  denials?(since: number, text?: string): readonly Denial[];
  /** Why it ended, as far as known. `undefined` while it is open. */
  ending(): string | undefined;
  /** Our own error that ended it, if one did. */
  fault(): DejimaError | undefined;
  /** Ends it at once, without cleanup. */
  kill(): void;
  /** Ends it gracefully. */
  close(): Promise<void>;
}

/** How long a remote server may take to confirm the end of its session. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Opens the transport of a server: its stdin and stdout, or requests to its URL. Sends nothing yet. */
export async function openWire(settings: ServerSettings, host: ServerHost, kind: RemoteKind): Promise<Wire> {
  const { place } = settings;
  return place.type === "http" ? openRemote(settings, { place, host, kind }) : openLocal(settings, host);
}

function openLocal(settings: ServerSettings, host: ServerHost): Wire {
  const { name, place, maxMessageBytes } = settings;
  const local = place as Extract<typeof place, { type: "stdio" }>; // checked by openWire
  let watch: FolderWatch | undefined;
  let reach: DenialLog | undefined;
  const transport = new StdioTransport({
    maxMessageBytes,
    onStderr(text) {
      reach?.add(text);
      host.errors?.add(name, text);
    },
    async start(stdin) {
      if (local.image !== undefined) refuseWideImage(name, local.image, local.folders);
      watch = await watchServer(name, local, host);
      try {
        const secrets = await host.secretsFor?.({ user: secretUserOf(settings) });
        const { run, own } = await startServer(settings, { place: local, host, stdin, secrets });
        if (!local.trusted)
          reach = createDenialLog({ place: local, own, connections: () => run.connections ?? [] });
        void run.result.then(() => watch?.close()).catch(() => {});
        return run;
      } catch (error) {
        await watch?.close();
        throw error;
      }
    },
  });
  return {
    transport,
    quick: transport.quick,
    watch: () => watch,
    denials: (since, text) => reach?.denials(since, text) ?? [],
    ending: () => transport.ending(),
    fault: () => transport.fault,
    kill: () => transport.kill(),
    async close() {
      await transport.close();
      await watch?.close();
    },
  };
}

interface Remote {
  readonly place: RemoteServer;
  readonly host: ServerHost;
  readonly kind: RemoteKind;
}

async function openRemote(settings: ServerSettings, { place, host, kind }: Remote): Promise<Wire> {
  const { SSEClientTransport, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { remote } = host;
  if (remote === undefined) throw new DejimaError("internal", `Nothing here reaches ${place.url}`);
  let fault: DejimaError | undefined;
  const send = remote.fetchFor(settings);
  const provider = await authorizationOf(settings, { storage: remote.credentials, send });
  const parts = {
    requestInit: { headers: place.headers },
    fetch: createRemoteFetch({
      send,
      maxMessageBytes: settings.maxMessageBytes,
      onFault(error) {
        fault ??= error;
        void transport.close().catch(() => {});
      },
    }),
    ...defined({ authProvider: provider }),
  };
  const url = new URL(place.url);
  const transport =
    kind === "sse" ? new SSEClientTransport(url, parts) : new StreamableHTTPClientTransport(url, parts);
  return {
    transport,
    ending: () => fault?.message,
    fault: () => fault,
    kill: () => void transport.close().catch(() => {}),
    async close() {
      if (transport instanceof StreamableHTTPClientTransport && fault === undefined)
        await settleWithin(transport.terminateSession());
      await transport.close();
    },
  };
}

/** Waits for work that may fail or take too long. */
async function settleWithin(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  await Promise.race([work.catch(() => {}), promise]);
  clearTimeout(timer);
}

/** The environment of servers: where local ones run, and how remote ones are reached. */
export interface ServerHost {
  /** The sandbox. Opened with the first server that is not trusted. */
  sandbox(): Promise<Sandbox>;
  /** The environment variables of a trusted server: how to find programs, and its user's home. */
  readonly trustedEnvironment: Readonly<Record<string, string>>;
  /** The working directory of trusted servers that name no folder. */
  readonly workspace: string;
  /** Paths that no contained server may see, whatever it was granted: Dejima's own. */
  readonly hidden: readonly string[];
  /** What rules and protected names withhold in a server's granted folders. */
  masks(folders: readonly MountedFolder[]): Promise<readonly Mask[]>;
  /** Watches the folders that a contained server can write to, while it runs. Omitted if none gets any. */
  watch?(folders: readonly string[], owner: string): Promise<FolderWatch>;
  /** Stores the packages of servers. Without it none is fetched. */
  readonly packages?: PackageStore;
  /** The container engine, for servers that come as images. Without it none is started. */
  readonly engine?: ImageHost;
  /** The data folder of a contained server, by its account. Omitted if none gets any. */
  dataFolder?(account: string): Promise<string>;
  /** The folder with our programs that run inside. Omitted if no server is watched. */
  insidePrograms?(): Promise<string>;
  /** Access to remote servers. Without it none can be reached. */
  readonly remote?: RemoteAccess;
  /** The secrets that a contained server may use without seeing them. Omitted without a vault. */
  secretsFor?(user: { readonly user: string }): Promise<readonly BoundSecret[]>;
  /** Stores the stderr of servers. */
  readonly errors?: StderrLog;
}

export interface RemoteAccess {
  /**
   * The guarded `fetch` for a remote server: its own address wherever that is, others by the network rules.
   */
  fetchFor(settings: ServerSettings): Fetch;
  /** Stores the tokens of logins. */
  readonly credentials: CredentialStore;
}

/**
 * Starts to watch the folders that a contained server can write to. `undefined` for others. Called before the
 * server starts, so that nothing is missed.
 */
async function watchServer(
  name: string,
  place: LocalServer,
  host: ServerHost,
): Promise<FolderWatch | undefined> {
  const writable = place.folders.filter(({ access }) => access === "read-write").map(({ path }) => path);
  if (place.trusted || writable.length === 0) return undefined;
  return host.watch?.(writable, `MCP server ${name}`);
}

interface Start {
  readonly place: LocalServer;
  readonly host: ServerHost;
  readonly stdin: AsyncIterable<string>;
  readonly secrets: readonly BoundSecret[] | undefined;
}

/** The name that secrets of a server are bound to. A skill's server uses the skill's name. */
export function secretUserOf({ name, skill }: ServerSettings): string {
  return skill === undefined ? `mcp:${name}` : `skill:${skill}`;
}

/** Starts a local server: in the sandbox with its declared access, or, if explicitly trusted, outside. */
async function startServer(
  settings: ServerSettings,
  { place, host, stdin, secrets }: Start,
): Promise<Started> {
  const { name, user } = settings;
  const argv = [place.command, ...place.args];
  const account = accountOf(settings);
  if (place.trusted) {
    const home = user === undefined ? undefined : await host.dataFolder?.(account);
    const { startTrustedServer } = await import("../../../sandbox/process/trusted-programs.ts");
    const run = startTrustedServer(argv, {
      workingDirectory: place.workingDirectory ?? host.workspace,
      environment: { ...host.trustedEnvironment, ...defined({ HOME: home }), ...place.environment },
      stdin,
    });
    return { run, own: [] };
  }
  const { image } = place;
  const data = await host.dataFolder?.(account);
  if (image !== undefined && data !== undefined) {
    const { folders, hosts, environment } = place;
    const sandbox = await imageSandbox(name, { image, data, host: host.engine });
    const run = sandbox.start(["image", ...image.args], {
      mounts: folders,
      environment,
      home: data,
      stdin,
      secrets,
      stays: true,
      ownFolders: [{ path: data, access: "read-write" }],
      hidden: host.hidden,
      masks: await host.masks(folders),
      hosts: hosts.length === 0 ? undefined : hosts,
    });
    void run.result.finally(() => sandbox.close());
    return { run, own: [data] };
  }
  const sandbox = await host.sandbox();
  const { program = argv, folders } = await programOf(account, place, host);
  const inside = await host.insidePrograms?.();
  const own: Mount[] = [
    ...folders,
    ...(data === undefined ? [] : [{ path: data, access: "read-write" as const }]),
    ...(inside === undefined ? [] : [{ path: inside, access: "read-only" as const }]),
  ];
  const run = sandbox.start(inside === undefined ? program : witnessed(program, inside), {
    mounts: place.folders,
    ownFolders: own,
    hidden: host.hidden,
    masks: await host.masks(place.folders),
    workingDirectory: place.workingDirectory ?? data,
    home: data,
    environment: place.environment,
    hosts: place.hosts.length === 0 ? undefined : place.hosts,
    secrets,
    stdin,
    stays: true,
  });
  return { run, own: own.map(({ path }) => path) };
}

/** The command of a server that comes as a package, and the package's folders. */
async function programOf(
  account: string,
  { package: wanted }: LocalServer,
  { packages, dataFolder }: ServerHost,
): Promise<{ readonly program?: readonly string[]; readonly folders: readonly Mount[] }> {
  if (wanted === undefined || packages === undefined) return { folders: [] };
  const stored = await packages.ensure(wanted);
  const copy = dataFolder && (await packages.ownCopy(wanted, stored, await dataFolder(account)));
  return {
    program: await packages.program(wanted, copy ?? stored.folder),
    folders: [
      ...[stored.folder, ...packages.tools(wanted)].map((path) => ({ path, access: "read-only" as const })),
      ...(copy === undefined ? [] : [{ path: copy, access: "read-write" as const }]),
    ],
  };
}

/**
 * A Node server with our witness in it, which reports what it tries to access. Any other program unchanged.
 */
function witnessed([program = "", ...args]: readonly string[], inside: string): readonly string[] {
  return basename(program) === "node"
    ? [program, "--require", join(inside, "witness.cjs"), ...args]
    : [program, ...args];
}

interface Started {
  readonly run: SandboxRun;
  /** Our own folders that it sees. */
  readonly own: readonly string[];
}
