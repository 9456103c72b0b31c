import { defined } from "../../support/defined.ts";
import type { HiddenPath, LaunchRequest, SettledMask } from "../driver.ts";
import { BRIDGE_PORT } from "../inside-programs.ts";

/** Where a run works that was given no workspace. */
const PRIVATE_WORKSPACE = "/workspace";

/** Where the programs that travel into the sandbox stand. */
const INSIDE_PROGRAMS = "/opt/dejima/inside";

/** The search path inside. */
export const INSIDE_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The user that owns nothing. */
const NOBODY = 65534;

/** Bytes that a hidden folder may hold: it is there to be empty. */
const EMPTY_BYTES = 4096;

interface ContainerOptions {
  readonly image: string;
  readonly runtime: string | undefined;
  /** The system call filter; undefined leaves the engine's own. */
  readonly filter: string | undefined;
  /** The host's folder with the programs that travel inside. */
  readonly programs: string;
  /** Whom the program runs as, unless that is root. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Files of the image that stay out of reach. */
  readonly covered: readonly string[];
}

/**
 * The first process of a container is deaf to signals and leaves the dead unburied, so a shell is the first and the
 * program its child. It tells a program that is not there from one that failed, and says nothing else.
 */
const FIRST_PROCESS = `\
unset HOSTNAME
command -v -- "$1" > /dev/null || { echo "limits: $1: not found" >&2; exit 127; }
exec 3>&2 2> /dev/null
"$@" 2>&3 3>&-
exit $?`;

/** What the engine is asked to create: nothing of the host but what was granted, no network, no privileges. */
export function describeContainer(request: LaunchRequest, options: ContainerOptions): unknown {
  const { limits } = request;
  const size = `size=${limits.workspaceBytes}`;
  const uid = options.owner?.uid || NOBODY; // root's own files do not make root of a program
  const gid = options.owner?.uid ? options.owner.gid || NOBODY : NOBODY;
  const cpuSeconds = Math.ceil(limits.cpuTimeMs / 1000);
  return {
    Image: options.image,
    Entrypoint: ["/bin/sh", "-c", FIRST_PROCESS, "limits"],
    Cmd: [...bridgeArguments(request), ...request.argv],
    Env: Object.entries(options.environment).map(([name, value]) => `${name}=${value}`),
    WorkingDir: request.workingDirectory ?? request.workspace?.path ?? PRIVATE_WORKSPACE,
    User: `${uid}:${gid}`,
    Hostname: "sandbox",
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: {
      NetworkMode: "none",
      ReadonlyRootfs: true,
      CapDrop: ["ALL"],
      SecurityOpt: [
        "no-new-privileges",
        ...(options.filter === undefined ? [] : [`seccomp=${options.filter}`]),
      ],
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
        ...(request.proxySocket === undefined
          ? []
          : [
              bind(options.programs, INSIDE_PROGRAMS, true),
              bind(request.proxySocket, request.proxySocket, false),
            ]),
      ],
      LogConfig: { Type: "none" },
      AutoRemove: false,
      ...defined({ Runtime: options.runtime }),
    },
  };
}

function hiddenFolders({ hidden, masks }: LaunchRequest): string[] {
  return [
    ...hidden.filter(isFolder).map(({ path }) => path),
    ...masks.filter(({ type }) => type === "hide-folder").map(({ place }) => place),
  ];
}

/** Hidden folders stand among the file systems in memory; these are the others. */
function maskMounts({ type, path, place }: SettledMask): unknown[] {
  if (type === "hide-folder") return [];
  return [bind(type === "hide-file" ? "/dev/null" : path, place, type !== "hold")];
}

const isFolder = ({ type }: HiddenPath): boolean => type === "folder";

const bind = (from: string, to: string, isReadOnly: boolean) => ({
  Type: "bind",
  Source: from,
  Target: to,
  ReadOnly: isReadOnly,
  BindOptions: { Propagation: "rprivate" },
});

const bridgeArguments = ({ proxySocket }: LaunchRequest): string[] =>
  proxySocket === undefined
    ? []
    : ["node", `${INSIDE_PROGRAMS}/bridge.cjs`, proxySocket, String(BRIDGE_PORT)];
