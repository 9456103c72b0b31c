import type { Launched } from "../driver.ts";
import { DEFAULT_LIMITS, unending } from "../limit/limits.ts";
import type { Input, SandboxRun } from "../sandbox.ts";
import { execWithout } from "./shell-words.ts";
import { spawnChild } from "./spawn-child.ts";
import { supervise } from "./supervise.ts";

interface TrustedServerOptions {
  readonly workingDirectory: string;
  /** The whole environment: nothing of ours is added. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stdin: Input;
}

/**
 * A shell that becomes the program, and beside it a watchdog in the same process group. The watchdog waits for the end of
 * a pipe that only we hold: however we end, the kernel closes it, and the whole group is killed. The program gets its input and
 * output and no other descriptor that our own process may have inherited.
 */
const WATCHED = `( read -r _ <&3; kill -KILL 0 ) </dev/null >/dev/null 2>&1 &\nexec 3<&-\n${execWithout(2)}`;
const WATCHDOG_PIPE = 3;

/** Starts a program that stays, outside of any sandbox, because its user trusts it. It ends with us, even when we are killed. */
export function startTrustedServer(argv: readonly string[], options: TrustedServerOptions): SandboxRun {
  return supervise(launch(argv, options), {
    driver: "process",
    limits: unending(DEFAULT_LIMITS),
    stdin: options.stdin,
    stays: true,
    signal: undefined,
    connections: undefined,
  });
}

async function launch(
  argv: readonly string[],
  { workingDirectory, environment }: TrustedServerOptions,
): Promise<Launched> {
  const child = spawnChild(["/bin/sh", "-c", WATCHED, "sh", ...argv], {
    environment,
    workingDirectory,
    ownGroup: true,
    descriptors: ["pipe"],
  });
  const watchdog: { destroy?(): void } | null | undefined = child.process.stdio[WATCHDOG_PIPE];
  const kill = () => {
    if (child.process.pid === undefined) return;
    try {
      process.kill(-child.process.pid, "SIGKILL");
    } catch {
      // The whole group has ended already.
    }
  };
  return {
    ...child,
    begin() {},
    kill,
    brokenLimit: async () => null,
    limitAtEnd: async () => null,
    startFailure: (exitCode, stderr) =>
      exitCode === 126 || exitCode === 127 ? `Cannot start "${argv[0]}": ${stderr.trim()}` : undefined,
    dispose: async () => watchdog?.destroy?.(),
  };
}
