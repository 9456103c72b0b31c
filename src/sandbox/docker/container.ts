import { defined } from "../../support/defined.ts";
import type { HiddenPath, LaunchRequest, SettledMask } from "../driver.ts";
import { BRIDGE_PORT } from "../inside-programs.ts";

/** The working directory of a run without a workspace. */
const PRIVATE_WORKSPACE = "/workspace";

/** The path of our programs inside. */
const INSIDE_PROGRAMS = "/opt/dejima/inside";

/** The search path inside. */
export const INSIDE_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The user that owns nothing. */
export const NOBODY = 65534;

/** The size of a hidden folder's mount: it stays empty. */
const EMPTY_BYTES = 4096;

/** The limits of the bridge: it copies bytes and starts nothing. */
const BRIDGE_MEMORY_BYTES = 256 * 1024 * 1024;
const BRIDGE_PROCESSES = 64;

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

interface WallOptions {
  readonly runtime: string | undefined;
  /** The system call filter. `undefined` keeps the engine's own. */
  readonly filter: string | undefined;
}

interface CommonOptions extends WallOptions {
  readonly image: string;
  /** The user the program runs as, unless that is root. */
  readonly owner: Owner | undefined;
}

interface ContainerOptions extends CommonOptions {
  /** The container whose loopback leads to the proxy, if hosts were granted. */
  readonly bridge: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Files of the image that are covered. */
  readonly covered: readonly string[];
}

interface BridgeOptions extends CommonOptions {
  /** The host's folder with our programs for inside. */
  readonly programs: string;
  readonly proxySocket: string;
}

/**
 * The first process of a container ignores signals and does not reap its children, so the first process is a
 * shell and the program its child. The shell distinguishes a missing program from one that failed, and prints
 * nothing else.
 */
const FIRST_PROCESS = `\
unset HOSTNAME
command -v -- "$1" > /dev/null || { echo "limits: $1: not found" >&2; exit 127; }
exec 3>&2 2> /dev/null
"$@" 2>&3 3>&-
exit $?`;

/**
 * The engine's request to create a container: nothing of the host but the grants, no network, no privileges.
 */
export function describeContainer(request: LaunchRequest, options: ContainerOptions): object {
  const size = `size=${request.limits.workspaceBytes}`;
  return {
    Image: options.image,
    Entrypoint: ["/bin/sh", "-c", FIRST_PROCESS, "limits"],
    Cmd: request.argv,
    Env: Object.entries(options.environment).map(([name, value]) => `${name}=${value}`),
    WorkingDir: request.workingDirectory ?? request.workspace?.path ?? PRIVATE_WORKSPACE,
    User: userOf(options.owner),
    // The engine rejects a host name for a container that shares another one's network.
    ...(options.bridge === undefined ? { Hostname: "sandbox" } : {}),
    ...ATTACHED,
    HostConfig: {
      ...walls(options),
      NetworkMode: options.bridge === undefined ? "none" : `container:${options.bridge}`,
      ...limitSettings(request.limits),
      Tmpfs: {
        "/tmp": `rw,exec,nosuid,nodev,mode=1777,${size}`,
        ...(request.workspace === undefined
          ? { [PRIVATE_WORKSPACE]: `rw,exec,nosuid,nodev,mode=777,${size}` }
          : {}),
        ...Object.fromEntries(
          hiddenFolders(request).map((path) => [path, `ro,size=${EMPTY_BYTES},mode=555`]),
        ),
      },
      Mounts: [
        ...request.mounts.map(({ path, access }) => bind(path, path, access === "read-only")),
        ...request.masks.flatMap(maskMounts),
        ...options.covered.map((path) => bind("/dev/null", path, true)),
        ...request.hidden
          .filter((hidden) => !isFolder(hidden))
          .map(({ path }) => bind("/dev/null", path, true)),
      ],
    },
  };
}

/**
 * The container beside a program that was granted hosts: it serves the proxy on a loopback that both share.
 * Only this container has the Unix socket to the proxy, and it sees nothing else of the host.
 */
export function describeBridge(options: BridgeOptions): object {
  const { proxySocket } = options;
  return {
    Image: options.image,
    Entrypoint: ["node", `${INSIDE_PROGRAMS}/bridge.cjs`, proxySocket, String(BRIDGE_PORT)],
    Cmd: [],
    Env: [`PATH=${INSIDE_PATH}`],
    WorkingDir: "/",
    User: userOf(options.owner),
    Hostname: "sandbox",
    ...ATTACHED,
    HostConfig: {
      ...walls(options),
      NetworkMode: "none",
      Memory: BRIDGE_MEMORY_BYTES,
      MemorySwap: BRIDGE_MEMORY_BYTES,
      PidsLimit: BRIDGE_PROCESSES,
      Mounts: [bind(options.programs, INSIDE_PROGRAMS, true), bind(proxySocket, proxySocket, false)],
    },
  };
}

/** The limits in the engine's format. */
export function limitSettings(limits: LaunchRequest["limits"]): Record<string, unknown> {
  const cpuSeconds = Math.ceil(limits.cpuTimeMs / 1000);
  return {
    Memory: limits.memoryBytes,
    MemorySwap: limits.memoryBytes,
    NanoCpus: Math.round(limits.cpus * 1e9),
    PidsLimit: limits.processes,
    ShmSize: Math.min(limits.workspaceBytes, limits.memoryBytes),
    Ulimits: [
      { Name: "core", Soft: 0, Hard: 0 },
      { Name: "nofile", Soft: limits.openFiles, Hard: limits.openFiles },
      { Name: "fsize", Soft: limits.fileSizeBytes, Hard: limits.fileSizeBytes },
      { Name: "cpu", Soft: cpuSeconds, Hard: cpuSeconds + 1 },
    ],
  };
}

/** Our end of the streams of a container. */
export const ATTACHED = {
  OpenStdin: true,
  StdinOnce: true,
  AttachStdin: true,
  AttachStdout: true,
  AttachStderr: true,
};

/** The containment of every container: no privileges, a read-only image, our system call filter. */
export const walls = ({ filter, runtime }: WallOptions) => ({
  ReadonlyRootfs: true,
  CapDrop: ["ALL"],
  SecurityOpt: ["no-new-privileges", ...(filter === undefined ? [] : [`seccomp=${filter}`])],
  LogConfig: { Type: "none" },
  AutoRemove: false,
  ...defined({ Runtime: runtime }),
});

/** The user a program runs as. Files owned by root do not make it run as root. */
export const userOf = (owner: Owner | undefined): string =>
  owner?.uid ? `${owner.uid}:${owner.gid || NOBODY}` : `${NOBODY}:${NOBODY}`;

function hiddenFolders({ hidden, masks }: LaunchRequest): string[] {
  return [
    ...hidden.filter(isFolder).map(({ path }) => path),
    ...masks.filter(({ type }) => type === "hide-folder").map(({ place }) => place),
  ];
}

/** The mounts of masks, except hidden folders, which are tmpfs mounts. */
function maskMounts({ type, path, place }: SettledMask): unknown[] {
  if (type === "hide-folder") return [];
  return [bind(type === "hide-file" ? "/dev/null" : path, place, type !== "hold")];
}

const isFolder = ({ type }: HiddenPath): boolean => type === "folder";

/** A bind mount of a host path. */
export const bind = (from: string, to: string, isReadOnly: boolean) => ({
  Type: "bind",
  Source: from,
  Target: to,
  ReadOnly: isReadOnly,
  BindOptions: { Propagation: "rprivate" },
});
