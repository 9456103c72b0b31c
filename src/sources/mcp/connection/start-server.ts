import type { GivenFolder, Mask } from "../../../contract/mask.ts";
import type { Sandbox, SandboxRun } from "../../../sandbox/sandbox.ts";
import type { CredentialStore } from "../oauth/credentials.ts";
import type { LocalServer, ServerSettings } from "../server-settings.ts";
import type { Fetch } from "../wire/remote-fetch.ts";

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
  masks(folders: readonly GivenFolder[]): Promise<readonly Mask[]>;
  /** How remote servers are reached; without it none can be. */
  readonly remote?: RemoteAccess;
}

export interface RemoteAccess {
  /** The guarded way to a remote server: to its own address wherever that is, to others by the rules of the network. */
  fetchFor(settings: ServerSettings): Fetch;
  /** Keeps what logins gave. */
  readonly credentials: CredentialStore;
}

/** Starts a local server: in the sandbox with what was declared for it, or, knowingly trusted, outside. */
export async function startServer(
  place: LocalServer,
  host: ServerHost,
  stdin: AsyncIterable<string>,
): Promise<SandboxRun> {
  const argv = [place.command, ...place.args];
  if (place.trusted) {
    const { startTrustedServer } = await import("../../../sandbox/process/trusted-server.ts");
    return startTrustedServer(argv, {
      workingDirectory: place.workingDirectory ?? host.workspace,
      environment: { ...host.trustedEnvironment, ...place.environment },
      stdin,
    });
  }
  const sandbox = await host.sandbox();
  return sandbox.start(argv, {
    mounts: place.folders,
    hidden: host.hidden,
    masks: await host.masks(place.folders),
    workingDirectory: place.workingDirectory,
    environment: place.environment,
    hosts: place.hosts.length === 0 ? undefined : place.hosts,
    stdin,
    stays: true,
  });
}
