import { realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "../../support/paths.ts";
import type { HiddenPath, LaunchRequest, SettledMask } from "../driver.ts";
import { BRIDGE_PORT } from "../inside-programs.ts";
import { PROCESS_LIMITER, processLimitArguments } from "../limit/resource-limits.ts";
import type { Mount } from "../sandbox.ts";
import { DESCRIPTORS } from "./launcher.ts";
import { INSIDE_PROGRAMS, type SystemView, TOOLS } from "./system-view.ts";

/** The working directory of a run without a workspace. */
export const PRIVATE_WORKSPACE = "/workspace";

/** The program of a waiting Node process. */
export const WARM_NODE = `${INSIDE_PROGRAMS}/warm-node.cjs`;

/** The user that a run started by root becomes. `capabilities` apply only to files of the mapped owners. */
interface Identity {
  readonly uid: number;
  readonly gid: number;
  /** Set if we are root: the user is changed inside, after the sandbox is set up. */
  readonly change: boolean;
  readonly capabilities: readonly string[];
}

interface Plan {
  readonly request: LaunchRequest;
  readonly identity: Identity;
  readonly system: SystemView;
  readonly setpriv: string;
  /** Without a control group, the kernel counts processes per user of the namespace. */
  readonly countProcesses: boolean;
}

const { door } = DESCRIPTORS;

/**
 * Runs inside, before everything else: reports that it is there and waits for a byte. It ends if we do, so
 * that no program starts in a sandbox that was completed after we were killed. If the shell is bash, it
 * leaves additional variables behind.
 */
const DOOR = [
  "/bin/sh",
  "-c",
  `echo >&${door}; read -r _ <&${door} || exit 1; exec ${door}<&-; exec ${isBash() ? "env -u _ -u SHLVL -u OLDPWD " : ""}"$@"`,
  "limits",
];

function isBash(): boolean {
  try {
    return realpathSync("/bin/sh").endsWith("bash");
  } catch {
    return false; // without a shell no program can be launched anyway
  }
}

/** All arguments between `bwrap` and the end of the program's own arguments. */
export function bubblewrapArguments(plan: Plan): string[] {
  const { request, identity, system } = plan;
  const size = String(request.limits.workspaceBytes);
  const directory = request.workingDirectory ?? request.workspace?.path ?? PRIVATE_WORKSPACE;
  return [
    ...[
      "--unshare-user",
      "--unshare-pid",
      "--unshare-net",
      "--unshare-ipc",
      "--unshare-uts",
      "--unshare-cgroup",
    ],
    ...["--die-with-parent", "--new-session", "--hostname", "sandbox", "--cap-drop", "ALL"],
    ...(identity.change ? ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP", ...identity.capabilities] : []).flatMap(
      (name) => ["--cap-add", name],
    ),
    ...system.base,
    ...(request.programs === undefined ? system.node : onlyPrograms(plan, request.programs)),
    ...(identity.capabilities.length === 0 ? [] : system.covered),
    ...(request.proxySocket === undefined ? [] : [...system.certificates, ...system.programs]),
    ...(request.argv.includes(WARM_NODE) ? system.programs : []),
    ...["/tmp", "/dev/shm"].flatMap((path) => ["--perms", "1777", "--size", size, "--tmpfs", path]),
    ...(request.workspace === undefined
      ? ["--perms", "0777", "--size", size, "--tmpfs", PRIVATE_WORKSPACE]
      : []),
    ...placedArguments(request),
    ...hiddenArguments(request),
    ...["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", directory],
    ...shellVariableArguments(request.environment),
    ...["--seccomp", String(DESCRIPTORS.filter), "--info-fd", String(DESCRIPTORS.info)],
    ...(identity.change ? ["--userns-block-fd", String(DESCRIPTORS.gate)] : []),
    "--",
    ...DOOR,
    ...(identity.change ? [plan.setpriv, ...setprivArguments(identity)] : []),
    ...(plan.countProcesses ? processLimitArguments(request.limits) : []),
    ...bridgeArguments(request.proxySocket),
    ...request.argv,
  ];
}

/**
 * The launching shell may export additional variables, depending on its kind: only granted ones get inside.
 */
function shellVariableArguments(granted: LaunchRequest["environment"]): string[] {
  const added = ["SHLVL", "OLDPWD", "_"].filter((name) => granted[name] === undefined);
  return added.flatMap((name) => ["--unsetenv", name]);
}

/**
 * The granted programs and those that launch them. Node is included if it is granted, or if one of our
 * programs needs it.
 */
function onlyPrograms({ system, request, identity, setpriv }: Plan, programs: readonly string[]): string[] {
  const needsNode = programs.includes("node") || request.proxySocket !== undefined;
  const launchPrograms = [...(identity.change ? [setpriv] : []), PROCESS_LIMITER];
  return [...(needsNode ? system.node : []), ...system.only([...programs, ...launchPrograms])];
}

/** The command in front of a program that was granted hosts. */
function bridgeArguments(socket: string | undefined): string[] {
  return socket === undefined
    ? []
    : [
        `${TOOLS}/bin/node`,
        `${INSIDE_PROGRAMS}/bridge.cjs`,
        ...[String(DESCRIPTORS.proxy), String(BRIDGE_PORT)],
      ];
}

/**
 * Creates the folders above a grant first, passable for everyone: those that bubblewrap creates are readable
 * by root alone.
 */
function mountArguments({ path, access }: Mount, from = "/"): string[] {
  const above: string[] = [];
  for (let folder = dirname(path); folder !== from; folder = dirname(folder)) above.unshift(folder);
  return [
    ...above.flatMap((folder) => ["--perms", "0755", "--dir", folder]),
    ...[access === "read-write" ? "--bind" : "--ro-bind", path, path],
  ];
}

/** Outer paths first: a mount must not cover a grant below it. */
function placedArguments({ mounts, masks }: LaunchRequest): string[] {
  return [
    ...mounts.map((mount) => ({ place: mount.path, words: mountArguments(mount) })),
    ...masks.map((mask) => ({ place: mask.place, words: maskArguments(mask) })),
  ]
    .sort((one, other) => one.place.length - other.place.length)
    .flatMap(({ words }) => words);
}

/** A folder bound over itself cannot be moved, and a read-only bind cannot be changed. */
function maskArguments({ type, path, place }: SettledMask): string[] {
  if (type === "hold") return ["--bind", path, place];
  if (type === "lock") return ["--ro-bind", path, place];
  return hidingArguments({ path: place, type: type === "hide-folder" ? "folder" : "file" });
}

/** The hidden paths, with the program's own Dejima folders mounted again inside them. */
function hiddenArguments({ hidden, ownFolders }: LaunchRequest): string[] {
  return hidden.flatMap((covered) => {
    const inside = ownFolders.filter(({ path }) => path !== covered.path && isInside(path, covered.path));
    if (inside.length === 0 || covered.type === "file") return hidingArguments(covered);
    const [cover, close] = [hidingArguments(covered).slice(0, -2), ["--remount-ro", covered.path]];
    return [...cover, ...inside.flatMap((mount) => mountArguments(mount, covered.path)), ...close];
  });
}

/** Mounts an empty folder or file over a hidden path. It can be neither written nor moved. */
function hidingArguments({ path, type }: HiddenPath): string[] {
  if (type === "file") return ["--ro-bind", "/dev/null", path];
  return ["--perms", "0555", "--tmpfs", path, "--remount-ro", path];
}

function setprivArguments({ uid, gid, capabilities }: Identity): string[] {
  const boundingSet = [
    "-all",
    ...capabilities.map((name) => `+${name.replace("CAP_", "").toLowerCase()}`),
  ].join(",");
  return [
    ...[`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs"],
    ...[`--inh-caps=${boundingSet}`, `--ambient-caps=${boundingSet}`, `--bounding-set=${boundingSet}`, "--"],
  ];
}

/** The user that owns nothing. */
const NOBODY = 65534;

/** Capabilities that let the program use granted files as if it were their owner. */
const FILE_CAPABILITIES = ["CAP_DAC_OVERRIDE", "CAP_FOWNER"];

export interface SettledIdentity extends Identity {
  /** The users and groups of the host that exist inside. All others map to nobody. */
  readonly uids: readonly number[];
  readonly gids: readonly number[];
}

/**
 * The user that a program runs as. An unprivileged caller keeps their own. Root never stays root: the program
 * becomes the owner of its workspace, or nobody if that is root. Its rights over granted files apply only
 * inside its own user namespace, in which the kernel knows only their owners.
 */
export function settleIdentity(request: LaunchRequest): SettledIdentity {
  const own = { uid: process.getuid?.() ?? NOBODY, gid: process.getgid?.() ?? NOBODY };
  if (own.uid !== 0) return { ...own, change: false, capabilities: [], uids: [], gids: [] };
  const owners = request.mounts.map((mount) => statSync(mount.path));
  const home = request.workspace && statSync(request.workspace.path);
  const uid = home?.uid || NOBODY;
  const gid = home?.uid ? home.gid || NOBODY : NOBODY;
  return {
    uid,
    gid,
    change: true,
    capabilities: owners.length === 0 ? [] : FILE_CAPABILITIES,
    uids: [...new Set([0, uid, ...owners.map((owner) => owner.uid)])],
    gids: [...new Set([0, gid, ...owners.map((owner) => owner.gid)])],
  };
}

/** Writes the user and group maps for the namespace of a process that waits for them. */
export function writeIdentityMaps(pid: number, identity: SettledIdentity): void {
  const map = (ids: readonly number[]) => ids.map((id) => `${id} ${id} 1\n`).join("");
  writeFileSync(`/proc/${pid}/uid_map`, map(identity.uids));
  writeFileSync(`/proc/${pid}/gid_map`, map(identity.gids));
}
