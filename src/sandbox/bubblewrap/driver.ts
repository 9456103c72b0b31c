import { closeSync, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { Cgroup, CgroupParent } from "../cgroup/cgroup.ts";
import { cleanEnvironment } from "../clean-environment.ts";
import type { Launched, LaunchRequest } from "../driver.ts";
import { PROXY_ENVIRONMENT } from "../inside/bridge.ts";
import type { LimitName } from "../limits.ts";
import { identify, killIdentified, type ProcessIdentity, untilGone } from "../process-identity.ts";
import { limitArguments, limitOfExitCode } from "../resource-limits.ts";
import { type Child, spawnChild } from "../spawn-child.ts";
import { treeMemoryBytes } from "../tree-memory.ts";
import { createRunner, runnerKind } from "../warm/runner.ts";
import type { WarmableDriver } from "../warm/warm-pool.ts";
import { createWorkspaceGauge } from "../workspace-gauge.ts";
import { bubblewrapArguments, WARM_NODE } from "./arguments.ts";
import { type SettledIdentity, settleIdentity, writeIdentityMaps } from "./identity.ts";
import { startFailure } from "./start-failure.ts";
import type { StateFolder } from "./state-folder.ts";
import { describeSystem, INSIDE_PATH } from "./system-view.ts";

/** File descriptors of the started program, in the order in which they are handed over. */
const FILTER = 3;
const INFO = 4;
const GATE = 5;

export interface BubblewrapOptions {
  readonly bwrap: string;
  readonly setpriv: string;
  readonly state: StateFolder;
  /** The Node that runs inside. */
  readonly node: string;
  /** Absent: memory is watched, processes are counted per user namespace, the share of processors is free. */
  readonly cgroups: CgroupParent | undefined;
}

/** Namespaces, a read-only system, a system call filter and no privileges: a security boundary. */
export function createBubblewrapDriver(options: BubblewrapOptions): WarmableDriver {
  const system = describeSystem(options);
  return {
    name: "bubblewrap",
    boundary: "security boundary",
    launch,
    runner: (request) => createRunner(runnerKind(request.argv), WARM_NODE),
    environment,
    close: () => options.state.remove(),
  };

  async function launch(request: LaunchRequest): Promise<Launched> {
    const identity = settleIdentity(request);
    const group = options.cgroups?.create(request.limits);
    const filter = openSync(options.state.filter, "r");
    try {
      const child = start(request, identity, { filter, group });
      const first = await openGate(child, identity);
      return launched(child, request, { first, group });
    } catch (error) {
      await group?.remove();
      throw error;
    } finally {
      closeSync(filter);
    }
  }

  function start(
    request: LaunchRequest,
    identity: SettledIdentity,
    { filter, group }: { filter: number; group: Cgroup | undefined },
  ): Child {
    const descriptors = { filter: FILTER, info: INFO, ...(identity.change ? { gate: GATE } : {}) };
    const { bwrap, setpriv } = options;
    const countProcesses = group === undefined;
    const argv = [
      ...limitArguments(request.limits, group?.entries),
      bwrap,
      ...bubblewrapArguments({ request, identity, system, setpriv, descriptors, countProcesses }),
    ];
    return spawnChild(argv, {
      environment: environment(request),
      workingDirectory: "/",
      ownGroup: false,
      descriptors: [filter, "pipe", ...(identity.change ? ["pipe" as const] : [])],
    });
  }
}

function environment(request: LaunchRequest): Record<string, string> {
  return {
    ...cleanEnvironment({ path: INSIDE_PATH, home: "/tmp", granted: request.environment }),
    ...(request.proxySocket === undefined ? {} : PROXY_ENVIRONMENT),
  };
}

/** Waits until the first process inside exists, gives it its users, and lets it go on. */
async function openGate(child: Child, identity: SettledIdentity): Promise<ProcessIdentity | undefined> {
  const pipes: readonly unknown[] = child.process.stdio;
  const info = pipes[INFO] as Readable; // made as a pipe
  const gate = pipes[GATE] as Writable | undefined; // a pipe where there is one
  gate?.on("error", () => {}); // it may have ended already; its exit code says why
  const pid = await readFirstPid(info);
  if (pid === undefined) return undefined; // it failed before; its stderr says why
  try {
    if (identity.change) writeIdentityMaps(pid, identity);
    gate?.end("1");
  } catch (error) {
    child.process.kill("SIGKILL");
    throw error;
  }
  return identify(pid);
}

/** What bubblewrap reports first; the rest of its report is not waited for. */
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

interface Handles {
  readonly first: ProcessIdentity | undefined;
  readonly group: Cgroup | undefined;
}

function launched(child: Child, request: LaunchRequest, { first, group }: Handles): Launched {
  const { limits } = request;
  const gauge = createWorkspaceGauge(request.mounts, limits.workspaceBytes);
  return {
    ...child,
    begin: () => gauge.reset(),
    keepAlive(isKept) {
      const change = isKept ? "ref" : "unref";
      child.process[change]();
      for (const pipe of child.process.stdio) if (pipe instanceof Socket) pipe[change]();
    },
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
      if (first !== undefined) await untilGone(first);
      await group?.remove();
    },
  };

  function usedUp(): LimitName | null {
    if (group !== undefined) {
      if (group.cpuTimeMs() > limits.cpuTimeMs) return "cpuTimeMs";
      return group.brokenLimit() === "memoryBytes" ? "memoryBytes" : null; // one victim of many: the rest goes too
    }
    return treeMemoryBytes(child.process.pid ?? 0) > limits.memoryBytes ? "memoryBytes" : null;
  }
}
