import { closeSync, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { Cgroup, CgroupParent } from "../cgroup/cgroup.ts";
import { cleanEnvironment } from "../clean-environment.ts";
import type { Launched, LaunchRequest } from "../driver.ts";
import { PROXY_ENVIRONMENT } from "../inside/bridge.ts";
import type { LimitName } from "../limits.ts";
import { identify, killIdentified, type ProcessIdentity, untilGone } from "../process-identity.ts";
import { limitOfExitCode, resourceLimitArguments } from "../resource-limits.ts";
import { type Child, spawnChild } from "../spawn-child.ts";
import { treeMemoryBytes } from "../tree-memory.ts";
import { createRunner, runnerKind } from "../warm/runner.ts";
import type { WarmableDriver } from "../warm/warm-pool.ts";
import { createWorkspaceGauge } from "../workspace-gauge.ts";
import { bubblewrapArguments } from "./arguments.ts";
import { type SettledIdentity, settleIdentity, writeIdentityMaps } from "./identity.ts";
import { startFailure } from "./start-failure.ts";
import type { StateFolder } from "./state-folder.ts";
import { INSIDE_PATH, systemViewArguments, TOOLS } from "./system-view.ts";

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

/** Where the sandbox shows the program of a Node that waits. */
const WARM_NODE = `${TOOLS}/inside/warm-node.cjs`;

/** Namespaces, a read-only system, a system call filter and no privileges: a security boundary. */
export function createBubblewrapDriver(options: BubblewrapOptions): WarmableDriver {
  const systemView = systemViewArguments(options);
  return {
    name: "bubblewrap",
    boundary: "security boundary",
    launch,
    runner: (request) => createRunner(runnerKind(request.argv), WARM_NODE),
    environment,
    close: () => options.state.remove(),
  };

  async function launch(request: LaunchRequest): Promise<Launched> {
    const identity = await settleIdentity(request);
    const group = options.cgroups?.create(request.limits);
    const filter = openSync(options.state.filter, "r");
    try {
      const gated = identity.change || group !== undefined;
      const child = start(request, identity, { filter, gated });
      const first = await openGate(child, identity, group);
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
    { filter, gated }: { filter: number; gated: boolean },
  ): Child {
    const descriptors = { filter: FILTER, info: INFO, ...(gated ? { gate: GATE } : {}) };
    const { bwrap, setpriv } = options;
    const countProcesses = options.cgroups === undefined;
    const argv = [
      ...resourceLimitArguments(request.limits),
      bwrap,
      ...bubblewrapArguments({ request, identity, systemView, setpriv, descriptors, countProcesses }),
    ];
    return spawnChild(argv, {
      environment: environment(request),
      workingDirectory: "/",
      ownGroup: false,
      descriptors: [filter, "pipe", ...(gated ? ["pipe" as const] : [])],
    });
  }
}

function environment(request: LaunchRequest): Record<string, string> {
  return {
    ...cleanEnvironment({ path: INSIDE_PATH, home: "/tmp", granted: request.environment }),
    ...(request.proxySocket === undefined ? {} : PROXY_ENVIRONMENT),
  };
}

/** Waits until the first process inside exists, gives it its users and its limits, and lets it go on. */
async function openGate(
  child: Child,
  identity: SettledIdentity,
  group: Cgroup | undefined,
): Promise<ProcessIdentity | undefined> {
  const pipes: readonly unknown[] = child.process.stdio;
  const info = pipes[INFO] as Readable; // made as a pipe
  const gate = pipes[GATE] as Writable | undefined; // a pipe where there is one
  gate?.on("error", () => {}); // it may have ended already; its exit code says why
  let text = "";
  for await (const bytes of info) text += bytes;
  const pid = Number(/"child-pid": (\d+)/.exec(text)?.[1]);
  if (Number.isNaN(pid)) return undefined; // it failed before; its stderr says why
  try {
    if (identity.change) writeIdentityMaps(pid, identity);
    group?.add(pid);
    gate?.end("1");
  } catch (error) {
    child.process.kill("SIGKILL");
    throw error;
  }
  return identify(pid);
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
