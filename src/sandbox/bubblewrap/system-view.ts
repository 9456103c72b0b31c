import { existsSync, lstatSync, readlinkSync, statSync } from "node:fs";
import type { StateFolder } from "./state-folder.ts";

/** Where our own Node and helpers stand inside. */
export const TOOLS = "/opt/dejima";

/** The search path inside: our Node before any other. */
export const INSIDE_PATH = `${TOOLS}/bin:/usr/local/bin:/usr/bin:/bin`;

/** Parts of /proc that speak for the whole machine; to see them is to learn of it, to write them is to own it. */
const MACHINE_FILES = [
  "kallsyms",
  "kcore",
  "key-users",
  "keys",
  "kmsg",
  "latency_stats",
  "sched_debug",
  "sysrq-trigger",
  "timer_list",
  "vmallocinfo",
];
const MACHINE_FOLDERS = ["acpi", "asound", "bus", "driver", "fs", "irq", "scsi", "tty"];

/** The read-only system that every run sees, as arguments of bubblewrap; found out once per driver. */
export function systemViewArguments({ state, node }: { state: StateFolder; node: string }): string[] {
  return [
    ...["--ro-bind", "/usr", "/usr"],
    ...(existsSync("/usr/local/etc") ? ["--ro-bind", state.empty, "/usr/local/etc"] : []),
    ...["/bin", "/sbin", "/lib", "/lib32", "/lib64"].flatMap(rootFolder),
    ...["--ro-bind", state.etc, "/etc"],
    ...state.publicEtc.flatMap((path) => ["--ro-bind", path, path]),
    ...["--perms", "0755", "--dir", "/opt", "--ro-bind", state.tools, TOOLS],
    ...["--ro-bind", node, `${TOOLS}/bin/node`],
    ...["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"],
    ...MACHINE_FILES.filter((name) => existsSync(`/proc/${name}`)).flatMap((name) => [
      "--ro-bind",
      "/dev/null",
      `/proc/${name}`,
    ]),
    ...MACHINE_FOLDERS.filter((name) => isFolder(`/proc/${name}`)).flatMap((name) => [
      "--ro-bind",
      state.empty,
      `/proc/${name}`,
    ]),
    ...["--dev", "/dev"],
  ];
}

/** A link on systems that keep everything below /usr, a folder on those that do not. */
function rootFolder(path: string): string[] {
  const info = lstatSync(path, { throwIfNoEntry: false });
  if (info === undefined) return [];
  return info.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
