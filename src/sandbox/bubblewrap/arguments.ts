import { realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "../../support/paths.ts";
import type { HiddenPath, LaunchRequest, SettledMask } from "../driver.ts";
import { BRIDGE_PORT } from "../inside-programs.ts";
import { PROCESS_LIMITER, processLimitArguments } from "../limit/resource-limits.ts";
import type { Mount } from "../sandbox.ts";
import { DESCRIPTORS } from "./launcher.ts";
import { INSIDE_PROGRAMS, type SystemView, TOOLS } from "./system-view.ts";

/** Where a run works that was given no workspace. */
export const PRIVATE_WORKSPACE = "/workspace";

/** The program of a Node that waits. */
export const WARM_NODE = `${INSIDE_PROGRAMS}/warm-node.cjs`;

/** Whom a run started by root becomes. `capabilities` reach no further than files of the owners that were mapped. */
interface Identity {
  readonly uid: number;
  readonly gid: number;
  /** Set where we are root: the user is changed inside, after the walls stand. */
  readonly change: boolean;
  readonly capabilities: readonly string[];
}

interface Plan {
  readonly request: LaunchRequest;
  readonly identity: Identity;
  readonly system: SystemView;
  readonly setpriv: string;
  /** Where no control group counts them, the kernel counts processes per user of the namespace. */
  readonly countProcesses: boolean;
}

const { door } = DESCRIPTORS;

/**
 * Runs inside, in front of everything else: says that it is there and waits for a word. It ends if we do, so that no program begins
 * whose walls were finished after we were killed. A shell that is bash leaves variables of its own behind.
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

/** Everything that stands between `bwrap` and the end of the program's own arguments. */
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

/** The shell on the way in may export variables of its own, depending on which it is: only those that were granted get inside. */
function shellVariableArguments(granted: LaunchRequest["environment"]): string[] {
  const added = ["SHLVL", "OLDPWD", "_"].filter((name) => granted[name] === undefined);
  return added.flatMap((name) => ["--unsetenv", name]);
}

/** The programs that were granted and those on the way in; Node is there when it is granted, or when one of ours needs it. */
function onlyPrograms({ system, request, identity, setpriv }: Plan, programs: readonly string[]): string[] {
  const needsNode = programs.includes("node") || request.proxySocket !== undefined;
  const wayIn = [...(identity.change ? [setpriv] : []), PROCESS_LIMITER];
  return [...(needsNode ? system.node : []), ...system.only([...programs, ...wayIn])];
}

/** What runs in front of a program that was granted hosts. */
function bridgeArguments(socket: string | undefined): string[] {
  return socket === undefined
    ? []
    : [
        `${TOOLS}/bin/node`,
        `${INSIDE_PROGRAMS}/bridge.cjs`,
        ...[String(DESCRIPTORS.proxy), String(BRIDGE_PORT)],
      ];
}

/** The folders above a grant are made first, passable for everyone: those that bubblewrap makes are root's alone. */
function mountArguments({ path, access }: Mount, from = "/"): string[] {
  const above: string[] = [];
  for (let folder = dirname(path); folder !== from; folder = dirname(folder)) above.unshift(folder);
  return [
    ...above.flatMap((folder) => ["--perms", "0755", "--dir", folder]),
    ...[access === "read-write" ? "--bind" : "--ro-bind", path, path],
  ];
}

/** Outer places first: a folder that is held must not come to stand in front of what is granted below it. */
function placedArguments({ mounts, masks }: LaunchRequest): string[] {
  return [
    ...mounts.map((mount) => ({ place: mount.path, words: mountArguments(mount) })),
    ...masks.map((mask) => ({ place: mask.place, words: maskArguments(mask) })),
  ]
    .sort((one, other) => one.place.length - other.place.length)
    .flatMap(({ words }) => words);
}

/** A folder bound over itself cannot be moved, and what is bound read-only cannot be changed. */
function maskArguments({ type, path, place }: SettledMask): string[] {
  if (type === "hold") return ["--bind", path, place];
  if (type === "lock") return ["--ro-bind", path, place];
  return hidingArguments({ path: place, type: type === "hide-folder" ? "folder" : "file" });
}

/** What is hidden, with the folders that Dejima keeps for the program standing in it again. */
function hiddenArguments({ hidden, ownFolders }: LaunchRequest): string[] {
  return hidden.flatMap((covered) => {
    const inside = ownFolders.filter(({ path }) => path !== covered.path && isInside(path, covered.path));
    if (inside.length === 0 || covered.type === "file") return hidingArguments(covered);
    const [cover, close] = [hidingArguments(covered).slice(0, -2), ["--remount-ro", covered.path]];
    return [...cover, ...inside.flatMap((mount) => mountArguments(mount, covered.path)), ...close];
  });
}

/** An empty folder or file stands in front of what must not be seen; both can be neither written nor moved away. */
function hidingArguments({ path, type }: HiddenPath): string[] {
  if (type === "file") return ["--ro-bind", "/dev/null", path];
  return ["--perms", "0555", "--tmpfs", path, "--remount-ro", path];
}

function setprivArguments({ uid, gid, capabilities }: Identity): string[] {
  const kept = ["-all", ...capabilities.map((name) => `+${name.replace("CAP_", "").toLowerCase()}`)].join(
    ",",
  );
  return [
    ...[`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs"],
    ...[`--inh-caps=${kept}`, `--ambient-caps=${kept}`, `--bounding-set=${kept}`, "--"],
  ];
}

/** The user that owns nothing. */
const NOBODY = 65534;

/** What lets the program use granted files as if it were their owner. */
const FILE_CAPABILITIES = ["CAP_DAC_OVERRIDE", "CAP_FOWNER"];

export interface SettledIdentity extends Identity {
  /** The users and groups of the host that exist inside; all others are nobody there. */
  readonly uids: readonly number[];
  readonly gids: readonly number[];
}

/**
 * The user that a program runs as. An unprivileged caller keeps their own. Root never stays root: the program becomes the owner of
 * its workspace or, where that is root, nobody; its rights over granted files hold inside its own user namespace only,
 * in which the kernel knows just their owners.
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

/** Tells the kernel which users exist in the namespace of a process that waits for it. */
export function writeIdentityMaps(pid: number, identity: SettledIdentity): void {
  const map = (ids: readonly number[]) => ids.map((id) => `${id} ${id} 1\n`).join("");
  writeFileSync(`/proc/${pid}/uid_map`, map(identity.uids));
  writeFileSync(`/proc/${pid}/gid_map`, map(identity.gids));
}
