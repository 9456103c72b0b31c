import { isAbsolute } from "node:path";
import { DejimaError } from "../contract/error.ts";
import type { Driver, Launched, LaunchRequest } from "./driver.ts";
import { type Limits, lowerLimits } from "./limits.ts";
import type { Sandbox, SandboxRun, StartOptions } from "./sandbox.ts";
import { isInside, settleMounts } from "./settle-mounts.ts";
import { supervise } from "./supervise.ts";

/** The most a command line may hold; the kernel refuses more with an error that says less. */
const MAX_ARGUMENT_BYTES = 128 * 1024;

/** A sandbox over one driver: settles what a run gets, starts it, and watches it to its end. */
export function createDriverSandbox(driver: Driver, limits: Limits): Sandbox {
  const running = new Set<SandboxRun>();
  let closed = false;
  return { driver: driver.name, boundary: driver.boundary, limits, start, close };

  function start(argv: readonly string[], options: StartOptions = {}): SandboxRun {
    const settled = lowerLimits(limits, options.limits);
    const run = supervise(launch(argv, options, settled), {
      driver: driver.name,
      limits: settled,
      stdin: options.stdin,
      signal: options.signal,
    });
    running.add(run);
    void run.result.finally(() => running.delete(run));
    return run;
  }

  async function launch(argv: readonly string[], options: StartOptions, settled: Limits): Promise<Launched> {
    if (closed) throw new DejimaError("spawn_failed", "Cannot start a program: the sandbox is closed");
    checkArguments(argv);
    return driver.launch(await settleRequest(argv, options, settled));
  }

  async function close(): Promise<void> {
    closed = true;
    for (const run of running) run.kill();
    await Promise.all([...running].map((run) => run.result));
    await driver.close();
  }
}

async function settleRequest(
  argv: readonly string[],
  options: StartOptions,
  limits: Limits,
): Promise<LaunchRequest> {
  const mounts = await settleMounts([
    ...(options.mounts ?? []),
    ...(options.workspace ? [options.workspace] : []),
  ]);
  const { workingDirectory } = options;
  if (workingDirectory !== undefined && !mounts.some((mount) => isInside(workingDirectory, mount.path))) {
    throw new DejimaError(
      "path_blocked",
      `Cannot start in "${workingDirectory}": it is not inside a granted folder`,
    );
  }
  return {
    argv,
    workspace: options.workspace,
    mounts,
    workingDirectory,
    environment: options.environment ?? {},
    limits,
    proxySocket: undefined,
  };
}

function checkArguments(argv: readonly string[]): void {
  const [program] = argv;
  if (program === undefined || program === "") {
    throw new DejimaError("spawn_failed", "Cannot start a program: the argument list is empty");
  }
  if (program.includes("/") && !isAbsolute(program)) {
    throw new DejimaError(
      "spawn_failed",
      `Cannot start "${program}": name a program on the path or an absolute path`,
    );
  }
  for (const argument of argv) {
    if (argument.includes("\0"))
      throw new DejimaError("spawn_failed", "Cannot start a program: an argument holds NUL");
    if (Buffer.byteLength(argument) > MAX_ARGUMENT_BYTES - 1) {
      throw new DejimaError(
        "spawn_failed",
        `Cannot start "${program}": an argument is longer than ${MAX_ARGUMENT_BYTES} bytes`,
      );
    }
  }
}
