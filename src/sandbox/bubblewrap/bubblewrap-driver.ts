import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { identify, isAsleep, type ProcessIdentity } from "../../support/process/process-identity.ts";
import type { Launched, LaunchRequest } from "../driver.ts";
import { PROXY_ENVIRONMENT } from "../inside-programs.ts";
import type { CgroupParent } from "../limit/cgroup.ts";
import type { LimitName } from "../limit/limits.ts";
import { createWorkspaceGauge, treeMemoryBytes } from "../limit/measure-usage.ts";
import { limitOfExitCode } from "../limit/resource-limits.ts";
import { joinProxy } from "../network/proxy.ts";
import { cleanEnvironment, killIdentified, untilExited } from "../process/spawn-child.ts";
import { verifyMasks } from "../request/settle-paths.ts";
import { createRunner, runnerKind, type WarmableDriver } from "../warm-pool.ts";
import {
  bubblewrapArguments,
  type SettledIdentity,
  settleIdentity,
  WARM_NODE,
  writeIdentityMaps,
} from "./arguments.ts";
import { createSpareLauncher, type Launcher, startLauncher } from "./launcher.ts";
import type { StateFolder } from "./sandbox-state.ts";
import { describeSystem, INSIDE_PATH } from "./system-view.ts";

/** A sandbox that is not set up by then never will be. */
const START_MS = 30_000;

interface BubblewrapOptions {
  readonly bwrap: string;
  readonly setpriv: string;
  readonly state: StateFolder;
  /** The Node binary that runs inside. */
  readonly node: string;
  /**
   * `undefined`: memory is watched, processes are counted per user namespace, and the CPU share is not
   * limited.
   */
  readonly cgroups: CgroupParent | undefined;
  /** Let the kernel count processes per user namespace. */
  readonly countProcesses: boolean;
}

/** Namespaces, a read-only system, a system call filter and no privileges: a security boundary. */
export function createBubblewrapDriver(options: BubblewrapOptions): WarmableDriver {
  const system = describeSystem(options);
  const { bwrap, setpriv, state, cgroups, countProcesses } = options;
  const launching = { filter: state.filter, cgroups };
  const spare = createSpareLauncher((limits) => startLauncher(limits, launching));
  return {
    name: "bubblewrap",
    boundary: "security boundary",
    launch,
    runner: (request) => createRunner(runnerKind(request.argv), WARM_NODE),
    environment,
    async close() {
      await spare.close();
      await state.remove();
    },
  };

  async function launch(request: LaunchRequest): Promise<Launched> {
    verifyMasks(request.masks);
    const identity = settleIdentity(request);
    const { limits, leaked } = request;
    const launcher =
      leaked === undefined ? spare.take(limits) : startLauncher(limits, { ...launching, leaked });
    const walls = bubblewrapArguments({ request, identity, system, setpriv, countProcesses });
    try {
      launcher.become([bwrap, ...walls], {
        environment: environment(request),
        hasProxy: request.proxySocket !== undefined,
      });
      if (request.proxySocket !== undefined) joinProxy(launcher.proxy, request.proxySocket);
      const first = await openGate(launcher, identity);
      if (first !== undefined) await openDoor(launcher, first);
      void spare.refill(limits, launcher.child.exited);
      return launched(launcher, first, request);
    } catch (error) {
      await launcher.discard();
      throw error;
    }
  }
}

function environment(request: LaunchRequest): Record<string, string> {
  return {
    ...cleanEnvironment({ path: INSIDE_PATH, home: request.home ?? "/tmp", granted: request.environment }),
    ...(request.proxySocket === undefined ? {} : PROXY_ENVIRONMENT),
  };
}

/** Waits for the first process inside, maps its users, and lets it continue. */
async function openGate(launcher: Launcher, identity: SettledIdentity): Promise<ProcessIdentity | undefined> {
  const patience = setTimeout(() => launcher.child.process.kill("SIGKILL"), START_MS);
  const pid = await readFirstPid(launcher.info);
  clearTimeout(patience);
  if (pid === undefined) return undefined; // bubblewrap failed earlier; its stderr says why
  if (identity.change) writeIdentityMaps(pid, identity);
  launcher.gate.end("1");
  return identify(pid);
}

/**
 * Lets the program start, once the first process inside is set to die with us. That process does so right
 * before it waits for the program, and does not sleep earlier.
 */
async function openDoor({ door, child }: Launcher, first: ProcessIdentity): Promise<void> {
  const patience = setTimeout(() => child.process.kill("SIGKILL"), START_MS);
  const isThere = await new Promise<boolean>((resolve) => {
    door.once("data", () => resolve(true));
    door.once("close", () => resolve(false)); // bubblewrap failed earlier; its stderr says why
  });
  while (isThere && identify(first.pid)?.began === first.began && !isAsleep(first.pid)) await delay(1);
  clearTimeout(patience);
  door.end("\n");
}

/** The first part of bubblewrap's report. The rest is not awaited. */
function readFirstPid(info: Readable): Promise<number | undefined> {
  return new Promise((resolve) => {
    let text = "";
    info.on("data", (bytes: Buffer) => {
      text += bytes;
      const pid = /"child-pid": (\d+)[^\d]/.exec(text)?.[1];
      if (pid !== undefined) resolve(Number(pid));
    });
    info.on("close", () => resolve(undefined));
  });
}

function launched(launcher: Launcher, first: ProcessIdentity | undefined, request: LaunchRequest): Launched {
  const { child, group } = launcher;
  const { limits } = request;
  const gauge = createWorkspaceGauge(request.mounts, limits.workspaceBytes);
  return {
    ...child,
    stdin: launcher.stdin,
    begin: () => gauge.reset(),
    keepAlive: launcher.keepAlive,
    kill() {
      if (first !== undefined) killIdentified(first);
      child.process.kill("SIGKILL");
    },
    async brokenLimit() {
      return usedUp() ?? ((await gauge.isFull()) ? "workspaceBytes" : null);
    },
    limitAtEnd: async (exitCode) => limitOfExitCode(exitCode) ?? group?.brokenLimit() ?? null,
    startFailure,
    async dispose() {
      launcher.proxy.destroy();
      launcher.door.destroy();
      if (first !== undefined) await untilExited(first);
      await group?.remove();
    },
  };

  function usedUp(): LimitName | null {
    if (group !== undefined) {
      if (group.cpuTimeMs() > limits.cpuTimeMs) return "cpuTimeMs";
      return group.brokenLimit() === "memoryBytes" ? "memoryBytes" : null; // the kernel killed one of several processes: kill the rest, too
    }
    return treeMemoryBytes(child.process.pid ?? 0) > limits.memoryBytes ? "memoryBytes" : null;
  }
}

/** What the launching programs print, alone, when they fail. */
const LAUNCHER_ERROR = /^(?:limits|bwrap|setpriv|prlimit|bridge|warm): (.*)\n$/;

/**
 * Why the program never started. A launcher's error is a single line on stderr; a program that prints the
 * same only claims that it did not start itself.
 */
function startFailure(exitCode: number, stderr: string): string | undefined {
  if (exitCode !== 1 && exitCode !== 126 && exitCode !== 127) return undefined;
  const complaint = LAUNCHER_ERROR.exec(stderr)?.[1];
  return complaint === undefined ? undefined : `Cannot start the program: ${complaint}`;
}
