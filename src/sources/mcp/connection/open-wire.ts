import { basename, join } from "node:path";
import type { Transport } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";
import type { FolderWatch, MountedFolder, Mask } from "../../../contract/file-access.ts";
import type { BoundSecret } from "../../../contract/secret.ts";
import type { Mount, Sandbox, SandboxRun } from "../../../sandbox/sandbox.ts";
import { defined } from "../../../support/defined.ts";
import { createReachLog, type Denial, type ReachLog } from "../contained/reached-for.ts";
import { type ImageHost, imageSandbox, refuseWideImage } from "../image/start-image.ts";
import type { CredentialStore } from "../oauth/credentials.ts";
import { authorizationOf } from "../oauth/oauth-provider.ts";
import type { PackageStore } from "../package/package-store.ts";
import type { LocalServer, RemoteServer, ServerSettings } from "../server-settings.ts";
import type { QuickRequests } from "../wire/quick-requests.ts";
import { createRemoteFetch, type Fetch } from "../wire/remote-fetch.ts";
import type { StderrLog } from "../wire/stderr-log.ts";
import { StdioTransport } from "../wire/stdio-transport.ts";

/** How a remote server is spoken to: the newer way, or the one before it. */
export type RemoteKind = "streamable" | "sse";

/** A transport, and what is known of its end. */
interface Wire {
  readonly transport: Transport;
  /** The short way for requests that are made all the time, where there is one. */
  readonly quick?: QuickRequests;
  /** The watch over what the server can write to, where it can. */
  watch?(): FolderWatch | undefined;
  /** What a contained server reached for and was not given, since a moment of `performance.now()`. */
  denials?(since: number, text?: string): readonly Denial[];
  /** Why it ended, as far as it is known; undefined while it stands. */
  ending(): string | undefined;
  /** The error that ended it, where it was ours to see. */
  fault(): DejimaError | undefined;
  /** Ends it at once: nothing of it is wanted any more. */
  kill(): void;
  /** Ends it in good order. */
  close(): Promise<void>;
}

/** How long a remote server may take to hear that its session is over. */
const FAREWELL_MS = 1_000;

/** Opens the way to a server: its input and output, or requests to its address. Nothing is said yet. */
export async function openWire(settings: ServerSettings, host: ServerHost, kind: RemoteKind): Promise<Wire> {
  const { place } = settings;
  return place.type === "http" ? openRemote(settings, { place, host, kind }) : openLocal(settings, host);
}

function openLocal(settings: ServerSettings, host: ServerHost): Wire {
  const { name, place, maxMessageBytes } = settings;
  const local = place as Extract<typeof place, { type: "stdio" }>; // openWire saw to it
  let watch: FolderWatch | undefined;
  let reach: ReachLog | undefined;
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
        const { run, own } = await startServer(name, { place: local, host, stdin, secrets });
        if (!local.trusted)
          reach = createReachLog({ place: local, own, connections: () => run.connections ?? [] });
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
        await soon(transport.terminateSession());
      await transport.close();
    },
  };
}

/** Waits for work that may fail or take too long. */
async function soon(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, FAREWELL_MS);
  await Promise.race([work.catch(() => {}), promise]);
  clearTimeout(timer);
}

