import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { ALL_LIMITS, type Driver, type FoundDriver, type Launched, type LaunchRequest } from "../driver.ts";
import { createWorkspaceGauge } from "../limit/measure-usage.ts";
import { limitArguments, limitFailure, limitOfExitCode } from "../limit/resource-limits.ts";
import { removeTree } from "../remove-tree.ts";
import type { Mount } from "../sandbox.ts";
import { cleanEnvironment, spawnChild } from "./spawn-child.ts";

/** The plain process driver works anywhere and proves nothing. It is used only if it is named. */
export function findProcess(): FoundDriver {
  const enforced = ["wallTimeMs", "cpuTimeMs", "fileSizeBytes", "workspaceBytes", "openFiles", "outputBytes"];
  return {
    report: {
      name: "process",
      usable: true,
      boundary: "not a security boundary",
      proof: [],
      limits: { mechanism: "rlimits only", notHeld: ALL_LIMITS.filter((name) => !enforced.includes(name)) },
      reason: "used only when the configuration names it",
    },
    driver: createProcessDriver(),
  };
}

/**
 * A plain child process: a temporary workspace, a clean environment, per-process limits, its process group
 * killed at the end. It can read and reach whatever we can: not a security boundary.
 */
export function createProcessDriver(): Driver {
  return { name: "process", boundary: "not a security boundary", launch, close: async () => {} };

  async function launch(request: LaunchRequest): Promise<Launched> {
    refuseMasks(request);
    const home = await mkdtemp(join(tmpdir(), "dejima-process-"));
    try {
      return start(request, home);
    } catch (error) {
      await removeTree(home);
      throw error;
    }
  }

  function start(request: LaunchRequest, home: string): Launched {
    const workspace = request.workspace ?? { path: home, access: "read-write" };
    const folders = [...request.mounts, workspace, { path: home, access: "read-write" as const }];
    const argv = nodePermissionArguments(request.argv, folders);
    const child = spawnChild([...limitArguments(request.limits), ...argv], {
      environment: cleanEnvironment({
        path: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
        home: request.home ?? home,
        granted: request.environment,
      }),
      workingDirectory: request.workingDirectory ?? workspace.path,
      ownGroup: true,
    });
    const gauge = createWorkspaceGauge(folders, request.limits.workspaceBytes);
    return {
      ...child,
      begin: () => gauge.reset(),
      kill: () => killGroup(child.process.pid),
      brokenLimit: async () => ((await gauge.isFull()) ? "workspaceBytes" : null),
      limitAtEnd: async (exitCode) => limitOfExitCode(exitCode),
      startFailure: limitFailure,
      dispose: () => removeTree(home),
    };
  }
}

/**
 * Throws if there are masks: the process sees what we see, so the only way to withhold a file is not to start
 * it.
 */
function refuseMasks({ masks }: LaunchRequest): void {
  const [first] = masks;
  if (first === undefined) return;
  const more = masks.length > 1 ? ` and ${masks.length - 1} more` : "";
  throw new DejimaError(
    "path_blocked",
    `Cannot run a program with the sandbox "process": it cannot keep "${first.path}"${more} from it, which rules or names that suggest secrets withhold. Use the sandbox "bubblewrap" or "docker", or allow the files with a rule such as file.read(${first.path})`,
  );
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The whole group has already ended.
  }
}

/**
 * Adds Node's permission flags to a command that runs a Node script: it then reads and writes only the given
 * folders and starts no other programs. Defence in depth, not containment: some of Node's own modules do not
 * check these permissions.
 */
function nodePermissionArguments(argv: readonly string[], folders: readonly Mount[]): readonly string[] {
  const [program = "", script, ...rest] = argv;
  if (basename(program) !== "node" || script === undefined || script.startsWith("-")) return argv;
  const readable = [...folders.map((folder) => folder.path), dirname(resolve(script))];
  const writable = folders.filter((folder) => folder.access === "read-write").map((folder) => folder.path);
  return [
    program,
    "--permission",
    ...[...new Set(readable)].map((path) => `--allow-fs-read=${path}`),
    ...[...new Set(writable)].map((path) => `--allow-fs-write=${path}`),
    script,
    ...rest,
  ];
}
