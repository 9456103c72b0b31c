import { DejimaError } from "../../../contract/error.ts";
import type { ConnectionRecord, Sandbox, SandboxResult } from "../../../sandbox/sandbox.ts";
import { MAX_PACKAGE_BYTES } from "./fetch-limits.ts";

/** The progress of a fetch. */
export interface FetchProgress {
  /** Files that have arrived. */
  readonly arrived: number;
  readonly last: string;
}

export interface FetchOptions {
  readonly sandbox: Sandbox;
  /** A new, empty folder for the packages. */
  readonly folder: string;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface FetchProgram extends FetchOptions {
  /** The packages, for messages. */
  readonly specs: readonly string[];
  /** The registry, for messages. */
  readonly registry: string;
  /** Folders of this machine that the program needs. */
  readonly tools: readonly string[];
  readonly hosts: readonly string[];
  /** The file that has arrived, according to an output line. */
  arrivedFile(line: string): string | undefined;
  /** Why the program failed, from its output. */
  explain(stderr: string): string | Promise<string>;
}

const FETCH_MS = 600_000;

/** A registry on this machine is reached through the proxy, too: the sandbox has its own loopback. */
const PROXIED = ["env", "-u", "NO_PROXY", "-u", "no_proxy"];

/** Runs a program that fetches packages: contained, with only the registry in reach. Reports progress. */
export async function runFetch(argv: readonly string[], options: FetchProgram): Promise<void> {
  const { sandbox, folder, tools, hosts, onProgress, signal } = options;
  const run = sandbox.start([...PROXIED, ...argv], {
    workspace: { path: folder, access: "read-write" },
    mounts: tools.filter((path) => !isOfSystem(path)).map((path) => ({ path, access: "read-only" })),
    hosts,
    stays: true,
    signal: AbortSignal.any([AbortSignal.timeout(FETCH_MS), ...(signal === undefined ? [] : [signal])]),
  });
  let arrived = 0;
  let rest = "";
  let stderr = "";
  for await (const { text } of run.output) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()?.slice(0, 4096) ?? "";
    for (const line of lines) {
      const last = options.arrivedFile(line);
      if (last !== undefined) onProgress?.({ arrived: ++arrived, last });
      else stderr = `${stderr}\n${line}`.slice(-8192);
    }
  }
  const result = await run.result;
  if (result.exitCode === 0) return;
  const why = stopReason(result, `${stderr}\n${rest}`) ?? (await options.explain(`${stderr}\n${rest}`));
  throw new DejimaError("server_unavailable", `Cannot fetch ${options.specs.join(", ")}: ${why}`, {
    packages: [...options.specs],
    registry: options.registry,
  });
}

/** Whether every contained program sees this folder anyway. */
export function isOfSystem(path: string): boolean {
  return path === "/usr" || path.startsWith("/usr/");
}

/** Why a fetch was stopped. `undefined` if the program failed on its own. */
function stopReason(
  { limitHit, cause, connections = [] }: SandboxResult,
  stderr: string,
): string | undefined {
  if (
    limitHit === "workspaceBytes" ||
    limitHit === "fileSizeBytes" ||
    /\bEFBIG\b|File too large/.test(stderr)
  )
    return `it is larger than the ${MAX_PACKAGE_BYTES / 1024 ** 2} MB that a server's packages may take. Nothing was kept`;
  if (limitHit !== null) return `fetching it broke the limit ${limitHit}`;
  if (cause === "cancelled") return `it took longer than ${FETCH_MS / 60_000} minutes, or was cancelled`;
  const refused = connections.find(({ allowed }) => !allowed);
  return refused === undefined ? undefined : describeRefused(refused);
}

function describeRefused({ host, port, detail }: ConnectionRecord): string {
  return `it would reach ${host}:${port}, and only the registry is in reach while packages are fetched (${detail})`;
}
