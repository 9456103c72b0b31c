import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getCACertificates } from "node:tls";
import type { DialVeto } from "../contract/dial.ts";
import { DejimaError } from "../contract/error.ts";
import type { Driver, Launched } from "./driver.ts";
import { type Limits, lowerLimits, unending } from "./limit/limits.ts";
import { type Lookup, parseHostRule } from "./network/dial.ts";
import { type HostProxy, type Interceptor, type OpenInterceptor, startProxy } from "./network/proxy.ts";
import { supervise } from "./process/supervise.ts";
import { settleRequest } from "./request/settle-request.ts";
import type { ConnectionRecord, Sandbox, SandboxRun, StartOptions } from "./sandbox.ts";

export interface NetworkOptions {
  /** Granted hosts that may resolve to private addresses. Only the user's own config names any. */
  readonly privateHosts?: readonly string[] | undefined;
  readonly lookup?: Lookup | undefined;
  /** Denies connections, whatever was granted. */
  readonly veto?: DialVeto | undefined;
  /**
   * Creates the interceptor that inserts secrets on the way to hosts. Without it no program can use secrets.
   */
  readonly intercept?: OpenInterceptor | undefined;
}

/** A sandbox over one driver: validates a run's request, starts it, and supervises it to its end. */
export function createDriverSandbox(driver: Driver, limits: Limits, network: NetworkOptions = {}): Sandbox {
  const running = new Set<SandboxRun>();
  let closed = false;
  return { driver: driver.name, boundary: driver.boundary, limits, start, prepare, close };

  function start(argv: readonly string[], options: StartOptions = {}): SandboxRun {
    const lowered = lowerLimits(limits, options.limits);
    const settled = options.stays ? unending(lowered) : lowered;
    const connections: ConnectionRecord[] = [];
    const run = supervise(launch(argv, { ...options, settled, connections }), {
      driver: driver.name,
      limits: settled,
      stdin: options.stdin,
      stays: options.stays === true,
      signal: options.signal,
      connections: options.hosts === undefined ? undefined : connections,
    });
    running.add(run);
    void run.result.finally(() => running.delete(run));
    return run;
  }

  async function launch(argv: readonly string[], options: LaunchOptions): Promise<Launched> {
    if (closed) throw new DejimaError("spawn_failed", "Cannot start a program: the sandbox is closed");
    const { secrets = [] } = options;
    const interceptor = secrets.length === 0 ? undefined : await network.intercept?.(secrets);
    const proxy = await openProxy(options, interceptor);
    try {
      const trusting = await trustInside(options, { proxy, interceptor });
      const request = settleRequest(argv, { ...trusting, proxySocket: proxy?.socket });
      const launched = await driver.launch(request);
      return proxy === undefined
        ? launched
        : { ...launched, dispose: () => bothDone(launched.dispose(), proxy.close()) };
    } catch (error) {
      await proxy?.close();
      throw error;
    }
  }

  async function openProxy(
    { hosts = [], connections }: LaunchOptions,
    interceptor: Interceptor | undefined,
  ): Promise<HostProxy | undefined> {
    if (hosts.length === 0) return undefined;
    return startProxy({
      interceptor,
      granted: hosts.map(parseHostRule),
      privateAllowed: (network.privateHosts ?? []).map(parseHostRule),
      lookup: network.lookup,
      veto: network.veto,
      connections,
    });
  }

  async function prepare(argv: readonly string[], options: StartOptions = {}): Promise<void> {
    const settled = lowerLimits(limits, options.limits);
    await driver.prepare?.(settleRequest(argv, { ...options, settled, proxySocket: undefined }));
  }

  async function close(): Promise<void> {
    closed = true;
    for (const run of running) run.kill();
    await Promise.all([...running].map((run) => run.result));
    await driver.close();
  }
}

interface LaunchOptions extends StartOptions {
  readonly settled: Limits;
  readonly connections: ConnectionRecord[];
}

async function bothDone(one: Promise<void>, other: Promise<void>): Promise<void> {
  await Promise.all([one, other]);
}

/** Variables that name the only certificates to trust: the system's and ours together. */
const REPLACING_VARIABLES = [
  "SSL_CERT_FILE",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
  "GIT_SSL_CAINFO",
  "PIP_CERT",
  "AWS_CA_BUNDLE",
  "CARGO_HTTP_CAINFO",
];

/** Variables that name additional certificates to trust. */
const ADDING_VARIABLES = ["NODE_EXTRA_CA_CERTS", "DENO_CERT"];

/** Adds what a start needs so that its programs have placeholders and trust the interceptor. */
async function trustInside<Options extends StartOptions>(
  options: Options,
  { proxy, interceptor }: { proxy: HostProxy | undefined; interceptor: Interceptor | undefined },
): Promise<Options> {
  if (interceptor === undefined) return options;
  const environment = { ...options.environment, ...interceptor.environment };
  if (proxy === undefined) return { ...options, environment };
  const folder = join(proxy.folder, "trust");
  const [whole, besides] = [join(folder, "all.pem"), join(folder, "sandbox.pem")];
  const own = await interceptor.certificate();
  await mkdir(folder, { mode: 0o755 });
  await writeFile(besides, `${own}\n`, { mode: 0o644 });
  await writeFile(whole, [...getCACertificates("default"), own, ""].join("\n"), { mode: 0o644 });
  return {
    ...options,
    ownFolders: [...(options.ownFolders ?? []), { path: folder, access: "read-only" }],
    environment: {
      ...environment,
      ...Object.fromEntries(REPLACING_VARIABLES.map((name) => [name, whole])),
      ...Object.fromEntries(ADDING_VARIABLES.map((name) => [name, besides])),
    },
  };
}