/** What servers need of the world around them: where local ones run, and how remote ones are reached. */
export interface ServerHost {
  /** The sandbox; looked for with the first server that is not trusted. */
  sandbox(): Promise<Sandbox>;
  /** What a trusted server gets of our own environment: how to find programs, and its user's home. */
  readonly trustedEnvironment: Readonly<Record<string, string>>;
  /** Where trusted servers start that name no folder. */
  readonly workspace: string;
  /** Places that no contained server may see, whatever folder it was granted: Dejima's own. */
  readonly hidden: readonly string[];
  /** What of the folders granted to a server rules and names withhold. */
  masks(folders: readonly MountedFolder[]): Promise<readonly Mask[]>;
  /** Watches the folders that a contained server can write to, for as long as it runs; left out where none gets any. */
  watch?(folders: readonly string[], owner: string): Promise<FolderWatch>;
  /** Where the packages of servers are kept; without it none is fetched. */
  readonly packages?: PackageStore;
  /** The container engine, for servers that come as images; without it none is started. */
  readonly engine?: ImageHost;
  /** The folder that a contained server keeps its data in, by its name; left out where none gets any. */
  dataFolder?(server: string): Promise<string>;
  /** The folder with our programs that run inside; left out where no server is watched. */
  insidePrograms?(): Promise<string>;
  /** How remote servers are reached; without it none can be. */
  readonly remote?: RemoteAccess;
  /** The secrets that a contained server may use without seeing them; left out where there is no vault. */
  secretsFor?(user: { readonly user: string }): Promise<readonly BoundSecret[]>;
  /** Keeps what the programs of servers write to their stderr. */
  readonly errors?: StderrLog;
}

export interface RemoteAccess {
  /** The guarded way to a remote server: to its own address wherever that is, to others by the rules of the network. */
  fetchFor(settings: ServerSettings): Fetch;
  /** Keeps what logins gave. */
  readonly credentials: CredentialStore;
}

/** Begins to watch what a contained server can write to; `undefined` for others. Before it starts, so that nothing is missed. */
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

/** What a server is called where a secret is bound to it. One that a skill brings along is the skill's. */
export function secretUserOf({ name, skill }: ServerSettings): string {
  return skill === undefined ? `mcp:${name}` : `skill:${skill}`;
}

/** Starts a local server: in the sandbox with what was declared for it, or, knowingly trusted, outside. */
async function startServer(name: string, { place, host, stdin, secrets }: Start): Promise<Started> {
  const argv = [place.command, ...place.args];
  if (place.trusted) {
    const { startTrustedServer } = await import("../../../sandbox/process/trusted-programs.ts");
    const run = startTrustedServer(argv, {
      workingDirectory: place.workingDirectory ?? host.workspace,
      environment: { ...host.trustedEnvironment, ...place.environment },
      stdin,
    });
    return { run, own: [] };
  }
  const { image } = place;
  const data = await host.dataFolder?.(name);
  if (image !== undefined && data !== undefined) {
    const { folders, hosts, environment } = place;
    const sandbox = await imageSandbox(name, { image, data, host: host.engine });
    const run = sandbox.start(["image", ...image.args], {
      ...{ mounts: folders, environment, home: data, stdin, secrets, stays: true },
      ownFolders: [{ path: data, access: "read-write" }],
      hidden: host.hidden,
      masks: await host.masks(folders),
      hosts: hosts.length === 0 ? undefined : hosts,
    });
    void run.result.finally(() => sandbox.close());
    return { run, own: [data] };
  }
  const sandbox = await host.sandbox();
  const { program = argv, folders } = await programOf(name, place, host);
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

/** What starts a server that comes as a package, and the folders that it stands in. */
async function programOf(
  name: string,
  { package: wanted }: LocalServer,
  { packages, dataFolder }: ServerHost,
): Promise<{ readonly program?: readonly string[]; readonly folders: readonly Mount[] }> {
  if (wanted === undefined || packages === undefined) return { folders: [] };
  const stored = await packages.ensure(wanted);
  const copy = dataFolder && (await packages.ownCopy(wanted, stored, await dataFolder(name)));
  return {
    program: await packages.program(wanted, copy ?? stored.folder),
    folders: [
      ...[stored.folder, ...packages.tools(wanted)].map((path) => ({ path, access: "read-only" as const })),
      ...(copy === undefined ? [] : [{ path: copy, access: "read-write" as const }]),
    ],
  };
}

/** A Node server with our witness in it, which tells what it reaches for; any other program as it is. */
function witnessed([program = "", ...args]: readonly string[], inside: string): readonly string[] {
  return basename(program) === "node"
    ? [program, "--require", join(inside, "witness.cjs"), ...args]
    : [program, ...args];
}

interface Started {
  readonly run: SandboxRun;
  /** The folders of ours that it sees. */
  readonly own: readonly string[];
}
