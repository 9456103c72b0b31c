import type { Sandbox, SandboxRun } from "../../../sandbox/sandbox.ts";
import type { LocalServer } from "../server-settings.ts";

/** Where local servers run. */
export interface ServerHost {
  /** The sandbox; looked for with the first server that is not trusted. */
  sandbox(): Promise<Sandbox>;
  /** What a trusted server gets of our own environment: how to find programs, and its user's home. */
  readonly trustedEnvironment: Readonly<Record<string, string>>;
  /** Where trusted servers start that name no folder. */
  readonly workspace: string;
  /** Places that no contained server may see, whatever folder it was granted: Dejima's own. */
  readonly hidden: readonly string[];
}

/** Starts a local server: in the sandbox with what was declared for it, or, knowingly trusted, outside. */
export async function startServer(
  place: LocalServer,
  host: ServerHost,
  stdin: AsyncIterable<string>,
): Promise<SandboxRun> {
  const argv = [place.command, ...place.args];
  if (place.trusted) {
    const { startTrustedServer } = await import("../../../sandbox/trusted-server.ts");
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
    workingDirectory: place.workingDirectory,
    environment: place.environment,
    hosts: place.hosts.length === 0 ? undefined : place.hosts,
    stdin,
    stays: true,
  });
}
